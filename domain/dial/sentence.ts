import { isDay, writeDay } from '#domain/day/day.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { fact, joinFacts, type Phrase, uncapitalise } from '#domain/dimension/words.ts';
import { type DialData, JOURNEYS } from './dial.ts';

/** The fields that decide whether a dial takes part. */
export type DialScope = Pick<DialData, 'dimensions' | 'journeys' | 'active_from' | 'active_until'>;

const plain = (text: string): Phrase => ({ text, fact: false });

/** "the risk code is CY or CZ": one clause per valid restriction. */
export function clauses(scope: DialScope, nameOption: NameOption): Phrase[][] {
  const journeys = joinFacts(
    'the risk arrives as',
    journeyNames(scope).map((name) => [fact(name)]),
  );
  const days = windowBounds(scope).flatMap(({ word, day }, index) => [
    plain(`${index === 0 ? 'the day is' : ' and'} ${word} `),
    fact(day),
  ]);
  return [
    ...listSetDimensions(scope.dimensions).map(({ kind, value }) => kind.clause(value, nameOption)),
    journeys,
    days,
  ].filter((phrases) => phrases.length > 0);
}

/** "renewal only, from 1 Nov 2026". Empty without restrictions. */
export function describeTiming(scope: DialScope): string {
  const journeys = journeyNames(scope);
  return [
    ...(journeys.length === 0 ? [] : [`${journeys.join(' or ')} only`]),
    ...windowBounds(scope).map(({ word, day }) => `${word} ${day}`),
  ].join(', ');
}

const journeyNames = ({ journeys }: DialScope): string[] =>
  JOURNEYS.filter(({ value }) => journeys.includes(value)).map(({ label }) => uncapitalise(label));

/** The last day is exclusive. */
function windowBounds({ active_from: from, active_until: until }: DialScope) {
  const bound = (word: 'from' | 'before', day: string | null) =>
    day !== null && isDay(day) ? [{ word, day: writeDay(day) }] : [];
  return [...bound('from', from), ...bound('before', until)];
}

/** The clauses as one sentence: "the risk code is CY, the layer is excess, and it attaches over $5m." */
export function sentence(scope: DialScope, nameOption: NameOption): Phrase[] {
  const parts = clauses(scope, nameOption);
  if (parts.length === 0) return [plain('always: no dimension is set, so every risk matches.')];
  const glue = (index: number) => {
    if (index === 0) return '';
    if (index < parts.length - 1) return ', ';
    return parts.length === 2 ? ' and ' : ', and ';
  };
  const joined = parts.flatMap((phrases, index) => [plain(glue(index)), ...phrases]);
  return [...joined.filter(({ text }) => text !== ''), plain('.')];
}
