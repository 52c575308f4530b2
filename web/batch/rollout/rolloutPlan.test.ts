import { expect, test } from 'vitest';
import type { DialPlace } from '#contract/rollout.ts';
import type { InsertPosition } from '#domain/bucket/rollout.ts';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import type { DialValues } from '#domain/value/registry.ts';
import { addedDial, planAdding } from '#web/batch/rollout/add/addPlan.ts';
import { baseVersion, countSameEffect, planRollout } from './rolloutPlan.ts';

const TODAY = '2026-11-16';
const DIAL = 'd1';
const version = (number: number, values: DialValues): { version: number; data: DialData } => ({
  version: number,
  data: { ...EMPTY_DIAL, name: 'Cyber excess', values },
});
const VERSIONS = [
  version(4, { max_line: 100, lead_share_cap: 30 }),
  version(5, { max_line: 100, lead_share_cap: 35 }),
  version(6, { max_line: 200, lead_share_cap: 35 }),
] as const;
const place = (number: number, held: number | null, more: Partial<DialPlace> = {}, overrides = {}): DialPlace => ({
  cob: 'cargo',
  partner: { number, name: `Partner ${number}` },
  appetite: 1,
  revision: '1',
  dials: 3,
  held: held === null ? null : { position: 2, version: held, overrides },
  live_version: held,
  draft: null,
  ...more,
});
const by = (state: 'draft' | 'pending_review') => ({
  state,
  saved_at: '2026-11-14T10:00:00.000Z',
  saved_by: { id: 'u2', name: 'Demo Cyber Lead' },
});
const VIEWER = { today: TODAY, personId: 'me' };
const rowsOf = (buckets: readonly DialPlace[], rollout: 'update' | 'remove' = 'update', answers = {}) =>
  planRollout({ dialId: DIAL, versions: VERSIONS, buckets }, rollout, answers, VIEWER);

test('lists buckets with an older version, free ones first', () => {
  const mine = { ...by('draft'), saved_by: { id: 'me', name: 'Demo Underwriter' } };
  const rows = rowsOf([
    place(1, 5, { draft: by('draft') }),
    place(2, 6, { live_version: 5, draft: by('draft') }),
    place(3, 6, { live_version: 5, draft: by('pending_review') }),
    place(4, 5, { draft: by('pending_review') }),
    place(5, null, { live_version: 5, draft: by('draft') }),
    place(6, 6),
    place(7, null),
    place(8, 5),
    place(9, 6, { live_version: 5, draft: mine }),
    place(10, null, { live_version: 5, draft: mine }),
  ]);
  expect(rows.map((row) => [row.partner.number, row.isPreselected, row.blockReason])).toEqual([
    [8, true, undefined],
    [1, false, undefined],
    [2, false, 'Demo Cyber Lead’s draft takes v6 already'],
    [3, false, 'Its review takes v6 already'],
    [4, false, 'In review'],
    [5, false, 'Demo Cyber Lead’s draft removes this dial'],
    [9, false, 'Your draft takes v6 already'],
    [10, false, 'Your draft removes this dial'],
  ]);
});

test('leaves out buckets whose version differs from the newest in its reason alone', () => {
  const again = { version: 7, data: { ...VERSIONS[2].data, reason: 'Renamed the owner' } };
  const buckets = [place(1, 6), place(2, 6), place(3, 5), place(4, 7, { live_version: 6, draft: by('draft') })];
  const dial = { dialId: DIAL, versions: [...VERSIONS, again], buckets };
  const rows = planRollout(dial, 'update', {}, VIEWER);
  expect(rows.map((row) => [row.partner.number, row.besides])).toEqual([[3, []]]);
  expect(countSameEffect(dial)).toBe(2);
  expect(baseVersion(dial)).toBe(5);
  // A draft that would take nothing but another reason.
  const drafts = [
    place(5, 6, { live_version: 5, draft: by('draft') }),
    place(6, 6, { live_version: 5, draft: by('pending_review') }),
  ];
  expect(baseVersion({ ...dial, buckets: drafts })).toBe(5);
  expect(planRollout({ ...dial, buckets: drafts }, 'update', {}, VIEWER).map(({ blockReason }) => blockReason)).toEqual(
    [
      'Demo Cyber Lead’s draft takes v6 already, and v7 differs from it only in the reason',
      'Its review takes v6 already, and v7 differs from it only in the reason',
    ],
  );
  expect(planRollout(dial, 'remove', {}, VIEWER)).toHaveLength(4);
});

