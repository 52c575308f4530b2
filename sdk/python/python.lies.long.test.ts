import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEED_LIMITS } from '#domain/feed/release.ts';
import { checkAnswers, QUERIES } from '#sdk/testing/ask.ts';
import { LIES } from '#sdk/testing/lies.ts';
import { openPython, requireCryptography } from '#sdk/testing/python.ts';
import { createStage, type Stage } from '#sdk/testing/stage.ts';

/** The table that `lies.test.ts` tells the package, told to Python. */
let stage: Stage;
let python: Awaited<ReturnType<typeof openPython>>;
beforeAll(async () => {
  await requireCryptography();
  stage = await createStage();
  for (let count = 0; count < 3; count += 1) await stage.publish();
  python = await openPython({ ...stage.options, timeout: 1 }, QUERIES);
});
afterAll(async () => {
  await python.close();
  await stage.close();
});

/** Refreshes, and checks that all answers are those of this release. */
async function refresh(sequence: number): Promise<string | null> {
  const { raised, error, answers } = await python.refresh();
  expect(raised).toBeNull();
  expect(checkAnswers(sequence, answers)).toMatchObject({ wrong: 0, empty: 0 });
  return error;
}

test.each(Object.entries(LIES))('refused and reported, with the old rules in place: %s', async (_name, lie) => {
  const sequence = stage.releases.length;
  expect(await refresh(sequence)).toBeNull();
  await stage.tell(lie);
  expect(await refresh(sequence)).not.toBeNull();
  stage.repent();
  expect(await refresh(sequence + 1)).toBeNull();
  expect(stage.trap.requests).toEqual([]);
});

/** What is under way in the buffers of both sides when a reader leaves. */
const UNDER_WAY_BYTES = 20_000_000;

test('an answer without end is read up to the limit', () => {
  expect(stage.server.mostSent()).toBeGreaterThan(FEED_LIMITS.documentBytes);
  expect(stage.server.mostSent()).toBeLessThan(FEED_LIMITS.releaseBytes + UNDER_WAY_BYTES);
});
