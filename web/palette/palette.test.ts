import { expect, test } from 'vitest';
import { arrange, arrangeEmpty, nextNarrowed, restOf, rowOn, rowsOf, stepFrom } from './arrange.ts';
import type { GroupKey, Item } from './item.ts';
import { actionsOn, areaItems, editorItems, joinRecent, matrixItems, recentItem } from './items.ts';
import { findHits, readWords, splitVersion } from './match.ts';

const PARTNERS = [
  { number: 9101, name: 'Alder' },
  { number: 9112, name: 'Beacon' },
];
const cell = (partner: number, cob: string, status: 'active' | 'draft' | 'pending_review' = 'active') => ({
  partner,
  cob,
  status,
  appetite: 1,
  stopped: false,
  dials: 0,
});
const MATRIX = {
  partners: PARTNERS,
  cells: [
    cell(9101, 'cargo'),
    cell(9101, 'cyber-privacy-and-tech', 'draft'),
    cell(9112, 'cyber-privacy-and-tech', 'pending_review'),
  ],
};
const all = () => true;
const KNOWN = matrixItems(MATRIX, all);
const action = (id: string, text: string): Item => ({ id, group: 'actions', text, to: `/${id}`, icon: 'create' });
const LASTING = [action('create', 'Create Dial'), action('review', 'Review next')];
const dial = (n: number, text = `Cyber dial ${n}`): Item => ({
  id: `dial ${n}`,
  group: 'dials',
  text,
  to: '',
  icon: 'dial',
});
const served = (group: GroupKey, ...items: Item[]) => ({ group, items, total: items.length });

const look = (typed: string, more: Partial<Parameters<typeof arrange>[0]> = {}) =>
  arrange({
    words: readWords(typed),
    narrowed: undefined,
    items: KNOWN,
    joined: [],
    actionsOn,
    lasting: LASTING,
    served: ['dials', 'people'],
    ...more,
  });
const labels = (typed: string, more = {}) =>
  look(typed, more).groups.map(({ label, items }) => [
    label,
    ...items.map(({ text, tag }) => [text, tag].filter(Boolean).join(', ')),
  ]);

test.each(['9101 cyber', 'cyber 9101', 'CYBER alder', 'tech ald'])('words find a bucket in any order: %s', (typed) => {
  const hits = findHits(KNOWN, readWords(typed)).map(({ item }) => item.id);
  expect(hits).toEqual(['bucket 9101 cyber-privacy-and-tech', 'draft 9101 cyber-privacy-and-tech']);
});

test('all words must match, and short ones only at the start of a word', () => {
  expect(findHits(KNOWN, ['cyber', 'marine'])).toEqual([]);
  expect(findHits(KNOWN, ['rg'])).toEqual([]);
  expect(findHits(KNOWN, ['argo']).map(({ item }) => item.text)).toEqual(['Cargo', 'Cargo']);
});

test('the best group comes first; actions on the first hit lead the actions, which end with the lasting ones', () => {
  expect(labels('9101 cyber')).toEqual([
    ['Buckets', 'Cyber Privacy & Tech, 9101 Alder', 'Draft of Cyber Privacy & Tech, 9101 Alder'],
    ['Actions', 'Edit Bucket', 'Try a risk', 'Create Dial', 'Review next'],
  ]);
  expect(labels('alder')[0]?.[0]).toBe('Partners');
  expect(labels('review next')).toEqual([['Actions', 'Review next', 'Create Dial']]);
});

test('a bucket in review is reviewed, not edited', () => {
  const actions = labels('9112 cyber draft').at(-1);
  expect(actions).toEqual(['Actions', 'Review Bucket', 'Try a risk', 'Create Dial', 'Review next']);
});

test('without permission to edit, no edit action is offered', () => {
  const items = matrixItems(MATRIX, ({ action: requested }) => requested === 'view');
  expect(labels('9101 cyber', { items, lasting: [] }).at(-1)).toEqual(['Actions', 'Try a risk']);
});

test('shows five rows of a group, counts the rest and shows them when narrowed', () => {
  const joined = [{ group: 'dials' as const, items: [1, 2, 3, 4, 5, 6, 7].map((n) => dial(n)), total: 12 }];
  const found = look('cyber dial', { joined });
  const [group] = found.groups;
  expect(group?.items).toHaveLength(5);
  expect(group && restOf(group)).toBe(7);
  expect(rowsOf(found, undefined).map(({ id }) => id)).toContain('more dials');
  const narrowed = look('cyber dial', { joined, narrowed: 'dials' });
  expect(narrowed.groups.map(({ label, items }) => [label, items.length])).toEqual([['Dials', 7]]);
});

test('server results are added below, and the selected row stays', () => {
  const before = look('cyber');
  const person: Item = { id: 'person 1', group: 'people', text: 'Cyber', to: '', icon: 'person' };
  const after = look('cyber', { joined: [served('dials', dial(1)), served('people', person)] });
  expect(after.groups.map(({ key }) => key)).toEqual(['buckets', 'classes', 'people', 'dials', 'actions']);
  expect(after.first).toBe(before.first);
  const rows = [rowsOf(before, undefined), rowsOf(after, undefined)] as const;
  const chosen = stepFrom(rows[0], rowOn(rows[0], undefined, before.first), -1);
  expect(rowOn(rows[1], chosen, after.first)?.id).toBe(chosen);
  // Nor does a dial that only the server knows replace an action that was searched for.
  expect(look('create', { joined: [served('dials', dial(1, 'Create'))] }).first).toBe('create');
});

