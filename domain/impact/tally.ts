import { readWinner } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { directionOf, type PossibleValues } from './possible-values.ts';
import { type DialShare, type Direction, IMPACT_LIMITS, type Move, type Share, type ValueImpact } from './impact.ts';
import type { PairCounts } from './pairs.ts';
import { pickFirst } from './top.ts';

/** Everything that follows from the pairs alone, without reading a risk. */
export type Tally = Readonly<{
  /** 1 for each pair in which a value changes. */
  isChanged: Uint8Array;
  all: Share;
  changed: Share;
  values: readonly ValueImpact[];
  decided: readonly DialShare[];
  behind: readonly DialShare[];
}>;

export function tallyPairs(
  pairs: PairCounts,
  possibleValues: readonly PossibleValues[],
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  hasPremiums: boolean,
): Tally {
  const isChanged = findChanged(pairs, possibleValues);
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
  const decidedBy = createDialCounter(after.length + 1);
  const dials = listDials(before, after);
  const changedBy = createDialCounter(dials.ids.length + 1);
  for (let pair = 0; pair < pairs.count; pair += 1) {
    if (pairs.risks[pair] === 0) continue;
    for (let value = 0; value < VALUE_KEYS.length; value += 1)
      decidedBy.add(readWinner(pairs.after, pair, value), pair, pairs);
    if (isChanged[pair] === 1)
      for (const [value, possible] of possibleValues.entries()) {
        const position = findResponsibleDial(pairs, pair, value, possible, dials);
        if (position !== 0) changedBy.add(position, pair, pairs);
      }
  }
  const shareOf = (counter: typeof decidedBy, position: number): DialShare => ({
    dial_id: dials.ids[position - 1] as string,
    ...share(counter.risks[position] as number, counter.premium[position] as number),
  });
  return {
    isChanged,
    all: sum(() => true),
    changed: sum((pair) => isChanged[pair] === 1),
    values: possibleValues.map((possible, value) => countMoves(pairs, possible, value, share)),
    decided: after.map((_entry, index) => shareOf(decidedBy, index + 1)),
    behind: dials.ids
      .map((_id, index) => shareOf(changedBy, index + 1))
      .filter(({ risks }) => risks > 0)
      .toSorted((a, b) => b.risks - a.risks),
  };
}

function findChanged(pairs: PairCounts, possibleValues: readonly PossibleValues[]): Uint8Array {
  const isChanged = new Uint8Array(pairs.count);
  for (const [value, { before, after }] of possibleValues.entries())
    for (let pair = 0; pair < pairs.count; pair += 1)
      if (before[readWinner(pairs.before, pair, value)] !== after[readWinner(pairs.after, pair, value)])
        isChanged[pair] = 1;
  return isChanged;
}

/** The dials of the new list, then those only in the old one. */
export type AllDials = Readonly<{
  ids: readonly string[];
  /** Maps old positions to positions in `ids`; both 1-based. */
  fromBefore: Uint32Array;
}>;

export function listDials(before: readonly RatedEntry[], after: readonly RatedEntry[]): AllDials {
  const ids = [...new Set([...after, ...before].map(({ dial_id }) => dial_id))];
  const positions = new Map(ids.map((id, index) => [id, index + 1]));
  return { ids, fromBefore: Uint32Array.from([0, ...before.map(({ dial_id }) => positions.get(dial_id) ?? 0)]) };
}

/**
 * The dial responsible for a changed value: its new winner or, where there is none, its old one. Returns a 1-based
 * position in `dials.ids`; 0 where the value does not change.
 */
export function findResponsibleDial(
  pairs: PairCounts,
  pair: number,
  value: number,
  possible: PossibleValues,
  dials: AllDials,
): number {
  const [was, is] = [readWinner(pairs.before, pair, value), readWinner(pairs.after, pair, value)];
  if (possible.before[was] === possible.after[is]) return 0;
  return is === 0 ? (dials.fromBefore[was] as number) : is;
}

/** Counts risks by dial, each pair once per dial. */
function createDialCounter(positions: number) {
  const [risks, premium] = [new Uint32Array(positions), new Float64Array(positions)];
  const last = new Int32Array(positions).fill(-1);
  return {
    risks,
    premium,
    add: (position: number, pair: number, pairs: PairCounts) => {
      if (last[position] === pair) return;
      last[position] = pair;
      risks[position] = (risks[position] as number) + (pairs.risks[pair] as number);
      premium[position] = (premium[position] as number) + (pairs.premium[pair] as number);
    },
  };
}

type CreateShare = (risks: number, premium: number) => Share;

function countMoves(
  pairs: PairCounts,
  { key, all, before, after }: PossibleValues,
  value: number,
  share: CreateShare,
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
