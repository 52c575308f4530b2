import { expect, test } from 'vitest';
import type { AuditRow } from '#contract/audit.ts';
import { REFUSALS } from '#domain/review/round.ts';
import { actionLabel, auditAddress, refusalMessage, describeAction, objectTypeLabel } from './words.ts';

test('describes actions in words', () => {
  expect(describeAction({ action: 'bucket_submitted', detail: { description: 'x' } })).toBe('Submitted for review');
  expect(describeAction({ action: 'bucket_voted', detail: { choice: 'reject' } })).toBe('Rejected draft');
  expect(describeAction({ action: 'bucket_voted', detail: null })).toBe('Voted');
});

test('a refusal names the attempt and the message the person saw', () => {
  const vote = { action: 'bucket_change_refused', detail: { attempt: 'bucket_voted', message: REFUSALS.author } };
  expect(describeAction(vote)).toBe('Refused: vote on own draft');
  expect(refusalMessage(vote)).toBe(REFUSALS.author);
  expect(describeAction({ action: 'dial_change_refused', detail: { attempt: 'dial_saved', message: 'Stale.' } })).toBe(
    'Refused: save draft',
  );
  expect(describeAction({ action: 'sign_in_refused', detail: { because: 'too_many' } })).toBe(
    'Refused: sign-in, too many attempts',
  );
  expect(refusalMessage({ detail: {} })).toBeUndefined();
});

test('a refusal by token names what was needed, and how often it repeated', () => {
  const words = (detail: object) => describeAction({ action: 'access_refused', detail: detail as AuditRow['detail'] });
  expect(words({ method: 'GET', route: '/api/users', needs: 'view on user' })).toBe(
    'Refused: access, needs view on user',
  );
  expect(words({ left_out: 12 })).toBe('Refused: access, 12 more times');
  expect(words({ left_out: 1 })).toBe('Refused: access, 1 more time');
  expect(words({})).toBe('Refused: access');
});

test('unknown actions stay readable', () => {
  expect(actionLabel('moon_landed')).toBe('Moon landed');
  expect(actionLabel('constructor')).toBe('Constructor');
  expect(objectTypeLabel('reference_list')).toBe('Reference list');
  expect(objectTypeLabel('moon')).toBe('Moon');
  expect(describeAction({ action: 'dial_change_refused', detail: { attempt: 'sing' } })).toBe(
    'Refused: change of dial',
  );
});

test('links to the object of a record', () => {
  expect(auditAddress({ object: { type: 'bucket', id: '9101/cargo' } })?.to).toBe('/syndicate/9101/bucket/cargo');
  expect(auditAddress({ object: { type: 'person', id: 'demo|a b' } })?.to).toBe('/users/demo%7Ca%20b');
  expect(auditAddress({ object: { type: 'dial', id: 'x' } })?.needs).toEqual({ scope: 'dials', action: 'view' });
  expect(auditAddress({ object: { type: 'flag', id: 'x' } })).toBeUndefined();
  expect(auditAddress({ object: { type: 'person', id: 'others' } })).toBeUndefined();
});
