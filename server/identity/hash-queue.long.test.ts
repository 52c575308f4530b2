import { exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { hashQueue, MAX_HASHES_AT_ONCE, MAX_HASHES_WAITING } from './hash-queue.ts';
import { issueAccessToken } from './issue-token.ts';
import { hashPassword } from './password.ts';
import { checkWithLocalKeys } from './token-check.ts';

const PLACES = MAX_HASHES_AT_ONCE + MAX_HASHES_WAITING;

test('the password hash queue does not block token checks', async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = { signing: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256' }] };
  const expected = { issuer: 'http://localhost/idp/', audience: 'api', clientId: 'web', keys, maxTokenHours: 24 };
  const { checkToken } = checkWithLocalKeys(expected);
  const token = () => issueAccessToken({ ...expected, person: { id: 'ada', permissions: [] }, seconds: 60 });
  await checkToken(await token());
  const unknown = await token();

  const queue = hashQueue();
  let hashed = 0;
  const all = Array.from({ length: PLACES }, async (_, one) => {
    await queue.run(`203.0.113.${one}`, () => hashPassword('four small grey doors'));
    hashed += 1;
  });
  await checkToken(unknown);
  expect(hashed).toBeLessThan(PLACES / 2);
  await Promise.all(all);
  expect(hashed).toBe(PLACES);
});
