import type { ComingDial } from '#contract/dial.ts';
import { COMING_DAYS } from '#domain/dial/status.ts';

export type ComingGroup = Readonly<{
  day: string;
  kind: ComingDial['kind'];
  dials: readonly ComingDial[];
  /** Where on the line, 0 today to 1 the last day. */
  at: number;
}>;

const DAY_MS = 86_400_000;
const time = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const daysBetween = (from: string, to: string): number => Math.round((time(to) - time(from)) / DAY_MS);
export const dayAfter = (day: string, days: number): string =>
  new Date(time(day) + days * DAY_MS).toISOString().slice(0, 10);

/** What starts on one day is one thing on the line, what ends on it another. */
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
export const countText = ({ kind, dials: { length } }: ComingGroup): string =>
  length === 1 ? `1 ${kind}` : `${length} ${kind.slice(0, -1)}`;

export type PlacedGroup = Readonly<{
  group: ComingGroup;
  /** How far from the line, 0 the nearest. */
  lane: number;
  /** On which side of its mark the words stand. */
  side: 'right' | 'left';
  /** How much of it there is room for; the mark is always there. */
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

type Taken = Readonly<{ x: number; from: number; to: number; lane: number }>;

/** Words meet words in their lane; and the stem of a mark runs through all lanes up to its own. */
function meets(a: Taken, b: Taken): boolean {
  const crosses = (words: Taken, stem: Taken) => stem.lane >= words.lane && stem.x > words.from && stem.x < words.to;
  return (a.lane === b.lane && a.from < b.to && b.from < a.to) || crosses(a, b) || crosses(b, a);
}

/**
 * Finds room for the words of one side of the line, in the lane nearest to it where nothing is in the way; without the
 * names where no lane has room for them, and without words where none has room at all. From right to left: what comes
 * first is then the farthest from the line, so that its words run below the marks that follow.
 */
export function placeGroups(groups: readonly ComingGroup[], width: number): PlacedGroup[] {
  const taken: Taken[] = [];
  const place = (group: ComingGroup): PlacedGroup => {
    const x = group.at * width;
    const count = wide(countText(group));
    for (const [words, room] of [['names', count + wide(nameText(group))] as const, ['count', count] as const]) {
      const side = x + room > width && x - room > 0 ? 'left' : 'right';
      const from = side === 'left' ? x - room : x;
      for (let lane = 0; lane < MAX_LANES; lane += 1) {
        const wanted = { x, from, to: from + room, lane };
        if (taken.some((other) => meets(wanted, other))) continue;
        taken.push(wanted);
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
