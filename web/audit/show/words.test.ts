import { expect, test } from 'vitest';
import type { AuditRow } from '#contract/audit.ts';
import { REFUSALS } from '#domain/review/round.ts';
import { actionLabel, auditAddress, auditTold, auditWords, objectTypeLabel } from './words.ts';

test('what happened, in words', () => {
  expect(auditWords({ action: 'bucket_submitted', detail: { description: 'x' } })).toBe('Submitted for review');
  expect(auditWords({ action: 'bucket_voted', detail: { choice: 'reject' } })).toBe('Rejected draft');
  expect(auditWords({ action: 'bucket_voted', detail: null })).toBe('Voted');
});

test('a refusal says what was asked for, and what the person was told', () => {
  const vote = { action: 'bucket_change_refused', detail: { attempt: 'bucket_voted', told: REFUSALS.author } };
  expect(auditWords(vote)).toBe('Refused: vote on own draft');
  expect(auditTold(vote)).toBe(REFUSALS.author);
  expect(auditWords({ action: 'dial_change_refused', detail: { attempt: 'dial_saved', told: 'Stale.' } })).toBe(
    'Refused: save draft',
  );
  expect(auditWords({ action: 'sign_in_refused', detail: { because: 'too_many' } })).toBe(
    'Refused: sign-in, too many attempts',
  );
  expect(auditTold({ detail: {} })).toBeUndefined();
});

test('a refusal by token says what was needed, and how often more', () => {
  const words = (detail: object) => auditWords({ action: 'access_refused', detail: detail as AuditRow['detail'] });
  expect(words({ method: 'GET', route: '/api/users', needs: 'view on user' })).toBe(
    'Refused: access, needs view on user',
  );
  expect(words({ left_out: 12 })).toBe('Refused: access, 12 more times');
  expect(words({ left_out: 1 })).toBe('Refused: access, 1 more time');
  expect(words({})).toBe('Refused: access');
});

test('what no version knows yet is still readable', () => {
  expect(actionLabel('moon_landed')).toBe('Moon landed');
  expect(actionLabel('constructor')).toBe('Constructor');
  expect(objectTypeLabel('reference_list')).toBe('Reference list');
  expect(objectTypeLabel('moon')).toBe('Moon');
  expect(auditWords({ action: 'dial_change_refused', detail: { attempt: 'sing' } })).toBe('Refused: change of dial');
});

test('where the thing it happened to is shown', () => {
  expect(auditAddress({ object: { type: 'bucket', id: '9101/cargo' } })?.to).toBe('/syndicate/9101/bucket/cargo');
  expect(auditAddress({ object: { type: 'person', id: 'demo|a b' } })?.to).toBe('/users/demo%7Ca%20b');
  expect(auditAddress({ object: { type: 'dial', id: 'x' } })?.needs).toEqual({ scope: 'dials', action: 'view' });
  expect(auditAddress({ object: { type: 'flag', id: 'x' } })).toBeUndefined();
  expect(auditAddress({ object: { type: 'person', id: 'others' } })).toBeUndefined();
});
