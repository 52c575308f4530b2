import { expect, test } from 'vitest';
import { ownChangesOf, rememberChanges } from './ownChanges.ts';
import type { Api } from './nouns.ts';

const params = { partner: 9101, cob: 'flood' };

/** A client whose one change is answered on demand. */
function startChange() {
  const answer = Promise.withResolvers<{ revision: string }>();
  const client = rememberChanges({
    cancelReviews: () => answer.promise,
    getBucket: () => Promise.resolve({ revision: '9' }),
  } as unknown as Api);
  return { answer, client, own: ownChangesOf(client) };
}

test('a revision is one’s own if a change of this client led to it, for that object', async () => {
  const { answer, client, own } = startChange();
  const call = client.cancelReviews({ params }, { ifMatch: '6' });
  expect(own.made(params, '7')).toBe(false);
  answer.resolve({ revision: '7' });
  await call;
  expect(own.made({ cob: 'flood', partner: 9101 }, '7')).toBe(true);
  expect(own.made(params, '8')).toBe(false);
  expect(own.made({ ...params, cob: 'hull' }, '7')).toBe(false);
});

test('reads are not recorded', async () => {
  const { client, own } = startChange();
  await client.getBucket({ params });
  expect(own.made(params, '9')).toBe(false);
});

test('settled waits for pending changes, refused or not', async () => {
  const { answer, client, own } = startChange();
  const call = client.cancelReviews({ params }, { ifMatch: '6' });
  let settled = false;
  const waiting = own.settled().then(() => (settled = true));
  await Promise.resolve();
  expect(settled).toBe(false);
  answer.reject(new Error('refused'));
  await expect(call).rejects.toThrow('refused');
  await waiting;
  expect(settled).toBe(true);
  expect(own.made(params, '7')).toBe(false);
});
