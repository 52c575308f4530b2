import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { encodeChunk } from '#domain/portfolio/chunk/chunk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { Comparison } from './job.ts';
import { createMeasurer } from './measurer.ts';
import { createMeasuring } from './measuring.ts';

const risk = (number: number): PortfolioRisk => ({
  reference: `R25-${number}`,
  cob: 'cargo',
  risk: {
    date: '2025-06-01',
    journey: null,
    dimensions: { revenue_ranges: number * 1e6, brokers: [`B${number % 2}`] },
  },
  premium: number * 100,
  kept: { Year: '2025' },
});

const dial = (dial_id: string, from: number, values: DialValues, overrides: DialValues = {}): RatedEntry => ({
  dial_id,
  overrides,
  dial: { ...EMPTY_DIAL, dimensions: { revenue_ranges: `[${from},)` }, values },
});
const BEFORE = [dial('large', 8e6, { max_line: 500 }), dial('rest', 0, { max_line: 100 })];
const AFTER = [dial('large', 8e6, { max_line: 500 }, { max_line: 700 }), dial('rest', 0, { max_line: 100 })];

let folder: string;
let job: Comparison;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'measuring-'));
  const files = [join(folder, 'first'), join(folder, 'second')];
  await writeFile(files[0] as string, encodeChunk([1, 2, 3, 4, 5].map(risk)));
  await writeFile(files[1] as string, encodeChunk([6, 7, 8, 9, 10].map(risk)));
  job = { files, before: JSON.stringify(BEFORE), after: JSON.stringify(AFTER), day: '2026-11-16' };
});
afterAll(() => rm(folder, { recursive: true }));

test('the risks behind a figure come page by page, with their values before and after, on the requested day', () => {
  const { measure } = createMeasurer();
  const page = (after_row: number, limit: number) =>
    measure({ ...job, wants: 'risks', figure: { of: 'changed' }, after_row, limit });
  expect(page(-1, 2)).toEqual({
    total: 3,
    items: [8, 9].map((number) => ({
      row: number - 1,
      ...risk(number),
      cob: undefined,
      risk: { ...risk(number).risk, date: '2026-11-16' },
      before: { max_line: 500 },
      after: { max_line: 700 },
    })),
  });
  expect(page(8, 2)).toMatchObject({ total: 3, items: [{ reference: 'R25-10' }] });
  expect(page(9, 2)).toEqual({ total: 3, items: [] });
});

test('the class in use always stays cached, and the least recently used are evicted', async () => {
  const copies = job.files.map((file) => `${file}-copy`);
  for (const [index, copy] of copies.entries()) await copyFile(job.files[index] as string, copy);
  const { measure } = createMeasurer({ maxBytes: 1 });
  const measureOnly = (index: number) =>
    measure({ ...job, files: [copies[index] as string], countries: [], wants: 'impact' });
  expect(measureOnly(0)).toMatchObject({ impact: { all: { risks: 5 }, changed: { risks: 0 } }, largest: [] });
  expect(measureOnly(1)).toMatchObject({ impact: { all: { risks: 5 }, changed: { risks: 3 } } });
  const [first, second] = copies;
  await rm(first as string);
  await rm(second as string);
  const figure = { of: 'value', value: 'max_line', direction: 'lower' } as const;
  const none = { ...job, files: [second as string], wants: 'risks', figure, after_row: -1, limit: 1 } as const;
  expect(measure(none)).toEqual({ items: [], total: 0 });
  expect(() => measureOnly(0)).toThrow('ENOENT');
});

test('the same lists measured on two days give two answers, each for its own day', () => {
  const { measure } = createMeasurer();
  const ending = (max_line: number): RatedEntry[] => {
    const [large, rest] = BEFORE as [RatedEntry, RatedEntry];
    return [{ ...large, overrides: { max_line }, dial: { ...large.dial, active_until: '2026-11-20' } }, rest];
  };
  const lists = { before: JSON.stringify(ending(500)), after: JSON.stringify(ending(700)) };
  const changedOn = (day: string | null) => {
    const impactJob = { ...job, ...lists, day, countries: [], wants: 'impact' } as const;
    // A count reuses what an impact cached.
    return [measure(impactJob).impact.changed.risks, measure({ ...impactJob, wants: 'count' }).changed.risks];
  };
  expect(changedOn('2026-11-16')).toEqual([3, 3]);
  expect(changedOn('2026-11-25')).toEqual([0, 0]);
  expect(changedOn(null)).toEqual([3, 3]);
  expect(changedOn('2026-11-16')).toEqual([3, 3]);
});

test('the thread gives the same answer; a failure is reported, and the next job still runs', async () => {
  const troubles: unknown[] = [];
  const { ask, readCacheBytes, close } = createMeasuring({ onError: (error) => troubles.push(error) });
  onTestFinished(close);
  expect(readCacheBytes()).toBe(0);
  const impactJob = { ...job, countries: [], wants: 'impact' as const };
  const [answer, missing] = await Promise.allSettled([
    ask(impactJob),
    ask({ ...impactJob, files: [join(folder, 'no')] }),
  ]);
  expect(answer).toEqual({ status: 'fulfilled', value: createMeasurer().measure(impactJob) });
  expect(missing).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
  expect(String(troubles[0])).toContain('ENOENT');
  expect(readCacheBytes()).toBeGreaterThan(0);
  expect((await ask(impactJob)).impact.changed).toEqual({ risks: 3, premium: 2700 });
});

test('queued jobs are refused with a message when the server stops', async () => {
  const stopping = createMeasuring({ onError: () => undefined });
  const pending = stopping.ask({ ...job, countries: [], wants: 'impact' });
  const [refused] = await Promise.allSettled([pending, stopping.close()]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: 'The server is stopping.' } });
});
