import { expect, test } from 'vitest';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { isForClass } from '#domain/dimension/dimension.ts';
import { readRisk } from '#domain/evaluation/risk.ts';
import { encodeChunk } from '#domain/portfolio/chunk/chunk.ts';
import { createChance } from './chance.ts';
import { DEMO_PORTFOLIO, generatePortfolio } from './generate.ts';
import type { GeneratedFrom } from './risk.ts';

const codes = (text: string) => text.split(' ').map((code) => ({ code }));
const FROM: GeneratedFrom = {
  risk_codes: [
    { code: 'CY', classes: ['cyber-privacy-and-tech'] },
    { code: 'V', classes: ['cargo'] },
    { code: 'E2', classes: ['pi-us'] },
  ],
  brokers: codes('holdfast fairlead millrace'),
  countries: codes('GB US CA AU DE FR YE'),
  cyber_sectors: codes('retail media healthcare'),
  partners: codes('9101 9112 9120'),
  placing_bases: codes('open-market treaty'),
  primary_dimensions: codes('PD1 PD2'),
  canada_provinces: codes('ON QC'),
};
const parts = [...generatePortfolio(FROM, 5000)];
const all = parts.flat();

test('the portfolio of the demo has its mixture and its references, class by class in the order of the year', () => {
  expect(DEMO_PORTFOLIO).toMatchObject({ name: 'Risks of 2025', risks: 200_000 });
  expect(all).toHaveLength(5000);
  expect(all.map(({ reference }) => reference).toSorted()).toEqual(
    Array.from({ length: 5000 }, (_, row) => `R25-${String(row + 1).padStart(5, '0')}`),
  );
  expect(parts.map(([first]) => first?.cob)).toEqual(CLASSES.map(({ slug }) => slug));
  expect(all.filter(({ cob }) => cob === 'cyber-privacy-and-tech')).toHaveLength(960);
  for (const cob of ['contingency-non-appearance', 'terrorism', 'hull', 'cargo'])
    expect(all.filter((one) => one.cob === cob).length / all.length, cob).toBeGreaterThan(0.02);
  for (const part of parts) {
    expect(new Set(part.map(({ cob }) => cob)).size).toBe(1);
    const dates = part.map(({ risk }) => risk.date);
    expect(dates).toEqual(dates.toSorted());
    expect(dates.every((date) => date.startsWith('2025-'))).toBe(true);
  }
});

test('it is the same every time, byte by byte, and so is chance on every platform', () => {
  for (const [index, part] of [...generatePortfolio(FROM, 5000)].entries())
    expect(encodeChunk(part)).toEqual(encodeChunk(parts[index] ?? []));
  const chance = createChance(2025);
  const draws = Array.from({ length: 1000 }, () => Math.round(chance.normal() * 1e6));
  expect(draws.reduce((sum, one) => (Math.imul(sum, 7) + one) | 0, 0)).toBe(1_697_423_974);
});

test('every risk can be read, and has only what its class may have', () => {
  const unreadable = all.filter(({ risk }, at) => at % 10 === 0 && !readRisk(JSON.parse(JSON.stringify(risk))).ok);
  expect(unreadable).toEqual([]);
  const foreign = all.flatMap(({ cob, risk }) => [
    ...DIMENSION_KEYS.filter((key) => risk.dimensions[key] !== undefined && !isForClass(dimensionOf(key), cob)),
    ...(risk.dimensions.risk_codes ?? []).filter(
      (code) => !FROM.risk_codes?.find((option) => option.code === code)?.classes?.includes(cob),
    ),
  ]);
  expect(foreign).toEqual([]);
  expect(all.filter(({ premium }) => premium !== null && premium <= 0)).toEqual([]);
  expect(new Set(all.flatMap(({ kept }) => Object.keys(kept)))).toEqual(new Set(['Year of account', 'Region']));
});

test('as in a market, few values are missing but the primary dimensions, and a few companies earn most', () => {
  const missing = (key: (typeof DIMENSION_KEYS)[number]): number => {
    const applicable = all.filter(({ cob }) => cob.startsWith('cyber') && isForClass(dimensionOf(key), cob));
    return applicable.filter(({ risk }) => risk.dimensions[key] === undefined).length / applicable.length;
  };
  expect(missing('primary_dimension_ids')).toBeCloseTo(0.6, 1);
  for (const key of ['revenue_ranges', 'brokers', 'domicile_countries', 'is_primary', 'cyber_sectors'] as const)
    expect(missing(key), key).toBeLessThan(0.05);
  const revenues = all.flatMap(({ risk }) => risk.dimensions.revenue_ranges ?? []).toSorted((a, b) => a - b);
  const median = revenues[Math.floor(revenues.length / 2)] ?? 0;
  const mean = revenues.reduce((sum, one) => sum + one, 0) / revenues.length;
  expect(median).toBeGreaterThan(30e6);
  expect(median).toBeLessThan(120e6);
  expect(mean / median).toBeGreaterThan(3);
  expect(all.some(({ risk }) => (risk.dimensions.domicile_countries?.length ?? 0) > 4)).toBe(true);
});
