import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { addressOf, createOwnDatabase } from '#server/testing/database.ts';
import { addDemoPeople } from '#server/user/user.service.ts';
import { token } from '../../tools/token.ts';
import { readTokenCommand } from './token.command.ts';
import { insertPeople } from '#server/testing/records.ts';

async function world() {
  const { db, config } = await createOwnDatabase();
  const real = { id: 'embedded|ada', name: 'Ada Lovelace', email: 'ada@example.test', permissions: ['dials:view'] };
  return {
    db,
    environment: { DATABASE_URL: addressOf(config) },
    addReal: () => insertPeople(db, real),
    records: () =>
      db
        .selectFrom('audit_event')
        .select(['actor_id', 'object_id'])
        .where('action', '=', 'person_token_issued')
        .execute(),
  };
}

test('npm run token issues a token of a demo person for nine minutes, ten with the leeway, and leaves no record', async () => {
  const { db, environment, records } = await world();
  await addDemoPeople(db, new Date());
  const { sub, exp = 0, iat = 0 } = decodeJwt(await token(['viewer@demo.lineslip.example'], environment));
  expect([sub, exp - iat]).toEqual(['demo|viewer', 540]);
  expect(await records()).toEqual([]);
});

test('npm run token issues a token of a real person only with --real, and records it', async () => {
  const { addReal, environment, records } = await world();
  await addReal();
  const settings = { ...environment, SIGN_IN: 'password' };
  await expect(token(['ada@example.test'], settings)).rejects.toThrow(
    'Ada Lovelace is not a demo person. To act in their name, add --real; the audit will say that you did.',
  );
  expect(await records()).toEqual([]);
  expect(decodeJwt(await token(['ada@example.test', '--real'], settings)).sub).toBe('embedded|ada');
  expect(await records()).toEqual([{ actor_id: null, object_id: 'embedded|ada' }]);
});

test('npm run token without its settings issues no token of a database with real people', async () => {
  const { addReal, environment, records } = await world();
  await addReal();
  await expect(token(['ada@example.test', '--real'], environment)).rejects.toThrow(
    /^This database has people who are not demo people/,
  );
  expect(await records()).toEqual([]);
});

test.each([[[]], [['a@example.test', 'b@example.test']], [['a@example.test', '--really']]])(
  'npm run token with %j prints its usage',
  (args) => expect(() => readTokenCommand(args)).toThrow('Say whose token: npm run token -- underwriter@demo'),
);
