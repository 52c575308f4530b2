import { expect, onTestFinished, test } from 'vitest';
import { addressOf, createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { storeSignInMode } from '#server/identity/sign-in-mode.ts';
import { users as runUsers } from '../../tools/users.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { readPeopleCommand } from './people.command.read.ts';

const EVERYTHING = 20;

type CommandResult = Readonly<{ code: number; stdout: string; stderr: string }>;

/** Runs `npm run users -- …` in this process, with only the given environment. */
const users = (environment: Record<string, string>, ...args: string[]): Promise<CommandResult> =>
  runUsers(args, environment).then(
    (lines) => ({ code: 0, stdout: `${lines.join('\n')}\n`, stderr: '' }),
    (error: Error) => ({ code: 1, stdout: '', stderr: `${error.message}\n` }),
  );
async function on(make: () => Promise<TestDatabase>) {
  const database = await make();
  onTestFinished(() => database.drop());
  return { db: database.db, environment: { DATABASE_URL: addressOf(database.config) } };
}

test('npm run users creates the first administrator in an empty PostgreSQL, with a link to set the password', async () => {
  const { db, environment } = await on(createEmptyDatabase);
  const settings = { ...environment, SIGN_IN: 'password', PUBLIC_URL: 'https://lineslip.example' };
  const added = await users(settings, 'add', 'ada@example.test', 'Ada King Lovelace', '--role', 'Administrator');
  expect([added.code, added.stderr]).toEqual([0, '']);
  const [first, hint, second, link] = added.stdout.split('\n');
  expect(first).toBe('Added Ada King Lovelace <ada@example.test> with the permissions of Administrator.');
  expect(hint).toBe('Their votes count once their identity is verified: npm run users -- confirm ada@example.test');
  expect(second).toMatch(
    /^One-time link for ada@example\.test to set a password, good until \d{4}-\d\d-\d\d \d\d:\d\d UTC:$/,
  );
  expect(link).toMatch(/^https:\/\/lineslip\.example\/idp\/invitation\/[\w-]{43}$/);
  const people = await db.selectFrom('person').select(['given_name', 'family_name', 'permissions']).execute();
  expect(people).toMatchObject([{ given_name: 'Ada King', family_name: 'Lovelace' }]);
  expect(people[0]?.permissions).toHaveLength(EVERYTHING);
  const records = await db.selectFrom('audit_event').select(['action', 'actor_id']).orderBy('seq').execute();
  expect(records).toEqual([
    { action: 'person_added', actor_id: null },
    { action: 'person_invited', actor_id: null },
  ]);
  expect((await users(settings, 'list')).stdout).toBe(
    'Ada King Lovelace <ada@example.test>, invited, not verified, the permissions of Administrator\n',
  );
});

test('npm run users grants, invites and deactivates by the rules of the API, and prints before and after', async () => {
  const { db, environment } = await on(createTestDatabase);
  const settings = { ...environment, SIGN_IN: 'password' };
  const run = (...args: string[]) => users(settings, ...args);
  await run('add', 'ada@example.test', 'Ada Lovelace', '--role', 'Administrator');
  const bo = await run('add', 'bo@example.test', 'Bo Nilsson', '--permission', 'dials:view', '--temporary-password');
  expect(bo.stdout).toMatch(
    /with dials:view\.\n.+ npm run users -- confirm bo@example\.test\nPassword for the first sign-in, which asks for another one:\n[\w-]{23}\n$/,
  );

  expect((await run('grant', 'BO@example.test', '--role', 'Reviewer')).stdout).toBe(
    'Bo Nilsson <bo@example.test>\nbefore: dials:view\nnow: the permissions of Reviewer\n',
  );
  expect((await run('invite', 'bo@example.test')).stdout).toMatch(
    /\nhttp:\/\/localhost:3000\/idp\/invitation\/[\w-]{43}\n$/,
  );
  expect((await run('confirm', 'bo@example.test')).stdout).toBe(
    'Bo Nilsson <bo@example.test> is verified: their votes count.\n',
  );
  for (const args of [
    ['grant', 'ada@example.test', '--role', 'Viewer'],
    ['deactivate', 'ada@example.test'],
  ])
    expect(await run(...args)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nobody would be left who may change people. Give edit on user to someone else first.\n',
    });
  expect((await run('deactivate', 'bo@example.test')).code).toBe(0);
  expect((await run('deactivate', 'bo@example.test')).stderr).toBe('Bo Nilsson is deactivated already.\n');
  expect((await run('list')).stdout.split('\n')).toEqual([
    'Ada Lovelace <ada@example.test>, invited, not verified, the permissions of Administrator',
    'Bo Nilsson <bo@example.test>, deactivated, the permissions of Reviewer',
    '',
  ]);
  const records = await db.selectFrom('audit_event').select(['action', 'actor_id']).orderBy('seq').execute();
  expect(records.filter(({ actor_id }) => actor_id !== null)).toEqual([]);
  expect(records.filter(({ action }) => action === 'person_change_refused')).toHaveLength(3);
});

