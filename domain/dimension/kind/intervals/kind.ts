import { TRIMMED } from '#domain/dimension/codec.ts';
import type { IntervalsDimension } from '#domain/dimension/dimension.ts';
import { formatShort } from '#domain/dimension/format.ts';
import { joinFacts, type Phrase, uncapitalise } from '#domain/dimension/words.ts';
import { isText, type Kind } from '#domain/dimension/kind/kind.ts';
import {
  contains,
  describeInterval,
  equals,
  type Interval,
  intersect,
  type IntervalSet,
  isEmpty,
  parseIntervals,
  printIntervals,
  subtract,
} from './interval.ts';

const EVERYTHING: IntervalSet = [{ lower: null, upper: null }];

/** What is kept was checked when it was saved: whether negative numbers are allowed is no question any more. */
function setOf(notation: string): IntervalSet | undefined {
  const parsed = parseIntervals(notation, { negative: true });
  return parsed.ok ? parsed.set : undefined;
}

export function intervalsKind(dimension: IntervalsDimension): Kind<string, number> {
  const { label, short, unit, plural, clause, negative = false } = dimension;
  const parse = (notation: string) => parseIntervals(notation, { negative });
  const format = (n: number) => formatShort(n, unit);
  const inWords = (interval: Interval) => describeInterval(interval, format);
  return {
    isValue: isText,
    check: (notation) => {
      const parsed = parse(notation);
      return parsed.ok ? undefined : parsed.message;
    },
    normalise: (notation) => {
      const parsed = parse(notation);
      return parsed.ok ? printIntervals(parsed.asWritten) : notation.trim();
    },
    equals: (a, b) => {
      if (a === b) return true;
      const [left, right] = [setOf(a), setOf(b)];
      return left !== undefined && right !== undefined && equals(left, right);
    },
    diff: (before, after) => {
      const [old, now] = [before, after].map((one) => (one === undefined ? EVERYTHING : (setOf(one) ?? [])));
      const gained = printIntervals(subtract(now ?? [], old ?? []));
      const lost = printIntervals(subtract(old ?? [], now ?? []));
      return { kind: 'intervals', before: before ?? null, after: after ?? null, gained, lost };
    },
    clause: (notation) => {
      const parsed = parse(notation);
      return joinFacts(clause, parsed.ok ? parsed.set.map((interval) => phrases(interval, format)) : []);
    },
    summarise: (notation) => [{ text: `${short ?? uncapitalise(label)} ` }, { text: notation, notation: true }],
    summaryOrder: 2,
    describe: (notation) => {
      const parsed = parse(notation);
      return parsed.ok ? parsed.set.map(inWords).join('; ') : notation;
    },
    searchTexts: (notation) => {
      const parsed = parse(notation);
      return [notation, ...(parsed.ok ? parsed.asWritten.map(inWords) : [])];
    },
    codec: TRIMMED,
    findDisjointReason: (a, b) => {
      const [left, right] = [setOf(a), setOf(b)];
      if (left === undefined || right === undefined || !isEmpty(intersect(left, right))) return undefined;
      const ends = new Set(endsOf(left));
      const shared = endsOf(right).find((at) => ends.has(at));
      return `Their ${plural} ${shared === undefined ? '' : `meet at ${format(shared)} and `}do not overlap`;
    },
    matches: (notation, risk) => risk !== undefined && contains(setOf(notation) ?? [], risk),
  };
}

const endsOf = (set: IntervalSet): number[] =>
  set.flatMap(({ lower, upper }) => [lower, upper]).flatMap((bound) => bound?.at ?? []);

/** Stands around each number while an interval is put into words. */
const MARK = '\u0000';

/** "from $10m up to, not including, $50m": the numbers are the facts. */
function phrases(interval: Interval, format: (n: number) => string): Phrase[] {
  return describeInterval(interval, (n) => MARK + format(n) + MARK)
    .split(MARK)
    .map((text, index) => ({ text, fact: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
