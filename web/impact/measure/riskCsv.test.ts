import { expect, test } from 'vitest';
import { writeRisksCsv } from './riskCsv.ts';
import { makeRisk } from './testing.ts';

test('one line a risk, with the columns that a risk fills and its values before and after', () => {
  const other = makeRisk(2, {
    reference: '=1+1',
    risk: {
      date: '2025-07-01',
      journey: null,
      dimensions: { company_size_change_ranges: -20, risk_codes: ['CY', 'CZ'] },
    },
    premium: null,
    kept: {},
    after: { min_line: 5 },
  });
  const [head, ...lines] = writeRisksCsv([makeRisk(1), other])
    .replace('\uFEFF', '')
    .replaceAll('"', '')
    .split('\r\n');
  const cells = (line: string | undefined) => line?.split(',') ?? [];
  const columns = cells(head);
  const read = (line: string | undefined) => Object.fromEntries(columns.map((column, at) => [column, cells(line)[at]]));
  expect(read(lines[0])).toMatchObject({
    reference: 'R25-54001',
    journey: 'renewal',
    premium: '125000',
    attachment_point_ranges: '10000000',
    risk_codes: '',
    Office: 'London',
    max_line_before: '500000',
    max_line_after: '3500000',
  });
  expect(read(lines[1])).toMatchObject({
    reference: "'=1+1",
    company_size_change_ranges: '-20',
    risk_codes: 'CY; CZ',
    max_line_after: '',
    min_line_after: '5',
  });
  expect(columns).not.toContain('brokers');
});
