import type { ComingDial } from '#contract/dial.ts';
import type { GoLive } from '#contract/review.ts';
import { daysBetween } from '#domain/day/day.ts';
import { COMING_DAYS } from '#domain/dial/status.ts';
import { addressOf, bucketAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import { agree } from '#web/kit/plural.ts';

/** A dial that starts or ends, or a bucket that goes live: approved (`live`), or not yet (`planned`). */
export type ComingKind = ComingDial['kind'] | 'live' | 'planned';
export type ComingItem = Readonly<{ id: string; name: string; kind: ComingKind; day: string; to: string }>;

export const dialItem = ({ id, name, kind, day }: ComingDial): ComingItem => ({
  id,
  name,
  kind,
  day,
  to: `/dials/${id}`,
});

export const goLiveItem = ({ partner, cob, day, approved }: GoLive): ComingItem => {
  const address = addressOf({ partner, cob });
  return {
    id: `${partner.number} ${cob}`,
    name: `${classLabel(cob)}, ${partnerText(partner)}`,
    kind: approved ? 'live' : 'planned',
    day,
    to: bucketAddress(address, 'draft'),
  };
};

export type ComingGroup = Readonly<{
  day: string;
  kind: ComingKind;
  items: readonly ComingItem[];
  /** The position on the timeline, 0 today to 1 the last day. */
  at: number;
}>;

/** What is of one kind on one day is one group. */
export function groupComing(items: readonly ComingItem[], today: string): ComingGroup[] {
  const groups = Map.groupBy(items, ({ day, kind }) => `${day} ${kind}`);
  return [...groups.values()].flatMap((all) => {
    const first = all[0];
    if (first === undefined) return [];
    const { day, kind } = first;
    return [{ day, kind, items: all, at: daysBetween(today, day) / COMING_DAYS }];
  });
}

const VERBS = {
  starts: ['starts', 'start'],
  ends: ['ends', 'end'],
  live: ['goes live', 'go live'],
  planned: ['not approved yet', 'not approved yet'],
} as const satisfies Record<ComingKind, readonly [string, string]>;

/** "2 end", "1 goes live" */
export const countText = ({ kind, items: { length } }: Pick<ComingGroup, 'kind' | 'items'>): string =>
  `${length} ${agree(length, VERBS[kind][0], VERBS[kind][1])}`;

export type PlacedGroup = Readonly<{
  group: ComingGroup;
  /** The lane, 0 is nearest to the line. */
  lane: number;
  /** How much of the label fits: "1 ends A", "1 ends", or "1". */
  words: (typeof WORDS)[number];
  /** The width in px, where only a part of the names fits before the end. */
  cutTo: number | undefined;
}>;

const WORDS = ['names', 'count', 'number'] as const;

const LETTER_PX = 6.2;
const GAP_PX = 18;
const MAX_LANES = 3;
const MAX_LETTERS = 50;
/** Of a name that is cut. */
const MIN_LETTERS = 12;
/** Beyond the last day: every label stands on the right of its mark. */
export const END_PX = 64;

const wide = (text: string): number => Math.min(text.length, MAX_LETTERS) * LETTER_PX + GAP_PX;

export function nameText({ items }: ComingGroup): string {
  const more = items.length - 1;
  return `${items[0]?.name ?? ''}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The space a label needs on the right of its mark. */
const ROOM: Record<PlacedGroup['words'], (group: ComingGroup) => number> = {
  names: (group) => wide(`${countText(group)} ${nameText(group)}`),
  count: (group) => wide(countText(group)),
  number: (group) => wide(String(group.items.length)),
};

type Label = Readonly<{ group: ComingGroup; words: PlacedGroup['words']; cutTo: number | undefined }> &
  Readonly<{ from: number; to: number }>;

/** Undefined if there is too little space before the end; a number always fits. */
function labelOf(group: ComingGroup, words: PlacedGroup['words'], width: number): Label | undefined {
  const from = group.at * width;
  const free = width + END_PX - from;
  const room = ROOM[words](group);
  const label = { group, words, from, cutTo: undefined };
  if (room <= free || words === 'number') return { ...label, to: from + room };
  if (words === 'count' || free < ROOM.count(group) + MIN_LETTERS * LETTER_PX) return undefined;
  return { ...label, to: from + free, cutTo: free - GAP_PX };
}

const covers = (label: Label, mark: Label): boolean => mark.from > label.from && mark.from < label.to;

/**
 * Assigns the labels of one side of the timeline to lanes; shorter if no lane has space. A label never crosses the stem
 * of another mark: it lies in a lane beyond those of the marks it passes, which are placed first. `stems`: positions of
 * marks in higher lanes, whose stems no label may cross.
 */
export function placeGroups(
  groups: readonly ComingGroup[],
  width: number,
  stems: readonly number[] = [],
): PlacedGroup[] {
  const crosses = ({ from, to }: Label) => stems.some((at) => at * width > from && at * width < to);
  const placed: (Label & Readonly<{ lane: number }>)[] = [];
  for (const group of groups.toSorted((a, b) => b.at - a.at)) {
    const labels = WORDS.flatMap((words) => labelOf(group, words, width) ?? []);
    const inLanes = labels.map((label) => ({ ...label, lane: firstLane(label, placed) }));
    const shortest = inLanes.at(-1);
    const found =
      inLanes.find((label) => label.lane < MAX_LANES && !crosses(label)) ?? (shortest && { ...shortest, lane: 0 });
    if (found) placed.push(found);
  }
  return placed.map(({ group, lane, words, cutTo }) => ({ group, lane, words, cutTo })).toReversed();
}

function firstLane(label: Label, placed: readonly (Label & Readonly<{ lane: number }>)[]): number {
  const beyond = placed.filter((other) => covers(label, other)).map(({ lane }) => lane + 1);
  let lane = Math.max(0, ...beyond);
  while (placed.some((other) => other.lane === lane && label.from < other.to && other.from < label.to)) lane += 1;
  return lane;
}
