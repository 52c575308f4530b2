import { expect, test } from 'vitest';
import { buildRiskTable } from '#domain/impact/risk-table.ts';
import { measureImpact } from '#domain/impact/measure.ts';
import { encodeChunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import { generatePortfolio } from '#domain/portfolio/generate/generate.ts';
import { CYBER_BUCKETS } from './demo-buckets.cyber.ts';
import { DEMO_BOOK } from './demo-buckets.ts';
import { DEMO_DIALS } from './demo-dials.ts';
import { DEMO_REFERENCE } from './demo-reference.ts';

const partners = DEMO_REFERENCE.partners.map(({ number }) => ({ code: String(number) }));
const parts = [...generatePortfolio({ ...DEMO_REFERENCE.lists, partners }, 10_000)];
const dials = new Map(DEMO_DIALS.map((dial) => [dial.name, dial]));

/** What the dials of a bucket that are in force decide in a class. */
function measure(cob: string, live: readonly Readonly<{ dial: string }>[]) {
  const chunks = parts.filter(([first]) => first?.cob === cob).map((part) => openChunk(encodeChunk(part)));
  const entries = live.flatMap(({ dial: name }) => {
    const dial = dials.get(name);
    if (dial === undefined || (dial.window?.from ?? 0) > 0) return [];
    const { journeys = [], dimensions, values } = dial;
    return [
      { dial_id: name, overrides: {}, dial: { journeys, dimensions, values, active_from: null, active_until: null } },
    ];
  });
  return measureImpact(buildRiskTable(chunks), [], entries, undefined);
}

test('every cyber dial of Alder that is open decides risks of the generated portfolio', () => {
  const { all, decided } = measure('cyber-privacy-and-tech', CYBER_BUCKETS[0]?.versions.at(-1)?.entries ?? []);
  expect(all.risks).toBe(1921);
  expect(decided).toHaveLength(10);
  expect(decided.filter(({ risks }) => risks === 0)).toEqual([]);
});

test.each([...Map.groupBy(DEMO_BOOK.changes, ({ cob }) => cob)])(
  'the portfolio has risks for most dials of %s',
  (cob, changes) => {
    const set = changes.findLast(({ partners: { length } }) => length > 1);
    const { all, decided } = measure(cob, set?.entriesOf(set.partners[0] ?? 0) ?? []);
    expect(all.risks).toBeGreaterThan(30);
    const idle = decided.filter(({ risks }) => risks === 0);
    expect(idle.length / decided.length).toBeLessThan(0.35);
  },
);
