import { expect, test } from 'vitest';
import { MAX_REFUSALS_OF_ALL, MAX_REFUSALS_OF_ONE } from '#domain/audit/refusal-limit.ts';
import { useTestApp } from '#server/testing/app.ts';
import { execute } from '#server/testing/execute.ts';
import { type AccessRefusals, accessRefusals } from './audit.access.ts';

let clock = Date.parse('2026-11-15T09:00:00.000Z');
const now = () => new Date(clock);
const server = useTestApp({ now });

const records = async (after = '0') => {
  const rows = await server.database.db
    .selectFrom('audit_event')
    .select(['seq', 'actor_id', 'object_type', 'object_id', 'detail'])
    .where('action', '=', 'access_refused')
    .where('seq', '>', after)
    .orderBy('seq')
    .execute();
  return rows.map(({ actor_id, object_type, object_id, detail }) => ({ by: actor_id, object_type, object_id, detail }));
};
const lastSeq = async () =>
  (await server.database.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq;

/** A separate server, so that refusals of other tests do not count. */
function refusalsOf() {
  const errors: string[] = [];
  const refusals = accessRefusals({ db: server.database.db, now, onError: (_error, text) => errors.push(text) });
  return { ...refusals, errors };
}
const ask = (refusals: AccessRefusals, id: string, times: number) =>
  Promise.all(
    Array.from({ length: times }, () =>
      refusals.record(id, { method: 'GET', route: '/api/users', needs: 'view on user' }),
    ),
  );

test('[A60] a refusal by token leaves a record of who called what, and the missing permission', async () => {
  const answer = await server.app.inject({
    method: 'PUT',
    url: '/api/reviews/votes',
    headers: await server.as('viewer'),
    payload: { choice: 'approve', buckets: [{ partner: 9101, cob: 'cargo', hash: 'a'.repeat(64) }] },
  });
  expect(answer.statusCode).toBe(403);
  expect(await records()).toEqual([
    {
      by: 'demo|viewer',
      object_type: 'person',
      object_id: 'demo|viewer',
      detail: {
        method: 'PUT',
        route: '/api/reviews/votes',
        needs: 'create on review',
      },
    },
  ]);
});

test('[A61] a refusal by token is on the audit page, as a refusal of that person', async () => {
  const answer = await server.app.inject({
    url: '/api/audit?action=access_refused&person=demo|viewer',
    headers: await server.as('administrator'),
  });
  expect(answer.json()).toMatchObject({
    items: [{ refused: true, about: 'Demo Viewer', by: { id: 'demo|viewer' } }],
  });
});

test('a refusal by token of an unknown person is recorded without a person', async () => {
  const token = await server.tokenOf('viewer', { person: { id: 'tenant|stranger', permissions: [] } });
  const url = '/api/users';
  expect((await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(403);
  expect((await records()).at(-1)).toMatchObject({ by: null, object_id: 'tenant|stranger' });
});

test('[A63] a refusal by token is recorded ten times a minute per person, then counted in one record', async () => {
  const refusals = refusalsOf();
  const before = await lastSeq();
  await ask(refusals, 'demo|viewer', MAX_REFUSALS_OF_ONE + 500);
  await ask(refusals, 'demo|newcomer', 1);
  expect(await records(before)).toHaveLength(MAX_REFUSALS_OF_ONE + 1);
  clock += 59_999;
  await refusals.flush();
  expect(await records(before)).toHaveLength(MAX_REFUSALS_OF_ONE + 1);
  clock += 1;
  await refusals.flush();
  await refusals.flush();
  expect((await records(before)).slice(MAX_REFUSALS_OF_ONE + 1)).toEqual([
    { by: 'demo|viewer', object_type: 'person', object_id: 'demo|viewer', detail: { left_out: 500 } },
  ]);
  await ask(refusals, 'demo|viewer', 1);
  expect(await records(before)).toHaveLength(MAX_REFUSALS_OF_ONE + 3);
});

test('[A64] refusals by token of many people are limited in total, and omitted ones are counted', async () => {
  const refusals = refusalsOf();
  const before = await lastSeq();
  const people = Array.from({ length: 3000 }, (_, index) => `tenant|${index}`);
  await Promise.all(people.map((id) => ask(refusals, id, 1)));
  expect(await records(before)).toHaveLength(MAX_REFUSALS_OF_ALL);
  await refusals.close();
  expect((await records(before)).slice(MAX_REFUSALS_OF_ALL)).toEqual([
    { by: null, object_type: 'person', object_id: 'others', detail: { left_out: 3000 - MAX_REFUSALS_OF_ALL } },
  ]);
  const headers = await server.as('administrator');
  const answer = await server.app.inject({ url: '/api/audit?action=access_refused&limit=1', headers });
  expect(answer.json()).toMatchObject({ items: [{ about: 'Other people' }] });
});

test('a refusal by token stays a refusal if the record cannot be written', async () => {
  const { config } = server.database;
  await execute(config, 'alter table audit_head rename to audit_head_away');
  try {
    const refusals = refusalsOf();
    await ask(refusals, 'demo|viewer', 1);
    expect(refusals.errors).toEqual(['A refusal could not be recorded.']);
    const answer = await server.app.inject({ url: '/api/users', headers: await server.as('newcomer') });
    expect(answer.statusCode).toBe(403);
  } finally {
    await execute(config, 'alter table audit_head_away rename to audit_head');
  }
});
