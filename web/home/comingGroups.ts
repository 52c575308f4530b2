import type { ComingDial } from '#contract/dial.ts';
import { daysBetween } from '#domain/day/day.ts';
import { COMING_DAYS } from '#domain/dial/status.ts';
import { agree } from '#web/kit/plural.ts';

export type ComingGroup = Readonly<{
  day: string;
  kind: ComingDial['kind'];
  dials: readonly ComingDial[];
  /** The position on the timeline, 0 today to 1 the last day. */
  at: number;
}>;

/** Dials that start on one day are one group, those that end on it another. */
export function groupComing(items: readonly ComingDial[], today: string): ComingGroup[] {
  const groups = Map.groupBy(items, ({ day, kind }) => `${day} ${kind}`);
  return [...groups.values()].flatMap((dials) => {
    const first = dials[0];
    if (first === undefined) return [];
    const { day, kind } = first;
    return [{ day, kind, dials, at: daysBetween(today, day) / COMING_DAYS }];
  });
}

/** "2 end", "1 starts" */
export const countText = ({ kind, dials: { length } }: Pick<ComingGroup, 'kind' | 'dials'>): string =>
  `${length} ${agree(length, kind, kind.slice(0, -1))}`;

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

export function nameText({ dials }: ComingGroup): string {
  const more = dials.length - 1;
  return `${dials[0]?.name ?? ''}${more > 0 ? ` and ${more} more` : ''}`;
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
 * and passes below the marks that follow.
 */
export function placeGroups(groups: readonly ComingGroup[], width: number): PlacedGroup[] {
  const occupied: OccupiedSpan[] = [];
  const place = (group: ComingGroup): PlacedGroup => {
    const x = group.at * width;
    const count = wide(countText(group));
    for (const [words, room] of [['names', count + wide(nameText(group))] as const, ['count', count] as const]) {
      const side = x + room > width && x - room > 0 ? 'left' : 'right';
      const from = side === 'left' ? x - room : x;
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
