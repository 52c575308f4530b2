import { expect, test } from 'vitest';
import { findParticipants, refuseReply, acceptsComments } from './comment.ts';

test('[R15] who saved, submitted, voted or commented takes part, once', () => {
  const people = { savers: ['ann', 'sue'], submitters: ['sue'], voters: ['rex'], commenters: ['kim', 'rex'] };
  expect(findParticipants(people)).toEqual(['ann', 'kim', 'rex', 'sue']);
});

test.each([
  ['draft', true],
  ['pending_review', true],
  ['live', false],
  ['superseded', false],
  ['discarded', false],
])('[R14] a version that is %s takes comments: %s', (state, taken) => {
  expect(acceptsComments(state)).toBe(taken);
});

test('[R14] a reply answers a comment of the same draft, one level deep', () => {
  const comment = { bucket_version_id: 'v1', reply_to: null };
  expect(refuseReply(comment, 'v1')).toBeUndefined();
  expect(refuseReply(comment, 'v2')).toBe('elsewhere');
  expect(refuseReply(undefined, 'v1')).toBe('elsewhere');
  expect(refuseReply({ ...comment, reply_to: 'c1' }, 'v1')).toBe('reply');
});
