import { GROUP_KEYS, type GroupKey, GROUPS, type Item } from './item.ts';
import { findHits, type Hit, scoreOf } from './match.ts';

/** The most rows of a group, unless narrowed to it. */
const MAX_ROWS = 5;
const MAX_NARROWED = 50;

/** The server's first few results of a group, and their total. */
export type ServerResults = Readonly<{ group: GroupKey; items: readonly Item[]; total: number }>;

export type Group = Readonly<{
  key: GroupKey | 'recent';
  label: string;
  items: readonly Item[];
  /** Shown or not. */
  total: number;
  /** The rows that are not shown are dials of the first bucket found. */
  rest?: 'of this bucket';
}>;

type PaletteState = Readonly<{
  words: readonly string[];
  /** The only group to show. */
  narrowed: GroupKey | undefined;
  /** Everything known on the client, including actions that are only sometimes offered. */
  items: readonly Item[];
  /** The server's results for the same words; empty until it responds. */
  joined: readonly ServerResults[];
  /** The dials of the bucket that is the first hit, in order. */
  bucketDials?: readonly Item[];
  /** The actions on an item, offered for the first hit before all other actions. */
  actionsOn: (item: Item) => readonly Item[];
  /** Always offered, after all other actions. */
  lasting: readonly Item[];
  /** The groups whose content only the server knows. */
  served: readonly GroupKey[];
}>;

/** The groups to narrow to before anything is typed. */
const OFFERED: readonly GroupKey[] = ['buckets', 'dials', 'people', 'actions'];

/** The visible groups, and the item selected by default: the first hit. */
export type Arrangement = Readonly<{
  groups: readonly Group[];
  counts: ReadonlyMap<GroupKey, number>;
  first: string | undefined;
}>;

/** Nothing typed: recent items, actions and pages. */
export function arrangeEmpty({
  items,
  lasting,
  served,
}: Pick<PaletteState, 'items' | 'lasting' | 'served'>): Arrangement {
  const recent = items
    .filter(({ opened }) => opened !== undefined)
    .toSorted((a, b) => (b.opened ?? '').localeCompare(a.opened ?? ''));
  const of = (key: GroupKey) => items.filter(({ group }) => group === key);
  const groups = [
    { key: 'recent', label: 'Recent', items: recent.slice(0, MAX_ROWS), total: Math.min(recent.length, MAX_ROWS) },
    groupOf('actions', [...lasting.toReversed(), ...of('actions')]),
    groupOf('pages', of('pages')),
  ] as const;
  const shown = groups.filter((group) => group.items.length > 0);
  const isThere = (key: GroupKey) => served.includes(key) || [...items, ...lasting].some(({ group }) => group === key);
  const counts = new Map(OFFERED.filter(isThere).map((key) => [key, 1]));
  return { groups: shown, counts, first: shown[0]?.items[0]?.id };
}

/**
 * Local hits come first, the best group on top. Server results are added below, in their group or in a new one, so that
 * the selected row does not move.
 */
export function arrange(state: PaletteState): Arrangement {
  const { words, narrowed, items, joined, bucketDials = [], actionsOn, lasting } = state;
  const isLasting = ({ id }: Item) => lasting.some((one) => one.id === id);
  const isIncluded = (group: GroupKey) => narrowed === undefined || group === narrowed;
  const late = joined.filter(({ group, items: found }) => isIncluded(group) && found.length > 0);
  const better = new Map(late.flatMap((one) => one.items.map((item) => [item.id, item])));
  const hits = findHits([...items, ...lasting], words)
    .filter(({ item }) => isIncluded(item.group))
    // The server knows more about an item, except when it was last opened.
    .map(({ item, score }) => ({ item: { ...item, ...better.get(item.id) }, score }));
  const here = byBest(hits);
  const shownIds = new Set(hits.map(({ item }) => item.id));
  const added = (key: GroupKey) =>
    late.filter(({ group }) => group === key).flatMap((one) => one.items.filter(({ id }) => !shownIds.has(id)));

  const groups = [
    ...here.map(([key, own]) =>
      groupOf(key, [...own.filter((item) => !isLasting(item)), ...added(key)], totalOf(late, key), narrowed),
    ),
    ...byJoined(late, words)
      .filter((key) => !here.some(([own]) => own === key))
      .map((key) => groupOf(key, added(key), totalOf(late, key), narrowed)),
  ];
  const first = hits[0]?.item ?? groups[0]?.items[0];
  const withDials = isIncluded('dials') ? withBucketDials(groups, bucketDials, narrowed) : groups;
  const all = isIncluded('actions') ? withActions(withDials, hits, { first, actionsOn, lasting }) : withDials;
  return { groups: all, counts: new Map(all.map(({ key, total }) => [key as GroupKey, total])), first: first?.id };
}

