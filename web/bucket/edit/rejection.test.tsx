import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Review, ReviewComment } from '#contract/review.ts';
import { makeBucket, makeDraft, ME, OTHER } from '#web/bucket/testing.tsx';
import { button, dialog, LIVE, openEditor, rows } from './testing.tsx';

const AT = '2026-11-14T11:30:00.000Z';
const comment = (id: string, more: Partial<ReviewComment>): ReviewComment => ({
  id,
  by: OTHER,
  at: AT,
  text: '',
  dial: null,
  vote: null,
  reply_to: null,
  resolved: null,
  ...more,
});
const dial = { id: LIVE[1]?.dial_id ?? '', name: 'Cyber excess of $50m' };
const REJECTED: Review = {
  cob: 'cargo',
  partner: { number: 9101, name: 'Alder' },
  round: {
    number: 1,
    description: 'A wider line',
    submitted_at: AT,
    submitted_by: ME,
    closed_at: AT,
    outcome: 'rejected',
    hash: 'a'.repeat(64),
    required: 2,
    signers: [],
    above_before: [],
    live_on: null,
    approved_at: null,
    restart: null,
    put_off_to: null,
    stopped_because: null,
    brings_forward: null,
    broken_examples: [],
    votes: [
      { by: OTHER, choice: 'reject', comment: 'Half of it', at: AT, discounted: null, acts_for: [], signs_for: null },
    ],
    authors: [],
    comments: [
      comment('c1', { text: 'Why so wide?', dial }),
      comment('c2', { text: 'Settled', resolved: { by: OTHER, at: AT } }),
    ],
    set: null,
  },
  earlier: [],
  since: null,
  number: null,
  mine: null,
  abilities: { vote: false, comment: true },
  refusal: null,
  vote_not_counted: null,
};

test('after a rejection the page says who rejected it and what is unresolved, and submits with the last description', async () => {
  const draft = makeDraft(LIVE.slice(1), { description: 'A wider line' });
  await openEditor(makeBucket(LIVE, { draft }), {
    permissions: ['bucket:view', 'bucket:edit', 'review:view'],
    answers: { getReview: async () => REJECTED },
  });
  await expect.element(page.getByText(`Rejected by ${OTHER.name}, 1 comment unresolved`)).toBeVisible();
  const comments = page.getByRole('group', { name: 'Rejection comments' });
  await expect.element(comments.getByText('Half of it')).toBeVisible();
  expect(comments.getByText('Settled').query()).toBeNull();
  await expect.element(rows().getByTitle(`${OTHER.name}: Why so wide?`)).toBeVisible();
  await comments.getByRole('button', { name: dial.name }).click();
  await expect.poll(() => document.activeElement?.getAttribute('data-dial')).toBe(dial.id);
  await button('Submit for Review').click();
  const description = dialog('Submit for Review').getByRole('textbox', { name: 'Description' });
  await expect.element(description).toHaveValue('A wider line');
});
