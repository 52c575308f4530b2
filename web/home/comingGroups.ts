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
  /** The side of the mark its label is on. */
  side: 'right' | 'left';
  /** How much of the label fits; the mark is always there. */
  words: 'names' | 'count' | 'none';
}>;

const LETTER_PX = 6.4;
const GAP_PX = 18;
const MAX_LANES = 3;
const MAX_LETTERS = 40;

const wide = (text: string): number => Math.min(text.length, MAX_LETTERS) * LETTER_PX + GAP_PX;

export function nameText({ items }: ComingGroup): string {
  const more = items.length - 1;
  return `${items[0]?.name ?? ''}${more > 0 ? ` and ${more} more` : ''}`;
}

type OccupiedSpan = Readonly<{ x: number; from: number; to: number; lane: number }>;

/** Labels can overlap in their lane; and the stem of a mark crosses all lanes up to its own. */
function meets(a: OccupiedSpan, b: OccupiedSpan): boolean {
  const crosses = (words: OccupiedSpan, stem: OccupiedSpan) =>
    stem.lane >= words.lane && stem.x > words.from && stem.x < words.to;
  return (a.lane === b.lane && a.from < b.to && b.from < a.to) || crosses(a, b) || crosses(b, a);
}

/**
 * Assigns the labels of one side of the timeline to the nearest free lane; without names if none has space for them,
 * and without text if none has space at all. From right to left, so that the earliest label is farthest from the line
 * and passes below the marks that follow. `stems`: positions of marks in higher lanes, whose stems no label may cross.
 */
export function placeGroups(
  groups: readonly ComingGroup[],
  width: number,
  stems: readonly number[] = [],
): PlacedGroup[] {
  const occupied: OccupiedSpan[] = stems.map((at) => ({
    x: at * width,
    from: at * width,
    to: at * width,
    lane: MAX_LANES,
  }));
  const place = (group: ComingGroup): PlacedGroup => {
    const x = group.at * width;
    const count = wide(countText(group));
    for (const [words, room] of [['names', count + wide(nameText(group))] as const, ['count', count] as const]) {
      const side = x + room > width && x - room > 0 ? 'left' : 'right';
      const from = side === 'left' ? x - room : x;
      // The stem of an earlier mark would cross it.
      if (side === 'left' && groups.some(({ at }) => at < group.at && at * width > from)) continue;
      for (let lane = 0; lane < MAX_LANES; lane += 1) {
        const span = { x, from, to: from + room, lane };
        if (occupied.some((other) => meets(span, other))) continue;
        occupied.push(span);
        return { group, lane, side, words };
      }
    }
    return { group, lane: 0, side: 'right', words: 'none' };
  };
  return groups
    .toSorted((a, b) => b.at - a.at)
    .map(place)
    .toReversed();
}
