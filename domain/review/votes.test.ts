import { expect, test } from 'vitest';
import { type Choice, describeFreeSlots } from './round.ts';
import {
  describeForecast,
  describeProgress,
  countedVoteOf,
  describeReplaced,
  forecastApprovals,
  groupVotes,
  joinComments,
  type VotedBucket,
} from './votes.ts';

const ANN = { person: 'ann', actsFor: [] };
const vote = (id: string, choice: Choice = 'approve', discounted: 'deactivated' | null = null, at = '10:00') => ({
  by: { id, name: id },
  choice,
  discounted,
  acts_for: [],
  signs_for: null,
  at,
});
const bucket = (name: string, votes: VotedBucket['votes'] = [], more: Partial<VotedBucket> = {}): VotedBucket => ({
  name,
  votes,
  required: 2,
  signers: [],
  outcome: null,
  live_on: null,
  ...more,
});
const seven = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => bucket(name, [vote('rex')]));
const fulmar = bucket('Fulmar');
const juniper = bucket('Juniper', [vote('rex', 'reject')]);

test.each<[readonly VotedBucket[], string, string]>([
  [
    [...seven, fulmar, juniper],
    '7 become Active.',
    'Fulmar and Juniper need two approvals. Nine votes, each for exactly this content.',
  ],
  [seven, 'All 7 become Active.', 'Seven votes, each for exactly this content.'],
  [[fulmar], '', 'Fulmar needs two approvals. Your vote counts for exactly this content.'],
  [[seven[0] ?? fulmar], 'A becomes Active.', 'Your vote counts for exactly this content.'],
  // One's own vote is given already, and one that no longer counts is not.
  [
    [bucket('A', [vote('ann')]), bucket('B', [vote('rex', 'approve', 'deactivated')])],
    '',
    'A needs one more approval. B needs two approvals. Two votes, each for exactly this content.',
  ],
  [
    seven.map(({ name }) => bucket(name, [], { required: 3 })),
    '',
    'All 7 need three approvals. Seven votes, each for exactly this content.',
  ],
])('what approvals of ann would do to %j', (buckets, outcome, rest) => {
  expect(describeForecast(forecastApprovals(buckets, ANN))).toEqual({ outcome, rest });
});

test('[R55] what an approval does to buckets that wait for a signer', () => {
  const signers = [{ people: ['sam'] }];
  const nameOf = (person: string) => person.toUpperCase();
  const forecast = (votes: VotedBucket['votes'], voter = ANN) =>
    forecastApprovals([bucket('A', votes, { signers })], voter, { nameOf });
  expect(forecast([vote('rex')]).active).toEqual([]);
  expect(forecast([vote('rex')]).lacking).toBe(1);
  expect(describeForecast(forecast([vote('rex')])).rest).toBe(
    'A needs SAM. Your vote counts for exactly this content.',
  );
  expect(describeForecast(forecast([])).rest).toContain('A needs two approvals, one by SAM.');
  expect(forecast([vote('rex')], { person: 'sam', actsFor: [] }).active).toEqual(['A']);
  expect(forecast([vote('rex')], { person: 'ann', actsFor: ['sam'] } as never).active).toEqual(['A']);
});

test.each<[readonly VotedBucket[], string]>([
  [[...seven, fulmar, juniper], '7 have 1 of 2 approvals, 2 have no approvals'],
  [seven, 'All have 1 of 2 approvals'],
  [[fulmar, juniper], 'No approvals yet'],
  [[fulmar], 'No approvals yet'],
  [
    [fulmar, bucket('A', [], { outcome: 'approved' }), bucket('B', [], { outcome: 'rejected' })],
    '1 is Active, 1 was rejected, 1 has no approvals',
  ],
])('how far they are: %#', (buckets, words) => {
  expect(describeProgress(buckets)).toBe(words);
});

