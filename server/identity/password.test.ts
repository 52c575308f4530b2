import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestDatabase } from '#server/testing/database.ts';
import { type HashQueue, HashQueueFull } from './hash-queue.ts';
import { argon2id, type Hasher, hashPassword, verifyPassword } from './password.ts';
import { passwordSignIn } from './password.sign-in.ts';
import { findPassword, putPassword } from './password.store.ts';
import { insertPeople } from '#server/testing/records.ts';

const at = new Date('2027-03-01T09:00:00.000Z');
const database = useTestDatabase();

test('[PW30] a stored password is Argon2id in its usual format, with its own salt', async () => {
  const [one, two] = [await hashPassword('four small grey doors'), await hashPassword('four small grey doors')];
  expect(one).not.toBe(two);
  const [, memory, passes, salt = '', hash = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/.exec(one) ?? [];
  expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
  expect(Number(passes)).toBeGreaterThanOrEqual(2);
  const again = argon2Sync('argon2id', {
    message: 'four small grey doors',
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: 1,
    tagLength: 32,
  });
  expect(again.toString('base64').replace(/=+$/, '')).toBe(hash);
  expect(await verifyPassword('four small grey doors', two)).toEqual({ right: true, outdated: false });
  expect(await verifyPassword('four small grey door', two)).toEqual({ right: false, outdated: false });
});

test('[PW31] a stored password with other parameters is verified with those, and detected as outdated', async () => {
  const parameters = { nonce: Buffer.alloc(16, 7), memory: 8192, passes: 1, parallelism: 2, tagLength: 32 };
  const hash = argon2Sync('argon2id', { message: 'Käse', ...parameters })
    .toString('base64')
    .replace(/=+$/, '');
  const salt = parameters.nonce.toString('base64').replace(/=+$/, '');
  const encoded = `$argon2id$v=19$m=8192,t=1,p=2$${salt}$${hash}`;
  expect(await verifyPassword('Käse'.normalize('NFD'), encoded)).toEqual({ right: true, outdated: true });
  await expect(verifyPassword('x', 'plain')).rejects.toThrow('is malformed');
});

async function person(id: string, hash?: string) {
  const { db } = database;
  await insertPeople(db, { id });
  if (hash) await putPassword(db, { person_id: id, hash, set_at: at, must_change: false });
}
function counting(queue?: HashQueue) {
  const verified: string[] = [];
  const hasher: Hasher = {
    hash: argon2id.hash,
    verify: (password, encoded) => {
      verified.push(encoded.replace(/\$[^$]+\$[^$]+$/, ''));
      return argon2id.verify(password, encoded);
    },
  };
  const findByEmail = (email: string) =>
    database.db
      .selectFrom('person')
      .select(['id', 'name', 'email', 'deactivated_at'])
      .where('email', '=', email)
      .executeTakeFirst();
  return {
    verified,
    service: passwordSignIn({ db: database.db, now: () => at, findByEmail, hasher, ...(queue && { queue }) }),
  };
}

test('[PW32] an unknown e-mail takes the same work as a known one', async () => {
  await person('known', await hashPassword('four small grey doors'));
  await person('invited');
  const { verified, service } = counting();
  for (const email of ['known@example.test', 'invited@example.test', 'nobody@example.test'])
    expect(await service.signIn({ email, password: 'wrong', address: '203.0.113.1' })).toEqual({ kind: 'wrong' });
  expect(verified).toHaveLength(3);
  expect(new Set(verified).size).toBe(1);
  const records = await database.db.selectFrom('audit_event').select(['object_id', 'detail']).orderBy('seq').execute();
  expect(records).toEqual(
    ['known', 'invited', 'unknown'].map((object_id) => ({ object_id, detail: { because: 'password' } })),
  );
});

test('[PW33] a hash with other parameters is renewed at the next sign-in', async () => {
  const parameters = { nonce: Buffer.alloc(16, 7), memory: 8192, passes: 1, parallelism: 1, tagLength: 32 };
  const hash = argon2Sync('argon2id', { message: 'four small grey doors', ...parameters }).toString('base64');
  const salt = parameters.nonce.toString('base64').replace(/=+$/, '');
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${hash.replace(/=+$/, '')}`;
  await person('old', old);
  const { service } = counting();
  const typed = { email: 'old@example.test', address: '203.0.113.2' };
  expect(await service.signIn({ ...typed, password: 'wrong' })).toEqual({ kind: 'wrong' });
  expect((await findPassword(database.db, 'old'))?.hash).toBe(old);
  const right = { kind: 'right', personId: 'old', mustChange: false };
  expect(await service.signIn({ ...typed, password: 'four small grey doors' })).toEqual(right);
  const stored = (await findPassword(database.db, 'old'))?.hash ?? '';
  expect(stored).not.toBe(old);
  expect(await verifyPassword('four small grey doors', stored)).toEqual({ right: true, outdated: false });
});

test('an attempt that finds the queue full gets a retry time, and does not count', async () => {
  const full: HashQueue = { countWaiting: () => 0, run: () => Promise.reject(new HashQueueFull()) };
  const { verified, service } = counting(full);
  const attempt = { email: 'known@example.test', password: 'four small grey doors', address: '203.0.113.3' };
  for (let time = 0; time < 5; time += 1)
    expect(await service.signIn(attempt)).toEqual({ kind: 'busy', retryAfterSeconds: 5 });
  expect(verified).toEqual([]);
  expect((await counting().service.signIn(attempt)).kind).toBe('right');
});
