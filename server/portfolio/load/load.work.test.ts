import { expect, test } from 'vitest';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import type { Request } from '#server/portfolio/reader/reader.protocol.ts';
import { useTestApp } from '#server/testing/app.ts';
import { loadWork } from './load.work.ts';

const server = useTestApp();

test('of answers in quick succession only the last one is checked', async () => {
  const requests: Request[] = [];
  const { database, now } = server;
  const kit = { db: database.db, now, directory: 'embedded', publish: async () => undefined } as const;
  const authority = { share: async () => undefined, needsSecond: async () => false, proposal: async () => null };
  const onError = (error: unknown) => {
    throw error;
  };
  const work = loadWork({ kit, authority, onError }, () => ({
    ask: (request) => void requests.push(request),
    end: async () => undefined,
  }));
  const [person] = DEMO_PEOPLE;
  const actor = { id: person?.id ?? '', permissions: parsePermissions(person?.permissions ?? []) };
  const load = work.begin({ id: 'one', actor, folder: '/nowhere', file: { name: 'risks.csv', bytes: 10 } });
  await work.dispatch(load, { type: 'received', bytes: 10, kind: 'csv', isLast: true });
  await work.dispatch(load, { type: 'read', columns: [], rows: 1 });
  const before = requests.length;
  await Promise.all(
    [1, 2, 3].map((index) =>
      work.dispatch(load, {
        type: 'mapped',
        targets: Array.from({ length: index }, () => 'unused' as const),
        matches: [],
        answers: [],
        chosen: [],
      }),
    ),
  );
  expect(requests.slice(before)).toMatchObject([{ do: 'check', run: load.state.run }]);
});
