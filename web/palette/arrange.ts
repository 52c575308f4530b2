import { GROUP_KEYS, type GroupKey, GROUPS, type Item } from './item.ts';
import { findHits, type Hit, scoreOf } from './match.ts';

/** So many rows of a group are shown, unless one narrows to it. */
const MAX_ROWS = 5;
const MAX_NARROWED = 50;

/** What the server found: its first few, and how many there are. */
export type Joined = Readonly<{ group: GroupKey; items: readonly Item[]; total: number }>;

export type Group = Readonly<{
  key: GroupKey | 'recent';
  label: string;
  items: readonly Item[];
  /** How many there are, shown or not. */
  total: number;
  /** What those that are not shown are: dials of the bucket that was found first. */
  rest?: 'of this bucket';
}>;

type Asked = Readonly<{
  words: readonly string[];
  /** The one group that is wanted. */
  narrowed: GroupKey | undefined;
  /** Everything that is known here. Actions that are not always offered are among them. */
  items: readonly Item[];
  /** What the server found for the same words; nothing while it has not answered. */
  joined: readonly Joined[];
  /** The dials of the bucket that is the first hit, in their order. */
  held?: readonly Item[];
  /** What can be done with an item: offered for the first hit, before all other actions. */
  actionsOn: (item: Item) => readonly Item[];
  /** Offered whatever is searched for, after all other actions. */
  lasting: readonly Item[];
  /** The groups of which only the server knows what they hold. */
  served: readonly GroupKey[];
}>;

/** What one can narrow to before anything is typed. */
const OFFERED: readonly GroupKey[] = ['buckets', 'dials', 'people', 'actions'];

/** What is shown, and which of it one means without choosing: the first hit. */
export type Arranged = Readonly<{
  groups: readonly Group[];
  counts: ReadonlyMap<GroupKey, number>;
  first: string | undefined;
}>;

/** Nothing typed: what was looked at last, what can be done, and the pages. */
export function arrangeEmpty({ items, lasting, served }: Pick<Asked, 'items' | 'lasting' | 'served'>): Arranged {
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
 * What is known here comes first, its best group on top; what the server adds joins below it, in its group or as another
 * one, so that the row one is on stays what it is.
 */
export function arrange(asked: Asked): Arranged {
  const { words, narrowed, items, joined, held = [], actionsOn, lasting } = asked;
  const isLasting = ({ id }: Item) => lasting.some((one) => one.id === id);
  const isWanted = (group: GroupKey) => narrowed === undefined || group === narrowed;
  const late = joined.filter(({ group, items: found }) => isWanted(group) && found.length > 0);
  const better = new Map(late.flatMap((one) => one.items.map((item) => [item.id, item])));
  const hits = findHits([...items, ...lasting], words)
    .filter(({ item }) => isWanted(item.group))
    // The server knows more of it, and not when it was looked at.
    .map(({ item, score }) => ({ item: { ...item, ...better.get(item.id) }, score }));
  const here = byBest(hits);
  const known = new Set(hits.map(({ item }) => item.id));
  const added = (key: GroupKey) =>
    late.filter(({ group }) => group === key).flatMap((one) => one.items.filter(({ id }) => !known.has(id)));

  const groups = [
    ...here.map(([key, own]) =>
      groupOf(key, [...own.filter((item) => !isLasting(item)), ...added(key)], totalOf(late, key), narrowed),
    ),
    ...byJoined(late, words)
      .filter((key) => !here.some(([own]) => own === key))
      .map((key) => groupOf(key, added(key), totalOf(late, key), narrowed)),
  ];
  const first = hits[0]?.item ?? groups[0]?.items[0];
  const told = isWanted('dials') ? withHeld(groups, held, narrowed) : groups;
  const all = isWanted('actions') ? withActions(told, hits, { first, actionsOn, lasting }) : told;
  return { groups: all, counts: new Map(all.map(({ key, total }) => [key as GroupKey, total])), first: first?.id };
}

/** Of a dial that the bucket holds it is said where; the others of the bucket come when one narrows to dials. */
function withHeld(groups: readonly Group[], held: readonly Item[], narrowed: GroupKey | undefined): readonly Group[] {
  if (held.length === 0) return groups;
  const noted = new Map(held.map((item) => [item.id, item]));
  const found = groups.find(({ key }) => key === 'dials') ?? groupOf('dials', []);
  const own = found.items.map((item) => ({ ...item, ...pickNote(noted.get(item.id)) }));
  const others = held.filter(({ id }) => !own.some((item) => item.id === id));
  // Where not all that was found is shown, the rest is more than the bucket's.
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

/** Actions that were searched for stand where their hit puts them; without one they come last. */
function withActions(
  groups: readonly Group[],
  hits: readonly Hit[],
  { first, actionsOn, lasting }: Readonly<{ first: Item | undefined }> & Pick<Asked, 'actionsOn' | 'lasting'>,
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

const totalOf = (joined: readonly Joined[], key: GroupKey): number =>
  joined.find(({ group }) => group === key)?.total ?? 0;

/** The groups of hits, the one with the best hit first. */
function byBest(hits: readonly Hit[]): readonly (readonly [GroupKey, readonly Item[]])[] {
  const groups = new Map<GroupKey, Item[]>();
  for (const { item } of hits) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups];
}

/** What the server found by other words than the name's comes after what it found by name. */
function byJoined(joined: readonly Joined[], words: readonly string[]): readonly GroupKey[] {
  const best = ({ items }: Joined) => Math.max(...items.map((item) => scoreOf(item, words) ?? 0));
  return joined.toSorted((a, b) => best(b) - best(a)).map(({ group }) => group);
}

/** A row that one can be on: an item, or the way to the rest of a group. */
export type Row = Readonly<{ id: string } & ({ item: Item } | { more: Group })>;

export const rowsOf = ({ groups }: Pick<Arranged, 'groups'>, narrowed: GroupKey | undefined): readonly Row[] =>
  groups.flatMap((group) => [
    ...group.items.map((item): Row => ({ id: item.id, item })),
    ...(restOf(group) > 0 && group.key !== narrowed ? [{ id: `more ${group.key}`, more: group }] : []),
  ]);

/** How many of a group are not shown. */
export const restOf = ({ items, total }: Group): number => total - items.length;

/** The row one is on: the one that was chosen as long as it is there, or else the first hit. */
export const rowOn = (rows: readonly Row[], chosen: string | undefined, first: string | undefined): Row | undefined =>
  rows.find(({ id }) => id === chosen) ?? rows.find(({ id }) => id === first);

/** Up and down, round at the ends. */
export function stepFrom(rows: readonly Row[], at: Row | undefined, step: 1 | -1): string | undefined {
  const index = at === undefined ? (step === 1 ? -1 : 0) : rows.indexOf(at);
  return rows.at((index + step) % Math.max(rows.length, 1))?.id;
}

/** Tab goes through the groups that have something, and back to all of them. */
export function nextNarrowed(
  counts: ReadonlyMap<GroupKey, number>,
  at: GroupKey | undefined,
  step: 1 | -1,
): GroupKey | undefined {
  const ways = [undefined, ...GROUP_KEYS.filter((key) => (counts.get(key) ?? 0) > 0)];
  return ways.at((ways.indexOf(at) + step) % ways.length);
}
