import { expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import { MAX_EDITS_PER_BUCKET, MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { isChosen, isMeasurable, keyOf, type PlannedBucket, refusalsIn, findStopReason } from './editPlan.ts';

const EDIT: BucketEdit = { kind: 'remove', dial_id: 'a' };
const bucket = (more: Partial<PlannedBucket> = {}): PlannedBucket => ({
  partner: { number: 9101, name: 'Alder' },
  cob: 'cargo',
  revision: '1',
  draft: null,
  edits: [EDIT],
  blockReason: undefined,
  isPreselected: false,
  ...more,
});

test.each<[what: string, bucket: Partial<PlannedBucket>, choice: boolean | undefined, chosen: boolean]>([
  ['by default', { isPreselected: true }, undefined, true],
  ['by choice', {}, true, true],
  ['not if unticked', { isPreselected: true }, false, false],
  ['not if blocked', { isPreselected: true, blockReason: 'In review' }, true, false],
  ['not if its result breaks a rule', { isPreselected: true, conflict: 'Min line' }, true, false],
])('A bucket is chosen %s', (_, more, choice, chosen) => {
  const one = bucket(more);
  expect(isChosen(one, new Map(choice === undefined ? [] : [[keyOf(one), choice]]))).toBe(chosen);
});

test.each<[what: string, chosen: readonly PlannedBucket[], reason: string | undefined]>([
  ['nothing', [bucket()], undefined],
  ['no bucket', [], 'Choose a bucket.'],
  ['open questions', [bucket({ open: 1 }), bucket({ open: 2 })], '3 choices left'],
  ['many buckets', Array.from({ length: MAX_SET_BUCKETS + 1 }, () => bucket()), 'At most 100 buckets'],
  [
    'many edits',
    [bucket({ edits: Array.from({ length: MAX_EDITS_PER_BUCKET + 1 }, () => EDIT) })],
    'At most 100 changes',
  ],
])('A plan is stopped by %s', (_, chosen, reason) => {
  expect(findStopReason(chosen)?.slice(0, reason?.length)).toBe(reason);
});

test('Only decided edits are measured', () => {
  const undecided = [{ open: 1 }, { edits: [] }, { blockReason: 'In review' }, { conflict: 'Min line' }].map(bucket);
  expect([bucket(), ...undecided].map(isMeasurable)).toEqual([true, false, false, false, false]);
});

test('Refusals are found by bucket', () => {
  const refused = { partner: 9101, cob: 'cargo', detail: 'Changed.' };
  expect(refusalsIn(new Problem('stale', 'Nothing was changed.', { refused: [refused] })).get(keyOf(bucket()))).toBe(
    refused,
  );
  expect(refusalsIn(new Error('offline')).size).toBe(0);
});
