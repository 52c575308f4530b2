import { expect, test } from 'vitest';
import { buildRiskTable } from '#domain/impact/risk-table.ts';
import { measureImpact } from '#domain/impact/measure.ts';
import { encodeChunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import { generatePortfolio } from '#domain/portfolio/generate/generate.ts';
import { CYBER_BUCKETS } from './demo-buckets.cyber.ts';
import { CYBER_CARVE_OUT, CYBER_DIALS } from './demo-dials.cyber.ts';
import { DEMO_REFERENCE } from './demo-reference.ts';

test('every cyber dial of Alder that is open decides risks of the generated portfolio', () => {
  const partners = DEMO_REFERENCE.partners.map(({ number }) => ({ code: String(number) }));
  const parts = [...generatePortfolio({ ...DEMO_REFERENCE.lists, partners }, 10_000)];
  const chunks = parts
    .filter(([first]) => first?.cob === 'cyber-privacy-and-tech')
    .map((part) => openChunk(encodeChunk(part)));
  const live = CYBER_BUCKETS[0]?.versions.at(-1)?.entries ?? [];
  const dials = new Map([...CYBER_DIALS, CYBER_CARVE_OUT].map((dial) => [dial.name, dial]));
  const entries = live.flatMap(({ dial: name }) => {
    const dial = dials.get(name);
    if (dial === undefined || (dial.window?.from ?? 0) > 0) return [];
    const { journeys = [], dimensions, values } = dial;
    return [
      { dial_id: name, overrides: {}, dial: { journeys, dimensions, values, active_from: null, active_until: null } },
    ];
  });
  const { all, decided } = measureImpact(buildRiskTable(chunks), [], entries, undefined);
  expect(all.risks).toBe(1921);
  expect(entries).toHaveLength(10);
  expect(decided.filter(({ risks }) => risks === 0)).toEqual([]);
});
