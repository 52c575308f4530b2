import { expect, onTestFinished, test } from 'vitest';
import type { TestJob } from './testing.thread.ts';
import { createThread } from './thread.ts';

const sentences = { failed: 'It failed.', late: 'It took too long.', full: 'It is too much.' };

function useThread(options: Readonly<{ maxSeconds?: number; maxRunning?: number }> = {}) {
  const troubles: string[] = [];
  const { ask, close } = createThread({
    file: new URL('./testing.thread.ts', import.meta.url),
    sentences,
    onError: (error) => troubles.push(String(error)),
    ...options,
  });
  onTestFinished(close);
  return { ask: (owner: string, job: TestJob, signal?: AbortSignal) => ask(owner, job, signal), close, troubles };
}

/** A job that runs until it is released. */
function createBlock() {
  const waitFor = new SharedArrayBuffer(4);
  const release = () => {
    const cells = new Int32Array(waitFor);
    Atomics.store(cells, 0, 1);
    Atomics.notify(cells, 0);
  };
  return { waitFor, release };
}

test.each([
  ['throws', 'throw', 'A sentence of the thread.'],
  ['crashes the thread', 'crash', sentences.failed],
  ['ends the thread', 'exit', sentences.failed],
  ['takes too long', 'never', sentences.late],
] as const)(
  '[TH2] a job that %s fails alone: those that wait behind it are answered',
  async (_what, fail, sentence) => {
    const { ask, troubles } = useThread({ maxSeconds: 1 });
    const answers = await Promise.allSettled([
      ask('a', { fail }),
      ask('a', { echo: 'a2' }),
      ask('b', { echo: 'b1' }),
      ask('a', { echo: 'a3' }),
    ]);
    expect(answers).toMatchObject([
      { status: 'rejected', reason: { kind: 'unavailable', message: sentence } },
      { status: 'fulfilled', value: 'a2' },
      { status: 'fulfilled', value: 'b1' },
      { status: 'fulfilled', value: 'a3' },
    ]);
    expect(troubles).toHaveLength(1);
  },
);

test('[TH3] the timeout of a job starts with the job, however long it was queued', async () => {
  const { ask } = useThread({ maxSeconds: 1 });
  // Each of the first three uses up the time of one job; the fourth was queued three times as long.
  const late = [1, 2, 3].map(() => ask('a', { fail: 'never' }));
  const waiting = ask('a', { echo: 'still in time' });
  const outcomes = await Promise.allSettled([...late, waiting]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
});

test('[TH4] people take turns: a single job waits for at most one job of someone with many', async () => {
  const { ask } = useThread();
  const done: string[] = [];
  const { waitFor, release } = createBlock();
  const first = ask('a', { waitFor });
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map(async (echo) => {
    await ask(echo.slice(0, 1), { echo });
    done.push(echo);
  });
  release();
  await Promise.all([first, ...all]);
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('[TH4] a person may have twenty queued jobs; others are not affected', async () => {
  const { ask, close } = useThread();
  const { waitFor } = createBlock();
  const taken = [ask('a', { waitFor }), ...Array.from({ length: 20 }, () => ask('a', { echo: 'x' }))];
  await expect(ask('a', { echo: 'x' })).rejects.toMatchObject({ kind: 'too-many-requests', message: sentences.full });
  const all = Promise.allSettled([...taken, ask('b', { echo: 'b' })]);
  await close();
  const stopped = await all;
  expect(stopped.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
    stopped.map(() => 'Problem: The server is stopping.'),
  );
});

test('jobs that ran beside one that ended the thread are retried; one that keeps ending it is given up', async () => {
  const { ask } = useThread({ maxRunning: 2, maxSeconds: 1 });
  const { waitFor, release } = createBlock();
  const late = ask('a', { fail: 'never' });
  const beside = ask('b', { waitFor, beside: true });
  await expect(late.finally(release)).rejects.toMatchObject({ message: sentences.late });
  expect(await beside).toBe('not-equal');
  const crashing = [ask('a', { fail: 'exit' }), ask('b', { fail: 'exit' })];
  expect(await Promise.allSettled(crashing)).toMatchObject(
    crashing.map(() => ({ status: 'rejected', reason: { message: sentences.failed } })),
  );
  expect(await ask('c', { echo: 'c' })).toBe('c');
});

test('[TH5] a job whose caller left is dropped while it waits, and those behind it move up', async () => {
  const { ask } = useThread();
  const { waitFor, release } = createBlock();
  const leaving = new AbortController();
  const first = ask('a', { waitFor });
  const dropped = ask('a', { fail: 'never' }, leaving.signal);
  const next = ask('b', { echo: 'b' });
  leaving.abort();
  await expect(dropped).rejects.toMatchObject({ kind: 'unavailable', message: 'Nobody waits for this any more.' });
  release();
  await first;
  expect(await next).toBe('b');
  await expect(ask('a', { echo: 'x' }, leaving.signal)).rejects.toMatchObject({ kind: 'unavailable' });
});
