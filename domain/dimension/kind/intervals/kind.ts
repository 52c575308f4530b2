import { type Reading, TRIMMED } from '#domain/dimension/codec.ts';
import type { IntervalsDimension } from '#domain/dimension/dimension.ts';
import { formatShort, grouped, type Unit, unitFacts } from '#domain/dimension/format.ts';
import { joinFacts, type Phrase, uncapitalise } from '#domain/dimension/words.ts';
import { answerKind, isText, type Kind, singleText, explainMismatch } from '#domain/dimension/kind/kind.ts';
import {
  abbreviateInterval,
  contains,
  describeInterval,
  equals,
  type Interval,
  intersect,
  type IntervalSet,
  isEmpty,
  MAX_INTERVALS,
  parseIntervals,
  groupNotation,
  printIntervals,
  subtract,
  TOO_MANY_INTERVALS,
} from './interval.ts';

const EVERYTHING: IntervalSet = [{ lower: null, upper: null }];

const MAX_CACHED = 10_000;
const cache = new Map<string, IntervalSet | undefined>();

/**
 * Parses a stored notation, which was validated when saved. Cached: the same few notations are evaluated for every risk.
 */
export function setOf(notation: string): IntervalSet | undefined {
  if (cache.has(notation)) return cache.get(notation);
  const parsed = parseIntervals(notation, { negative: true });
  const set = parsed.ok ? parsed.set : undefined;
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(notation, set);
  return set;
}

/** A number as JavaScript writes it, for a lossless round trip; adding 0 avoids -0. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]\d+)?$/;

const MAX_IN_A_LINE = 3;

/** "$10m to $50m; $60m or more", for lists. Invalid notations are returned as they are. */
export function abbreviate(notation: string, unit: Unit): string {
  const set = setOf(notation);
  if (set === undefined || set.length === 0) return notation;
  const alone = (n: number) => formatShort(n, unit);
  const first = unitFacts(unit).isWord ? grouped : alone;
  const words = set.map((interval) => abbreviateInterval(interval, { alone, first }));
  const shown = words.length > MAX_IN_A_LINE ? words.slice(0, MAX_IN_A_LINE - 1) : words;
  const rest = words.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join('; ');
}

export function intervalsKind(dimension: IntervalsDimension): Kind<string, number> {
  const { label, short, unit, plural, clause, negative = false, largest = Infinity } = dimension;
  const parse = (notation: string) => parseIntervals(notation, { negative });
  const format = (n: number) => formatShort(n, unit);
  const inWords = (interval: Interval) => describeInterval(interval, format);
  const describe = (notation: string) => {
    const parsed = parse(notation);
    return parsed.ok ? parsed.set.map(inWords).join('; ') : notation;
  };
  const readRisk = (value: unknown): Reading<number> => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { message: `${label} must be a number.` };
    return value < 0 && !negative ? { message: `${label} cannot be negative.` } : { value };
  };
  return {
    isValue: isText,
    check: (notation) => {
      const parsed = parse(notation);
      if (!parsed.ok) return parsed.hint === TOO_MANY_INTERVALS ? TOO_MANY_INTERVALS : parsed.message;
      if (parsed.asWritten.length > MAX_INTERVALS) return TOO_MANY_INTERVALS;
      const isTooLarge = endsOf(parsed.set).some((end) => end > largest);
      return isTooLarge ? `${label} is at most ${format(largest)}` : undefined;
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
    summarise: (notation) => [
      { text: `${short ?? uncapitalise(label)} ` },
      { text: abbreviate(notation, unit), notation: groupNotation(notation) },
    ],
    summaryOrder: 2,
    describe,
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
    explainMiss: (notation, risk) => {
      if (risk === undefined) return explainMismatch(undefined, abbreviate(notation, unit));
      // At an end, the words must say that it is excluded.
      const isEnd = endsOf(setOf(notation) ?? []).includes(risk);
      return explainMismatch(format(risk), isEnd ? describe(notation) : abbreviate(notation, unit));
    },
    readRisk,
    riskTexts: singleText(label, String, (text) => readRisk(NUMBER.test(text) ? Number(text) + 0 : text)),
    divide: (notations) => {
      const sets = notations.map((notation) => setOf(notation) ?? []);
      const bins = listSegments(sets.flatMap(endsOf)).filter((n) => negative || n >= 0);
      return {
        bins,
        matched: sets.map((set) => bins.flatMap((n, index) => (contains(set, n) ? [index] : []))),
        several: false,
      };
    },
    combine: answerKind.combine,
    encoding: { holds: 'number', intervalsOf: (notation) => setOf(notation) ?? [] },
  };
}

/** Each end, a number between neighbours, and one beyond either side, in order. */
function listSegments(ends: readonly number[]): number[] {
  const sorted = [...new Set([0, ...ends])].toSorted((a, b) => a - b);
  const beyond = (end: number) => Math.min(Math.max(1, Math.abs(end)), Number.MAX_VALUE - Math.abs(end));
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const between = sorted.slice(1).flatMap((end, index) => {
    const before = sorted[index] ?? 0;
    const middle = before / 2 + end / 2;
    return before < middle && middle < end ? [middle, end] : [end];
  });
  return [first - beyond(first), first, ...between, last + beyond(last)];
}

const endsOf = (set: IntervalSet): number[] =>
  set.flatMap(({ lower, upper }) => [lower, upper]).flatMap((bound) => bound?.at ?? []);

/** Delimits numbers in the description. */
const MARK = '\u0000';

/** Marks the numbers as facts. */
function phrases(interval: Interval, format: (n: number) => string): Phrase[] {
  return describeInterval(interval, (n) => MARK + format(n) + MARK)
    .split(MARK)
    .map((text, index) => ({ text, fact: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
