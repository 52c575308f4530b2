import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { createAdapter } from './adapter.ts';
import { issueAccessToken } from './issue-token.ts';
import { loadKeys, publicKeys } from './keys.ts';
import { checkWithLocalKeys } from './token-check.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('keys', () => {
  test('[K1] servers that start at the same time agree on their keys, and find them again', async () => {
    const loaded = await Promise.all([1, 2, 3, 4].map(() => loadKeys(database.db)));
    const again = await loadKeys(database.db);
    for (const keys of loaded) expect(keys).toEqual(again);
    expect(again.signing).toHaveLength(1);
    expect(again.cookie).toHaveLength(1);
    expect(again.cookie[0]).toMatch(/^[\w-]{43}$/);
  });

  test('[K2] the public keys hold nothing private', async () => {
    const [key] = publicKeys(await loadKeys(database.db)).keys;
    expect(Object.keys(key ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  test('[K3] a token made without a sign-in passes the same check', async () => {
    const keys = await loadKeys(database.db);
    const expected = { issuer: 'http://localhost:3000/idp/', audience: 'api', clientId: 'web' };
    const person = { id: 'ada', permissions: ['bucket:view'] };
    const token = await issueAccessToken({ ...expected, keys, person, seconds: 60 });
    const actor = await checkWithLocalKeys({ ...expected, keys }).checkToken(token);
    expect(actor).toMatchObject({ id: 'ada', permissions: { bucket: 1 } });
  });
});

describe('records', () => {
  test('[K5] a code is consumed once, a refresh token stays usable for the grace period', async () => {
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
});