test('marks a new version that is not in force where the one it replaces is', () => {
  const [old, newer] = [version(5, { max_line: 1 }), version(6, { max_line: 2 })];
  const later = { ...newer, data: { ...newer.data, active_from: '2026-12-01' } };
  const plan = (first: typeof old, today = TODAY) =>
    planRollout(
      { dialId: DIAL, versions: [first, later], buckets: [place(1, 5)] },
      'update',
      {},
      { today, personId: 'me' },
    )[0]?.window;
  expect(plan(old)).toEqual({ kind: 'starts', day: '2026-12-01' });
  expect(plan({ ...old, data: { ...old.data, active_until: '2026-11-16' } })).toBeUndefined();
  expect(plan(old, '2026-12-01')).toBeUndefined();
});

const addRows = (
  held: readonly (readonly DialPlace[])[],
  ...to: readonly [InsertPosition, (readonly DialPlace[])?]
) => {
  const dials = held.flatMap((buckets, index) =>
    addedDial({ dialId: `d${index + 1}`, versions: VERSIONS, buckets }, { max_line: 150, lead_share_cap: 35 }),
  );
  return planAdding(dials, to[0], to[1] && { name: 'Cyber base', buckets: to[1] });
};

test('a dial is removed where it is, except from buckets in review', () => {
  const buckets = [place(1, 5), place(2, null), place(3, 5, { draft: by('pending_review') })];
  const rows = rowsOf(buckets, 'remove');
  expect(rows.map((row) => [row.partner.number, row.blockReason])).toEqual([
    [1, undefined],
    [3, 'In review'],
  ]);
  expect(rows[0]?.edits).toEqual([{ kind: 'remove', dial_id: DIAL }]);
});

test('a dial is added where it is missing, with the overrides that differ from its values', () => {
  const buckets = [place(1, 5), place(2, null), place(3, null, { draft: by('pending_review') }), place(4, null)];
  const rows = addRows([buckets], { at: 'end' });
  expect(rows.map(({ blockReason, position }) => [blockReason, position])).toEqual([
    ['Holds it already, at 2', undefined],
    [undefined, 4],
    ['In review', undefined],
    [undefined, 4],
  ]);
  expect(rows[1]?.edits).toEqual([
    { kind: 'add', dial_id: 'd1', version: 6, overrides: { max_line: 150 }, place: { at: 'end' } },
  ]);
});

test('several dials are added in order; a bucket takes those it lacks, next to a dial it has', () => {
  const without = [place(1, null), place(2, null), place(3, 5)];
  const some = [place(1, 5), place(2, null), place(3, 5)];
  const beside = [place(1, 5), place(2, null), place(3, 5)];
  const rows = addRows([without, some, without], { at: 'after', dial_id: 'x' }, beside);
  expect(
    rows.map(({ blockReason, position, added }) => [blockReason, position, added.map((dial) => dial.dial_id)]),
  ).toEqual([
    [undefined, 3, ['d1', 'd3']],
    ['Does not hold Cyber base', undefined, ['d1', 'd2', 'd3']],
    ['Holds all of them already', undefined, []],
  ]);
  expect(rows[0]?.edits.map((edit) => edit.kind === 'add' && [edit.dial_id, edit.place])).toEqual([
    ['d1', { at: 'after', dial_id: 'x' }],
    ['d3', { at: 'after', dial_id: 'd1' }],
  ]);
});

test('an override is asked about, kept, or conflicts with the new version', () => {
  const buckets = [place(1, 5, {}, { max_line: 150 }), place(2, 5, {}, { policy_share_cap: 3 })];
  const [withQuestion, withoutQuestion] = rowsOf(buckets);
  expect([withQuestion?.update?.open, withQuestion?.update?.questions.map(({ value }) => value)]).toEqual([
    1,
    ['max_line'],
  ]);
  expect([withoutQuestion?.update?.open, withoutQuestion?.update?.settled]).toEqual([
    0,
    [{ value: 'policy_share_cap', override: 3, stays: true }],
  ]);
  const broken = rowsOf([place(3, 5, {}, { min_line: 900 })])[0];
  expect([broken?.isPreselected, broken?.conflict]).toEqual([false, expect.stringContaining('Min line')]);
});

test('a bucket with another version than most shows what else changes there', () => {
  const buckets = [place(1, 5), place(2, 5), place(3, 4)];
  expect(baseVersion({ versions: VERSIONS, buckets })).toBe(5);
  expect(rowsOf(buckets).map(({ besides }) => besides)).toEqual([
    [],
    [],
    [{ kind: 'value', value: 'lead_share_cap', before: 30, after: 35 }],
  ]);
});