/** Adds the position to dials of the bucket; its other dials appear when narrowed to dials. */
function withBucketDials(
  groups: readonly Group[],
  bucketDials: readonly Item[],
  narrowed: GroupKey | undefined,
): readonly Group[] {
  if (bucketDials.length === 0) return groups;
  const noted = new Map(bucketDials.map((item) => [item.id, item]));
  const found = groups.find(({ key }) => key === 'dials') ?? groupOf('dials', []);
  const own = found.items.map((item) => ({ ...item, ...pickNote(noted.get(item.id)) }));
  const others = bucketDials.filter(({ id }) => !own.some((item) => item.id === id));
  // If not all hits are shown, the rest is not only the bucket's.
  const isRest = restOf(found) === 0;
  const dials: Group = {
    ...found,
    items: narrowed === 'dials' ? [...own, ...others].slice(0, MAX_NARROWED) : own,
    total: isRest ? own.length + others.length : found.total,
    ...(isRest && others.length > 0 && { rest: 'of this bucket' }),
  };
  if (groups.includes(found)) return groups.map((group) => (group === found ? dials : group));
  const at = groups.findIndex(({ key }) => key === 'buckets') + 1;
  return dials.total === 0 ? groups : groups.toSpliced(at, 0, dials);
}

const pickNote = (item: Item | undefined) => (item?.note === undefined ? {} : { note: item.note });

/** Actions that match stay where their hit puts them; the others come last. */
function withActions(
  groups: readonly Group[],
  hits: readonly Hit[],
  { first, actionsOn, lasting }: Readonly<{ first: Item | undefined }> & Pick<PaletteState, 'actionsOn' | 'lasting'>,
): readonly Group[] {
  const isHit = (item: Item) => hits.some((hit) => hit.item.id === item.id);
  const found = groups.find(({ key }) => key === 'actions');
  const last = [...lasting.filter(isHit), ...lasting.filter((item) => !isHit(item))];
  const about = first === undefined || first.group === 'actions' ? [] : actionsOn(first);
  const all = [...about, ...(found?.items ?? []), ...last];
  if (all.length === 0) return groups;
  const actions = { key: 'actions', label: GROUPS.actions, items: all, total: all.length } as const;
  if (found !== undefined) return groups.map((group) => (group === found ? actions : group));
  return [...groups, actions];
}

const groupOf = (key: GroupKey, items: readonly Item[], total = items.length, narrowed?: GroupKey): Group => ({
  key,
  label: GROUPS[key],
  items: items.slice(0, narrowed === key ? MAX_NARROWED : MAX_ROWS),
  total: Math.max(total, items.length),
});

const totalOf = (joined: readonly ServerResults[], key: GroupKey): number =>
  joined.find(({ group }) => group === key)?.total ?? 0;

/** The groups of hits, the one with the best hit first. */
function byBest(hits: readonly Hit[]): readonly (readonly [GroupKey, readonly Item[]])[] {
  const groups = new Map<GroupKey, Item[]>();
  for (const { item } of hits) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups];
}

/** Server hits by other words come after those by name. */
function byJoined(joined: readonly ServerResults[], words: readonly string[]): readonly GroupKey[] {
  const best = ({ items }: ServerResults) => Math.max(...items.map((item) => scoreOf(item, words) ?? 0));
  return joined.toSorted((a, b) => best(b) - best(a)).map(({ group }) => group);
}

/** A selectable row: an item, or the link to the rest of a group. */
export type Row = Readonly<{ id: string } & ({ item: Item } | { more: Group })>;

export const rowsOf = ({ groups }: Pick<Arrangement, 'groups'>, narrowed: GroupKey | undefined): readonly Row[] =>
  groups.flatMap((group) => [
    ...group.items.map((item): Row => ({ id: item.id, item })),
    ...(restOf(group) > 0 && group.key !== narrowed ? [{ id: `more ${group.key}`, more: group }] : []),
  ]);

/** The number of hidden items of a group. */
export const restOf = ({ items, total }: Group): number => total - items.length;

/** The selected row: the chosen one while it exists, or else the first hit. */
export const rowOn = (rows: readonly Row[], chosen: string | undefined, first: string | undefined): Row | undefined =>
  rows.find(({ id }) => id === chosen) ?? rows.find(({ id }) => id === first);

/** Up and down, wrapping around. */
export function stepFrom(rows: readonly Row[], at: Row | undefined, step: 1 | -1): string | undefined {
  const index = at === undefined ? (step > 0 ? -1 : 0) : rows.indexOf(at);
  return rows.at((index + step) % Math.max(rows.length, 1))?.id;
}

/** Tab cycles through the non-empty groups, and back to all of them. */
export function nextNarrowed(
  counts: ReadonlyMap<GroupKey, number>,
  at: GroupKey | undefined,
  step: 1 | -1,
): GroupKey | undefined {
  const ways = [undefined, ...GROUP_KEYS.filter((key) => (counts.get(key) ?? 0) > 0)];
  return ways.at((ways.indexOf(at) + step) % ways.length);
}
