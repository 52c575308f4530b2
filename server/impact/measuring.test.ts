import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

test('the risks behind a figure come page by page, with what each gets before and after, on the day that is asked for', () => {
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

test('classes that were asked for longest ago leave, and are opened again when they are asked for', async () => {
  const { measure } = createMeasurer(1);
  const [first, second] = job.files.map((file) => ({ ...job, files: [file], wants: 'impact' as const }));
  if (first === undefined || second === undefined) throw new Error('There are no files.');
  expect(measure(first)).toMatchObject({ impact: { all: { risks: 5 }, changed: { risks: 0 } } });
  expect(measure(second)).toMatchObject({ impact: { all: { risks: 5 }, changed: { risks: 3 } } });
  expect(measure(first)).toMatchObject({ impact: { changed: { risks: 0 } } });
});

test('the thread gives the same answer; one that fails is told of, and the next job is measured all the same', async () => {
  const troubles: unknown[] = [];
  const { ask, close } = createMeasuring((error) => troubles.push(error));
  onTestFinished(close);
  const impactJob = { ...job, wants: 'impact' as const };
  const [answer, missing] = await Promise.allSettled([
    ask(impactJob),
    ask({ ...impactJob, files: [join(folder, 'no')] }),
  ]);
  expect(answer).toEqual({ status: 'fulfilled', value: createMeasurer().measure(impactJob) });
  expect(missing).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
  expect(String(troubles[0])).toContain('ENOENT');
  expect((await ask(impactJob)).impact.changed).toEqual({ risks: 3, premium: 2700 });
});

test('what takes too long is given up with a sentence, and so is what waits when the server stops', async () => {
  const { ask, close } = createMeasuring(() => undefined, 0);
  await expect(ask({ ...job, wants: 'impact' })).rejects.toMatchObject({ kind: 'unavailable' });
  await close();
  const stopping = createMeasuring(() => undefined);
  const asked = stopping.ask({ ...job, wants: 'impact' });
  const [refused] = await Promise.allSettled([asked, stopping.close()]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: 'The server is stopping.' } });
});
