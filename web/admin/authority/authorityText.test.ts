import { expect, test } from 'vitest';
import { describeDeputy, describePreview } from './authorityText.ts';

const preview = (drafts: number, needed: number, had: number) =>
  describePreview({ days: 90, drafts, needed, had }, ['Ann', 'Bob']);

test.each([
  [0, 0, 0, 'No draft of the last 90 days was for these buckets.'],
  [1, 0, 0, 'With this rule, the one draft of the last 90 days would not have needed Ann or Bob.'],
  [31, 0, 0, 'With this rule, none of the 31 drafts of the last 90 days would have needed Ann or Bob.'],
  [1, 1, 1, 'With this rule, the one draft of the last 90 days would have needed Ann or Bob. It had that vote.'],
  [
    31,
    1,
    0,
    'With this rule, 1 of the 31 drafts of the last 90 days would have needed Ann or Bob. It did not have that vote.',
  ],
  [
    31,
    2,
    2,
    'With this rule, 2 of the 31 drafts of the last 90 days would have needed Ann or Bob. Both had that vote.',
  ],
  [
    31,
    2,
    0,
    'With this rule, 2 of the 31 drafts of the last 90 days would have needed Ann or Bob. Neither had that vote.',
  ],
  [3, 3, 3, 'With this rule, all 3 drafts of the last 90 days would have needed Ann or Bob. All had that vote.'],
  [5, 3, 0, 'With this rule, 3 of the 5 drafts of the last 90 days would have needed Ann or Bob. None had that vote.'],
  [
    5,
    3,
    1,
    'With this rule, 3 of the 5 drafts of the last 90 days would have needed Ann or Bob. 1 of them had that vote.',
  ],
])('what a rule would have done: %i drafts, %i needed, %i had', (drafts, needed, had, text) => {
  expect(preview(drafts, needed, had)).toBe(text);
});

test.each([
  ['2026-11-01', '2026-11-30', '2026-11-17', 'current', 'until 30 Nov 2026', '13 days left'],
  ['2026-11-01', '2026-11-30', '2026-11-29', 'current', 'until 30 Nov 2026', '1 day left'],
  ['2026-11-01', '2026-11-30', '2026-11-30', 'current', 'until 30 Nov 2026', 'last day'],
  ['2026-11-01', '2026-11-30', '2026-12-01', 'ended', 'ended 30 Nov 2026', ''],
  ['2026-11-20', '2026-11-30', '2026-11-17', 'later', '20 Nov 2026 to 30 Nov 2026', ''],
])('a deputy from %s to %s, on %s, is %s', (first_day, last_day, today, kind, text, left) => {
  const state = describeDeputy({ first_day, last_day, ended_at: null }, today);
  expect(state).toMatchObject({ kind, text, left });
  expect(state.passed).toBeGreaterThanOrEqual(0);
  expect(state.passed).toBeLessThanOrEqual(1);
});
