import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { planOf, recorder } from '#server/testing/recorder.ts';
import { createAdapter, revokeAccount } from './adapter.ts';
import { loadKeys, publicKeys } from './keys.ts';

const database = useTestDatabase();

test('servers that start together agree on their keys, and find them again', async () => {
  const loaded = await Promise.all([1, 2, 3, 4].map(() => loadKeys(database.db)));
  const again = await loadKeys(database.db);
  for (const keys of loaded) expect(keys).toEqual(again);
  expect(again.signing).toHaveLength(1);
  expect(again.cookie).toHaveLength(1);
  expect(again.cookie[0]).toMatch(/^[\w-]{43}$/);
});

test('the public keys contain nothing private', async () => {
  const [key] = publicKeys(await loadKeys(database.db)).keys;
  expect(Object.keys(key ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test('the sessions of one person are ended without reading those of others', async () => {
  await sql`insert into oidc_record (model, id, payload, account_id)
    select 'Session', 's' || n, '{}', 'person ' || n from generate_series(1, 5000) n`.execute(database.db);
  await execute(database.config, 'analyze oidc_record');
  const { db, during } = recorder(database.db);
  const [query] = await during(() => revokeAccount(db, 'person 7'));
  expect(await planOf(db, query)).toContain('oidc_record_by_account');
  const left = await db.selectFrom('oidc_record').select('id').where('account_id', '=', 'person 7').execute();
  expect(left).toEqual([]);
});

test('a code is consumed once, a refresh token stays usable for the grace period', async () => {
  let now = new Date('2026-05-01T00:00:00Z');
  const adapterFor = createAdapter(database.db, () => now);
  const [codes, refreshTokens] = [adapterFor('AuthorizationCode'), adapterFor('RefreshToken')];
  await codes.upsert('c', { accountId: 'ada' }, 60);
  await codes.consume('c');
  await expect(codes.consume('c')).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(await codes.find('c')).toHaveProperty('consumed');

  await refreshTokens.upsert('r', { accountId: 'ada' }, 86_400);
  await refreshTokens.consume('r');
  now = new Date('2026-05-01T00:00:29Z');
  await refreshTokens.consume('r');
  expect(await refreshTokens.find('r')).not.toHaveProperty('consumed');
  now = new Date('2026-05-01T00:00:30Z');
  expect(await refreshTokens.find('r')).toHaveProperty('consumed');
});
