import { expect, test } from 'vitest';
import type { BucketVersionRow } from '#contract/bucket.ts';
import type { ReviewRound } from '#contract/review.ts';
import { historyItems } from './historyItems.ts';
import { readEvidenceChoice, readHistoryChoice, historyAddress } from '#web/bucket/address.ts';

const day = (n: number): string => `2026-11-${String(n).padStart(2, '0')}T10:00:00.000Z`;
// Only the fields of versions and rounds that determine the order.
const version = (number: number, live: number, activated_at = day(live)) =>
  ({ number, live_at: day(live), activated_at }) as BucketVersionRow;
const round = (number: number, outcome: ReviewRound['outcome'], closed: number | null) =>
  ({
    number,
    outcome,
    submitted_at: day((closed ?? 12) - 1),
    closed_at: closed === null ? null : day(closed),
  }) as ReviewRound;
const VERSIONS = [version(3, 9), version(2, 5), version(1, 1)];
const ROUNDS = [round(4, null, null), round(3, 'approved', 9), round(2, 'cancelled', 7), round(1, 'approved', 5)];
const names = (...loaded: Parameters<typeof historyItems>) =>
  historyItems(...loaded).map((item) =>
    item.kind === 'version' ? `v${item.version.number}/${item.round?.number ?? '-'}` : `round ${item.round.number}`,
  );

test('a version that was activated late stands at its day, and has the round that the activation closed', () => {
  const late = { ...round(3, 'approved', 9), closed_at: day(10) };
  const items = historyItems(
    { items: [version(3, 9, day(10)), version(2, 5)], more: false },
    { items: [late, round(1, 'approved', 5)], more: false },
  );
  expect(items.map(({ at, round: { number } = { number: 0 } }) => [at, number])).toEqual([
    [day(9), 3],
    [day(5), 1],
  ]);
});

test('versions have the round that made them live; cancelled and open rounds stand between them', () => {
  expect(names({ items: VERSIONS, more: false }, { items: ROUNDS, more: false })).toEqual([
    'round 4',
    'v3/3',
    'round 2',
    'v2/1',
    'v1/-',
  ]);
});

test('leaves out what lies beyond the loaded pages, so that nothing appears in between later', () => {
  expect(names({ items: VERSIONS, more: false }, { items: ROUNDS.slice(0, 3), more: true })).toEqual([
    'round 4',
    'v3/3',
    'round 2',
  ]);
  expect(names({ items: VERSIONS.slice(0, 1), more: true }, { items: ROUNDS, more: false })).toEqual([
    'round 4',
    'v3/3',
  ]);
});

test('the URL names the two compared versions', () => {
  const read = (text: string) => readHistoryChoice(new URLSearchParams(text));
  expect(read('')).toBeUndefined();
  expect(read(historyAddress('all'))).toBe('all');
  expect(read(historyAddress({ from: 11, to: 12 }))).toEqual({ from: 11, to: 12 });
  expect(read('?history=0..x')).toBe('all');
  expect(readEvidenceChoice(new URLSearchParams('?evidence=12'))).toBe(12);
  expect(readEvidenceChoice(new URLSearchParams('?evidence=-1'))).toBeUndefined();
});
