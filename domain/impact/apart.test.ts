import { expect, test } from 'vitest';
import type { RiskDimensions } from '#domain/dimension/registry.ts';
import { describeApart } from './apart.ts';

const excess = (at: number, more: RiskDimensions = {}): RiskDimensions => ({
  is_primary: 'excess',
  attachment_point_ranges: at,
  company_listed_statuses: ['listed'],
  ...more,
});
const US = { domicile_countries: ['US'] };

test('a risk is described by layer and country, and by the first fact that tells it from those alike', () => {
  const risks = [
    excess(10e6, US),
    excess(25e6, { ...US, risk_codes: ['CZ'] }),
    excess(25e6, { ...US, risk_codes: ['CY'] }),
    excess(25e6, { placing_bases: ['treaty'] }),
    { ...US, is_primary: 'primary', revenue_ranges: 5e6 },
    { ...US, is_primary: 'primary', revenue_ranges: 9e6 },
  ] as const;
  expect(describeApart(risks, (_list, code) => code)).toEqual([
    'Excess $10m, US',
    'Excess $25m, US, CZ',
    'Excess $25m, US, CY',
    'Excess $25m',
    'Primary, US, revenue $5m',
    'Primary, US, revenue $9m',
  ]);
  expect(describeApart([{ placing_bases: ['treaty'] }, {}], (_list, code) => code)).toEqual(['Treaty', '']);
});
