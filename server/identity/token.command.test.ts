import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf, createTestDatabase } from '#server/testing/database.ts';
import { addDemoPeople } from '#server/user/user.service.ts';
import { readTokenCommand } from './token.command.ts';

const root = join(import.meta.dirname, '../..');

/** `npm run token -- …` without npm. Only what is given is in its environment. */
function token(environment: Record<string, string>, ...args: string[]) {
  const { PATH = '', TMPDIR } = process.env;
  const env = { PATH, ...(TMPDIR && { TMPDIR }), ...environment };
  return new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    execFile(process.execPath, [join(root, 'tools/token.ts'), ...args], { cwd: root, env }, (error, said, complained) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: said.trim(), complained: complained.trim() }),
    );
  });
}

async function world() {
  const { db, config, drop } = await createTestDatabase();
  onTestFinished(drop);
  const real = { id: 'embedded|ada', name: 'Ada Lovelace', email: 'ada@example.test', given_name: '', family_name: '' };
  return {
    db,
    environment: { DATABASE_URL: addressOf(config) },
    addReal: () =>
      db
        .insertInto('person')
        .values({ ...real, permissions: ['dials:view'], directory: 'embedded' })
        .execute(),
    records: () =>
      db
        .selectFrom('audit_event')
        .select(['actor_id', 'object_id'])
        .where('action', '=', 'person_token_issued')
        .execute(),
  };
}

test('npm run token gives a token of a demo person for nine minutes, ten with the leeway, and leaves no record', async () => {
  const { db, environment, records } = await world();
  await addDemoPeople(db, new Date());
  const { code, said, complained } = await token(environment, 'viewer@demo.lineslip.example');
  expect([code, complained]).toEqual([0, '']);
  const { sub, exp = 0, iat = 0 } = decodeJwt(said);
  expect([sub, exp - iat]).toEqual(['demo|viewer', 540]);
  expect(await records()).toEqual([]);
});

test('npm run token gives a token of a real person only with --real, and records it', async () => {
  const { addReal, environment, records } = await world();
  await addReal();
  const settings = { ...environment, SIGN_IN: 'password' };
  const refused = await token(settings, 'ada@example.test');
  expect(refused).toEqual({
    code: 1,
    said: '',
    complained: 'Ada Lovelace is not a demo person. To act in their name, add --real; the audit will say that you did.',
  });
  expect(await records()).toEqual([]);
  expect(decodeJwt((await token(settings, 'ada@example.test', '--real')).said).sub).toBe('embedded|ada');
  expect(await records()).toEqual([{ actor_id: null, object_id: 'embedded|ada' }]);
});

test('npm run token without its settings gives no token of a database with real people', async () => {
  const { addReal, environment, records } = await world();
  await addReal();
  const refused = await token(environment, 'ada@example.test', '--real');
  expect([refused.code, refused.said]).toEqual([1, '']);
  expect(refused.complained).toMatch(/^This database has people who are not demo people/);
  expect(await records()).toEqual([]);
});

test.each([[[]], [['a@example.test', 'b@example.test']], [['a@example.test', '--really']]])(
  'npm run token with %j says how it is called',
  (args) => expect(() => readTokenCommand(args)).toThrow('Say whose token: npm run token -- underwriter@demo'),
);