test('the votes of one person are one, for each choice', () => {
  const votes = groupVotes([
    bucket('A', [vote('rex', 'approve', null, '11:00'), vote('ann', 'approve', null, '10:30')]),
    bucket('B', [vote('rex', 'approve', null, '10:00'), vote('ann', 'reject', null, '12:00')]),
  ]);
  expect(votes.map(({ by, choice, at, buckets }) => [by.id, choice, at, buckets])).toEqual([
    ['rex', 'approve', '11:00', ['A', 'B']],
    ['ann', 'approve', '10:30', ['A']],
    ['ann', 'reject', '12:00', ['B']],
  ]);
});

test('merges identical comments on several buckets', () => {
  const comment = (text: string, at: string, id = 'ann', resolved: object | null = null) => ({
    by: { id },
    at,
    text,
    vote: null,
    dial: null,
    resolved,
  });
  const joined = joinComments([
    { bucket: 1, comments: [comment('Why?', '10:00'), comment('Why?', '11:00'), comment('Here', '12:00')] },
    { bucket: 2, comments: [comment('First', '09:00'), comment('Why?', '10:00'), comment('Why?', '10:00', 'rex')] },
  ]);
  expect(joined.map(({ comment: { text, at, by }, buckets }) => [text, at, by.id, buckets])).toEqual([
    ['First', '09:00', 'ann', [2]],
    ['Why?', '10:00', 'ann', [1, 2]],
    ['Why?', '10:00', 'rex', [2]],
    ['Why?', '11:00', 'ann', [1]],
    ['Here', '12:00', 'ann', [1]],
  ]);
});

test('a comment that is resolved on one bucket only is not merged', () => {
  const comment = (resolved: object | null) => ({
    by: { id: 'ann' },
    at: '10:00',
    text: 'Why?',
    vote: null,
    dial: null,
    resolved,
  });
  const joined = joinComments([1, 2, 3].map((bucket) => ({ bucket, comments: [comment(bucket === 2 ? {} : null)] })));
  expect(joined.map(({ buckets }) => buckets)).toEqual([[1, 3], [2]]);
});

test('[R31] an approval before the day says when it goes live, and on the day that it becomes Active', () => {
  const dated = ['A', 'B'].map((name) => bucket(name, [vote('rex')], { live_on: '2027-01-01' }));
  const outcomeOn = (today: string, buckets = dated) =>
    describeForecast(forecastApprovals(buckets, ANN, { today })).outcome;
  expect(outcomeOn('2026-12-31')).toBe('All 2 go live on 1 Jan 2027.');
  expect(outcomeOn('2026-12-31', dated.slice(1))).toBe('B goes live on 1 Jan 2027.');
  expect(outcomeOn('2027-01-01')).toBe('All 2 become Active.');
  const apart = [...dated, bucket('C', [vote('rex')], { live_on: '2027-02-01' })];
  expect(describeForecast(forecastApprovals(apart, ANN, { today: '2026-11-18' })).outcome).toBe(
    'All 3 go live, each on its day.',
  );
  const replacedOn = (today: string, buckets = dated) => describeReplaced(forecastApprovals(buckets, ANN, { today }));
  expect(replacedOn('2026-12-31')).toBe('What is live in each of them now decides until then.');
  expect(replacedOn('2026-12-31', dated.slice(1))).toBe('What is live there now decides until then.');
  expect(replacedOn('2027-01-01')).toBe('What is live in each of them now is replaced at once.');
  expect(replacedOn('2026-11-18', apart)).toBe('What is live in each of them now decides until its day.');
  // Of one the day has come: the sentence names no single day for all.
  expect(outcomeOn('2027-01-01', apart)).toBe('All 3 go live, each on its day.');
  expect(
    describeFreeSlots([countedVoteOf(vote('rex'))], { required: 2, signers: [] }, { liveOn: '2027-01-01' }),
  ).toEqual(['One more approval makes it live on 1 Jan 2027']);
});
