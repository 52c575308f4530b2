import { describe, expect, test } from 'vitest';
import { parsePermissions } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { submissionAbilities } from '#domain/review/round.ts';
import { bucketAbilities } from './policy.ts';
import { bucketStatus, headerState, type DraftState, type RoundOutcome } from './state.ts';

const draftIn = (state: DraftState | null) => (state === null ? null : { state });

describe('the state of a bucket', () => {
  test.each([
    [null, 'active'],
    ['draft', 'draft'],
    ['pending_review', 'pending_review'],
  ] as const)('with a draft that is %s the bucket is %s', (state, status) => {
    expect(bucketStatus(draftIn(state))).toBe(status);
  });

  test.each<[DraftState | null, RoundOutcome | null | 'none', boolean, string | null]>([
    ['pending_review', null, false, 'review_requested'],
    ['pending_review', 'rejected', false, 'review_requested'],
    ['draft', 'none', false, null],
    ['draft', 'rejected', false, 'draft_rejected'],
    ['draft', 'rejected', true, null],
    ['draft', 'cancelled', false, null],
    ['draft', 'approved', false, null],
    [null, 'approved', false, 'draft_approved'],
    [null, 'rejected', false, null],
    [null, 'cancelled', false, null],
    [null, 'none', false, null],
  ])('draft %s, last round %s, saved since %s: the header says %s', (state, outcome, saved, header) => {
    expect(headerState(draftIn(state), outcome === 'none' ? null : { outcome, approved_at: null }, saved)).toBe(header);
  });
});

test('a draft that is approved for a later day says so, and can only be put off or called off', () => {
  const round = { outcome: null, approved_at: new Date('2026-11-18T10:00:00.000Z') };
  const draft = draftIn('pending_review');
  expect(headerState(draft, round, false)).toBe('draft_scheduled');
  const editor = { permissions: parsePermissions(['bucket:edit']) } as Actor;
  expect(submissionAbilities(editor, draft, { isScheduled: true, asksEarlier: false })).toMatchObject({
    discard_review: false,
    reschedule: true,
  });
  expect(bucketAbilities(editor, draft).edit).toBe(false);
});

describe('who may do what', () => {
  const actor = (...permissions: string[]) => ({ permissions: parsePermissions(permissions) }) as Actor;
  const NOTHING = { edit: false, submit: false, reset: false, discard_review: false, reschedule: false, review: false };

  test.each<[string[], DraftState | null, Partial<typeof NOTHING>]>([
    [['bucket:view'], null, {}],
    [['bucket:view'], 'draft', {}],
    [['bucket:view'], 'pending_review', {}],
    [['bucket:view', 'bucket:create', 'bucket:delete', 'dials:edit'], null, {}],
    [['bucket:edit'], null, { edit: true }],
    [['bucket:edit'], 'draft', { edit: true, submit: true, reset: true }],
    [['bucket:edit'], 'pending_review', { discard_review: true }],
    [['review:view'], 'draft', {}],
    [['review:view'], 'pending_review', { review: true }],
    [['review:create', 'dials:edit', 'admin:edit'], 'pending_review', {}],
    [['bucket:edit', 'review:view'], 'pending_review', { discard_review: true, review: true }],
  ])('%s with a draft that is %s', (permissions, state, abilities) => {
    const [person, draft] = [actor(...permissions), draftIn(state)];
    const may = {
      ...bucketAbilities(person, draft),
      ...submissionAbilities(person, draft, { isScheduled: false, asksEarlier: false }),
    };
    expect(may).toEqual({ ...NOTHING, ...abilities });
  });
});
