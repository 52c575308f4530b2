import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { createColumns } from '#domain/evaluation/compiled/columns.ts';
import { expectSameAsReference, KERNELS } from '#domain/evaluation/compiled/testing.ts';
import { bucket } from '#domain/evaluation/testing.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { portfolioRisks } from '#domain/portfolio/testing.ts';
import { UnreadableChunk } from './bytes.ts';
import { CHUNK_RISKS, encodeChunk, openChunk } from './chunk.ts';

const readAll = (bytes: Uint8Array): PortfolioRisk[] => {
  const chunk = openChunk(bytes);
  return Array.from({ length: chunk.size }, (_, row) => chunk.riskAt(row));
};

const risk = (row: number, dimensions: PortfolioRisk['risk']['dimensions'] = {}): PortfolioRisk => ({
  reference: `R${row}`,
  cob: 'marine-cargo',
  risk: { date: '2025-12-31', journey: null, dimensions },
  premium: null,
  kept: {},
});
const count = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

test('any risks of a class read back the same, and the same risks give the same bytes', () => {
  fc.assert(
    fc.property(portfolioRisks({ minLength: 1, maxLength: 12 }), (risks) => {
      const bytes = encodeChunk(risks);
      expect(readAll(bytes)).toStrictEqual(risks);
      const turned = risks.map((one) => ({ ...one, kept: Object.fromEntries(Object.entries(one.kept).toReversed()) }));
      expect(encodeChunk(turned)).toEqual(bytes);
    }),
    { numRuns: 80 },
  );
});

test('bytes read the same from any address', () => {
  const risks = [risk(0, { brokers: ['A', 'B'], revenue_ranges: 0.5 })];
  const bytes = encodeChunk(risks);
  const room = new Uint8Array(bytes.length + 3);
  room.set(bytes, 3);
  expect(readAll(room.subarray(3))).toEqual(risks);
});

test('numbers are kept in the narrowest form that keeps every one of them', () => {
  const bytesPerRisk = (numberOf: (row: number) => number) => {
    const risks = count(2000, (row) => risk(row, { revenue_ranges: numberOf(row) }));
    const bytes = encodeChunk(risks);
    expect(readAll(bytes).map((one) => one.risk.dimensions.revenue_ranges)).toEqual(
      risks.map((_, row) => numberOf(row)),
    );
    return bytes.length / 2000 - encodeChunk(count(2000, (row) => risk(row))).length / 2000;
  };
  const widths = [
    (row: number) => row % 200,
    (row: number) => -1 - (row % 200) / 8,
    (row: number) => row % 300,
    (row: number) => row * 1_000_003,
    (row: number) => row * 10_000_001,
    (row: number) => row / 7,
  ].map((numberOf) => Math.floor(bytesPerRisk(numberOf)));
  expect(widths).toEqual([1, 1, 3, 4, 8, 8]);
});

test('a full chunk holds as many references, and one risk more is refused', () => {
  const risks = count(CHUNK_RISKS, (row) => risk(row, { brokers: [`B${row}`] }));
  const chunk = openChunk(encodeChunk(risks));
  expect([0, 255, 256, CHUNK_RISKS - 1].map(chunk.riskAt)).toEqual(
    [0, 255, 256, CHUNK_RISKS - 1].map((row) => risks[row]),
  );
  expect(() => chunk.riskAt(CHUNK_RISKS)).toThrow('There is no risk 65536');
  expect(() => encodeChunk([...risks, risk(0)])).toThrow('1 to 65536 risks');
});

test('what cannot be written exactly is refused', () => {
  expect(() => encodeChunk([])).toThrow('1 to 65536 risks, not 0');
  expect(() => encodeChunk([risk(0), { ...risk(1), cob: 'fi-pi' }])).toThrow('not of marine-cargo and fi-pi');
  const { risk: own } = risk(0);
  expect(() => encodeChunk([{ ...risk(0), risk: { ...own, date: '31/12/2025' } }])).toThrow('31/12/2025 is not a day');
});

test('damaged or cut bytes are refused with a sentence, wherever the damage is', () => {
  const bytes = encodeChunk(count(40, (row) => risk(row, { brokers: [`B${row}`], revenue_ranges: row / 3 })));
  for (const [at, byte] of bytes.entries()) {
    const damaged = bytes.slice();
    damaged.set([byte ^ (1 << (at % 8))], at);
    expect(() => openChunk(damaged), `byte ${at}`).toThrow(UnreadableChunk);
    expect(() => openChunk(bytes.subarray(0, at)), `cut at ${at}`).toThrow(UnreadableChunk);
  }
  expect(() => openChunk(bytes.subarray(0, 24))).toThrow(
    'This part of the portfolio is damaged. Load the portfolio again.',
  );
  const newer = bytes.slice();
  newer[0] = 2;
  expect(() => openChunk(newer)).toThrow('written by another version');
});

test('chunks in columns agree with the reference', () => {
  fc.assert(
    fc.property(bucket, portfolioRisks({ minLength: 2, maxLength: 12 }), (entries, risks) => {
      const half = Math.ceil(risks.length / 2);
      const chunks = [risks.slice(0, half), risks.slice(half)].map((some) => openChunk(encodeChunk(some)));
      const compiled = KERNELS.map((kernel) => {
        const columns = createColumns(kernel);
        for (const { size, encoded } of chunks) columns.addEncoded(size, encoded);
        return compileBucket(columns, entries);
      });
      expectSameAsReference(
        compiled,
        entries,
        risks.map((one) => one.risk),
      );
    }),
    { numRuns: 40 },
  );
});
