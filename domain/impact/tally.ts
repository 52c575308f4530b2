import { readWinner } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { directionOf, type PossibleValues } from './givens.ts';
import { type DialShare, type Direction, IMPACT_LIMITS, type Move, type Share, type ValueImpact } from './impact.ts';
import type { PairCounts } from './pairs.ts';
import { pickFirst } from './top.ts';

/** What is counted of pairs alone, without looking at a risk. */
export type Tally = Readonly<{
  /** For each pair 1 where any of the values is another one after. */
  isChanged: Uint8Array;
  all: Share;
  changed: Share;
  values: readonly ValueImpact[];
  decided: readonly DialShare[];
  behind: readonly DialShare[];
}>;

export function tallyPairs(
  pairs: PairCounts,
  givens: readonly PossibleValues[],
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  hasPremiums: boolean,
): Tally {
  const isChanged = findChanged(pairs, givens);
  const share = (risks: number, premium: number): Share => ({ risks, premium: hasPremiums ? premium : null });
  const sum = (counts: (pair: number) => boolean): Share => {
    let [risks, premium] = [0, 0];
    for (let pair = 0; pair < pairs.count; pair += 1)
      if (counts(pair)) {
        risks += pairs.risks[pair] as number;
        premium += pairs.premium[pair] as number;
      }
    return share(risks, premium);
  };
  const deciding = createDialCounter(after.length + 1);
  const dials = listDials(before, after);
  const changing = createDialCounter(dials.ids.length + 1);
  for (let pair = 0; pair < pairs.count; pair += 1) {
    if (pairs.risks[pair] === 0) continue;
    for (let value = 0; value < VALUE_KEYS.length; value += 1)
      deciding.add(readWinner(pairs.after, pair, value), pair, pairs);
    if (isChanged[pair] === 1)
      for (const [value, given] of givens.entries()) {
        const place = responsibleDial(pairs, pair, value, given, dials);
        if (place !== 0) changing.add(place, pair, pairs);
      }
  }
  const shareOf = (counter: typeof deciding, place: number): DialShare => ({
    dial_id: dials.ids[place - 1] as string,
    ...share(counter.risks[place] as number, counter.premium[place] as number),
  });
  return {
    isChanged,
    all: sum(() => true),
    changed: sum((pair) => isChanged[pair] === 1),
    values: givens.map((given, value) => tallyValue(pairs, given, value, share)),
    decided: after.map((_entry, index) => shareOf(deciding, index + 1)),
    behind: dials.ids
      .map((_id, index) => shareOf(changing, index + 1))
      .filter(({ risks }) => risks > 0)
      .toSorted((a, b) => b.risks - a.risks),
  };
}

function findChanged(pairs: PairCounts, givens: readonly PossibleValues[]): Uint8Array {
  const isChanged = new Uint8Array(pairs.count);
  for (const [value, { before, after }] of givens.entries())
    for (let pair = 0; pair < pairs.count; pair += 1)
      if (before[readWinner(pairs.before, pair, value)] !== after[readWinner(pairs.after, pair, value)])
        isChanged[pair] = 1;
  return isChanged;
}

/** The dials of the list after, then those that are only in the list before. */
export type BothDials = Readonly<{
  ids: readonly string[];
  /** For each place in the list before, the place here; both counted from one. */
  ofBefore: Uint32Array;
}>;

export function listDials(before: readonly RatedEntry[], after: readonly RatedEntry[]): BothDials {
  const ids = [...new Set([...after, ...before].map(({ dial_id }) => dial_id))];
  const places = new Map(ids.map((id, index) => [id, index + 1]));
  return { ids, ofBefore: Uint32Array.from([0, ...before.map(({ dial_id }) => places.get(dial_id) ?? 0)]) };
}

/**
 * The dial behind a value that changes: the one that decides it after, or, where nothing does any more, the one that did.
 * Its place among the dials of both lists, counted from one; 0 where the value does not change.
 */
export function responsibleDial(pairs: PairCounts, pair: number, value: number, given: PossibleValues, dials: BothDials): number {
  const [was, is] = [readWinner(pairs.before, pair, value), readWinner(pairs.after, pair, value)];
  if (given.before[was] === given.after[is]) return 0;
  return is === 0 ? (dials.ofBefore[was] as number) : is;
}

/** Counts the risks of dials, each pair once for each dial. */
function createDialCounter(places: number) {
  const [risks, premium] = [new Uint32Array(places), new Float64Array(places)];
  const last = new Int32Array(places).fill(-1);
  return {
    risks,
    premium,
    add: (place: number, pair: number, pairs: PairCounts) => {
      if (last[place] === pair) return;
      last[place] = pair;
      risks[place] = (risks[place] as number) + (pairs.risks[pair] as number);
      premium[place] = (premium[place] as number) + (pairs.premium[pair] as number);
    },
  };
}

type ToShare = (risks: number, premium: number) => Share;

function tallyValue(
  pairs: PairCounts,
  { key, all, before, after }: PossibleValues,
  value: number,
  share: ToShare,
): ValueImpact {
  const width = all.length;
  const [counts, premium] = [new Uint32Array(width * width), new Float64Array(width * width)];
  for (let pair = 0; pair < pairs.count; pair += 1) {
    const was = before[readWinner(pairs.before, pair, value)] as number;
    const at = was * width + (after[readWinner(pairs.after, pair, value)] as number);
    counts[at] = (counts[at] as number) + (pairs.risks[pair] as number);
    premium[at] = (premium[at] as number) + (pairs.premium[pair] as number);
  }
  const moves: Move[] = [];
  for (const [at, risks] of counts.entries())
    if (risks !== 0) {
      const [was, is] = [all[Math.floor(at / width)] ?? null, all[at % width] ?? null];
      moves.push({ before: was, after: is, ...share(risks, premium[at] as number) });
    }
  const sum = (isCounted: (move: Move, index: number) => boolean): Share => {
    const some = moves.filter(isCounted);
    return share(
      some.reduce((all, move) => all + move.risks, 0),
      some.reduce((all, move) => all + (move.premium ?? 0), 0),
    );
  };
  const towards = (direction: Direction) =>
    sum((move) => move.before !== move.after && directionOf(move.before, move.after) === direction);
  const byRisks = (a: number, b: number) => (moves[b] as Move).risks - (moves[a] as Move).risks || a - b;
  const listed = pickFirst(moves.length, IMPACT_LIMITS.moves, byRisks);
  const isListed = new Set(listed);
  return {
    value: key,
    lower: towards('lower'),
    higher: towards('higher'),
    other: towards('other'),
    moves: listed.map((index) => moves[index] as Move),
    unlisted: sum((_move, index) => !isListed.has(index)),
  };
}
