import { expect, test } from 'vitest';
import { createOwnApp } from '#server/testing/app.ts';
import { peopleTester } from '#server/testing/people.ts';
import { lockChanges } from './user.store.ts';
import { untilWaiting } from '#server/testing/eventually.ts';

test('a change of a person that had to wait for another one is dated after it', async () => {
  const clock = { at: new Date('2027-03-01T09:00:00.000Z') };
  const server = await createOwnApp({ now: () => clock.at });
  const { db } = server.database;
  const people = peopleTester(server);
  const viewer = await people.get('demo|viewer');
  const later = new Date('2027-03-01T09:00:30.000Z');

  let changing: ReturnType<typeof people.grant> | undefined;
  await db.transaction().execute(async (trx) => {
    await lockChanges(trx);
    changing = people.grant(viewer.id, viewer.revision, ['dials:view']);
    await untilWaiting(server.database.config);
    clock.at = later;
  });
  expect((await changing)?.statusCode).toBe(200);
  const { at } = await db
    .selectFrom('audit_event')
    .select('at')
    .where('action', '=', 'person_permissions_changed')
    .executeTakeFirstOrThrow();
  expect(at).toEqual(later);
});