test('npm run users with the demo sign-in adds a person to the sign-in page, beside the demo people', async () => {
  const { db, environment } = await on(createTestDatabase);
  const added = await users(environment, 'add', 'ada@example.test', 'Ada Lovelace');
  expect(added.stdout).toBe(
    'Added Ada Lovelace <ada@example.test> with no permissions.\nThey are on the sign-in page at once.\n',
  );
  expect(await db.selectFrom('person').select('id').execute()).toHaveLength(DEMO_PEOPLE.length + 1);
  expect((await users(environment, 'invite', 'ada@example.test')).stderr).toContain('Nobody needs a link here');
});

test('npm run users reports that a tenant manages the people', async () => {
  const { environment } = await on(createTestDatabase);
  const tenant = { AUTH_DOMAIN: 'tenant.example', AUTH_CLIENT_ID: 'c', AUTH_AUDIENCE: 'a' };
  for (const args of [
    ['add', 'ada@example.test', 'Ada Lovelace'],
    ['deactivate', 'ada@example.test'],
  ]) {
    const ended = await users({ ...environment, ...tenant }, ...args);
    expect([ended.code, ended.stderr]).toEqual([
      1,
      'People are managed by the tenant tenant.example. Change them there.\n',
    ]);
  }
});

test('npm run users changes the sign-in mode, which settings alone do not', async () => {
  const { db, environment } = await on(createTestDatabase);
  await storeSignInMode(db, 'demo', new Date());
  const password = { ...environment, SIGN_IN: 'password' };
  expect((await users(password, 'list')).stderr).toBe(
    'This database is set up for the demo sign-in, and the settings ask for passwords. ' +
      'Leave out SIGN_IN and AUTH_DOMAIN. ' +
      'To change it for good, stop every server and run: npm run users -- mode password.\n',
  );
  expect((await users(environment, 'mode', 'password')).stdout).toBe(
    'Changed. Set SIGN_IN=password and leave out AUTH_DOMAIN, then start the servers; everyone signs in anew.\n',
  );
  expect((await users(password, 'list')).code).toBe(0);
});

const wrong: [string[], string][] = [
  [[], 'Say what to do: add, list, grant, invite, confirm, deactivate or mode.'],
  [['constructor'], 'There is no command constructor.'],
  [['add'], 'Say whose: an e-mail is missing.'],
  [['add', 'ada@example.test'], 'Say who it is: "<Given Family>", with a space between, in quotes.'],
  [['add', 'ada@example.test', 'Ada'], 'Say who it is: "<Given Family>", with a space between, in quotes.'],
  [
    ['add', 'ada@example.test', 'Ada', 'Lovelace'],
    '"Lovelace" is one word too many. A name of several words goes in quotes.',
  ],
  [['add', 'ada', 'Ada Lovelace'], 'Please write an e-mail address, like name@example.com.'],
  [['add', 'a@b.example', 'A B', '--role', 'Boss'], 'There is no role Boss.'],
  [['add', 'a@b.example', 'A B', '--permission', 'dials:all'], 'There is no permission dials:all.'],
  [
    ['add', 'a@b.example', 'A B', '--role', 'Viewer', '--permission', 'dials:view'],
    'Use --role or --permission, not both.',
  ],
  [['grant', 'a@b.example'], 'Say what to grant: --role or --permission is missing.'],
  [['mode'], 'Say how people sign in: demo, password, tenant.'],
  [['mode', 'magic'], 'Say how people sign in: demo, password, tenant.'],
  [['list', 'all'], '"all" is one word too many.'],
  [['list', '--role', 'Viewer'], 'list takes neither --role nor --permission.'],
  [['deactivate', 'a@b.example', '--temporary-password'], 'deactivate does not take --temporary-password.'],
  [['deactivate', '--now'], "Unknown option '--now'."],
];
test.each(wrong)('npm run users with %j prints what is wrong and the usage', (args, sentence) => {
  expect(() => readPeopleCommand(args)).toThrow(sentence);
  expect(() => readPeopleCommand(args)).toThrow('npm run users -- add <e-mail> "<Given Family>"');
});