test('a dial known locally and found by the server is one row', () => {
  const recent = { ...dial(1), opened: '2026-11-16T23:37:00.000Z' };
  const found = look('cyber dial', { items: [...KNOWN, recent], joined: [served('dials', dial(2), dial(1))] });
  expect(found.groups[0]?.items.map(({ id }) => id)).toEqual(['dial 1', 'dial 2']);
});

test('dials of the first bucket show their position; the others appear when narrowed to dials', () => {
  const bucketDials = [1, 2, 3, 4].map((n) => ({ ...dial(n), note: `at ${n} in 9101` }));
  const joined = [served('dials', dial(3), { ...dial(9), note: 'v2 draft open' })];
  const found = look('9101 cyber', { bucketDials, joined }).groups.find(({ key }) => key === 'dials');
  expect(found?.items.map(({ id, note }) => [id, note])).toEqual([
    ['dial 3', 'at 3 in 9101'],
    ['dial 9', 'v2 draft open'],
  ]);
  expect([found && restOf(found), found?.rest]).toEqual([3, 'of this bucket']);
  const narrowed = look('9101 cyber', { bucketDials, joined, narrowed: 'dials' }).groups;
  expect(narrowed.map(({ items }) => items.map(({ id }) => id))).toEqual([
    ['dial 3', 'dial 9', 'dial 1', 'dial 2', 'dial 4'],
  ]);
  const alone = look('9101 cyber', { bucketDials }).groups;
  expect(alone.map(({ key, total }) => [key, total])).toEqual([
    ['buckets', 2],
    ['dials', 4],
    ['actions', 4],
  ]);
});

test('people are found by what they edit, and the row says so', () => {
  const by = { id: 'u1', name: 'Ada' };
  const draft = (partner: number, cob: string, state: 'draft' | 'pending_review') => ({
    partner,
    cob,
    newer: 0,
    ending: 0,
    draft: { state, by, since: '2026-11-16T20:00:00.000Z', live_on: null },
  });
  const items = editorItems([
    draft(9101, 'cargo', 'draft'),
    draft(9112, 'flood', 'draft'),
    draft(9120, 'hull', 'pending_review'),
  ]);
  expect(items.map(({ text, note }) => [text, note])).toEqual([['Ada', 'edits 9101 Cargo and 1 more']]);
  const idsFor = (typed: string) => findHits(items, readWords(typed)).map(({ item }) => item.id);
  expect([idsFor('9112 flood'), idsFor('hull')]).toEqual([['person u1'], []]);
});

test('before anything is typed: recent items, actions and pages', () => {
  const recent = [
    { path: '/syndicate/9101/bucket/cargo/edit', name: 'Cargo, 9101', at: '2026-11-16T20:00:00.000Z' },
    { path: '/users/auth0%7C1', name: 'Ada', at: '2026-11-16T21:00:00.000Z' },
    { path: '/syndicate/9101/bucket/cargo', name: 'Cargo, 9101', at: '2026-11-15T20:00:00.000Z' },
    { path: '/syndicate/9101/bucket', name: '9101 Alder', at: '2026-11-16T22:00:00.000Z' },
  ];
  const home: Item = { id: 'home', group: 'pages', text: 'Home', to: '/', icon: 'home' };
  const items = joinRecent(
    [...KNOWN, home],
    recent.flatMap((one) => recentItem(one, all) ?? []),
  );
  const { groups, counts } = arrangeEmpty({ items, lasting: LASTING, served: ['dials'] });
  expect(groups.map(({ label, items: rows }) => [label, ...rows.map(({ text, to }) => `${text} ${to}`)])).toEqual([
    ['Recent', 'Ada /users/auth0%7C1', 'Cargo /syndicate/9101/bucket/cargo'],
    ['Actions', 'Review next /review', 'Create Dial /create'],
    ['Go to', 'Home /'],
  ]);
  expect([...counts.keys()]).toEqual(['buckets', 'dials', 'people', 'actions']);
  expect(recentItem(recent[1] ?? { path: '', name: '', at: '' }, ({ scope }) => scope !== 'user')).toBeUndefined();
});

test('Tab cycles through the non-empty groups, and back to all', () => {
  const { counts } = look('cyber');
  const ways = ['buckets', 'classes', 'actions', undefined] as const;
  let at: GroupKey | undefined;
  for (const way of ways) {
    at = nextNarrowed(counts, at, 1);
    expect(at).toBe(way);
  }
  expect(nextNarrowed(counts, undefined, -1)).toBe('actions');
});

test.each([
  ['v6 excess', 'excess', 6],
  ['excess V12', 'excess', 12],
  ['envy 2', 'envy 2', undefined],
])('%s searches for a dial version', (typed, text, version) => {
  expect(splitVersion(typed)).toEqual({ text, version });
});

test('areas and tabs of the administration have ids of their own, so that one of them is selected', () => {
  const ids = areaItems([{ label: 'Admin', to: '/admin', letter: 'a' }]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
