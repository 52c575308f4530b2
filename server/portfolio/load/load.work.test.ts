import { expect, test } from 'vitest';
import { parsePermissions } from '#domain/user/permission.ts';
import { recordOnly } from '#server/change/publish.ts';
import type { Progress, Request, ReaderMessage, Written } from '#server/portfolio/reader/reader.protocol.ts';
import { useTestDatabase } from '#server/testing/database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { loadWork } from './load.work.ts';

const database = useTestDatabase();

test('a late result of an older check is ignored, whatever it says', async () => {
  const requests: Request[] = [];
  let send: (message: ReaderMessage) => void = () => undefined;
  const troubles: unknown[] = [];
  const work = loadWork(
    {
      kit: { db: database.db, now: () => new Date('2026-11-16T10:00:00Z'), directory: 'embedded', publish: recordOnly },
      onError: (error) => troubles.push(error),
    },
    // A stub reader controlled by the test.
    (_folder, onMessage) => {
      send = onMessage;
      return { ask: (request) => void requests.push(request), end: async () => undefined };
    },
  );
  const actor = { id: 'demo|administrator', permissions: parsePermissions(['admin:edit']) };
  const load = work.begin({ id: 'load', actor, folder: '/nowhere', file: { name: 'risks.csv', bytes: 1 } });
  work.read(load);
  load.targets = ['reference', 'cob'];
  await work.check(load);
  await work.check(load);
  expect(load.run).toBe(2);
  load.phase = 'checking';
  const found = (rows: number) => ({ rows, wrongRows: 0, columns: [], errors: [] }) as unknown as Progress;
  const written = (risks: number) => ({ risks, chunks: [] }) as unknown as Written;

  send({ type: 'checking', run: 1, ...found(1) });
  send({ type: 'checked', run: 1, written: written(1), ...found(1) });
  send({ type: 'unusable', run: 1, sentence: 'Of the first check.' });
  // Messages are handled in order: once this one is seen, the earlier ones were.
  send({ type: 'checking', run: 2, ...found(2) });
  await eventually(() => expect(load.found?.rows).toBe(2));
  expect([load.phase, load.written, load.problem === 'Of the first check.']).toEqual(['checking', undefined, false]);

  send({ type: 'checked', run: 2, written: written(2), ...found(3) });
  await eventually(() => expect(load.phase).toBe('checked'));
  expect([load.written?.risks, load.found?.rows]).toEqual([2, 3]);
  send({ type: 'checking', run: 1, ...found(1) });
  send({ type: 'unusable', run: 1, sentence: 'Of the first check.' });
  send({ type: 'reading', part: 0.5 });
  await eventually(() => expect(load.part).toBe(0.5));
  expect([load.phase, load.found?.rows]).toEqual(['checked', 3]);
  expect(troubles).toEqual([]);
});
