import { readWinner } from '#domain/evaluation/compiled/winners.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import {
  type ChangeCount,
  countValues,
  type DialShare,
  type Direction,
  type Figure,
  type Impact,
  IMPACT_LIMITS,
  mapDirections,
  type Move,
  type Share,
  type ValueImpact,
} from './impact.ts';
import {
  countRisksOf,
  directionOf,
  findResponsibleDial,
  type ImpactTable,
  listDials,
  type PossibleResults,
} from './impact-table.ts';
import { pickFirst } from './top.ts';
import { countWindowGaps, listWindowGaps } from './window-gap.ts';

/** Everything that follows from the outcomes alone, without reading a risk. */
export type Tally = Pick<Impact, 'all' | 'changed' | 'values' | 'decided' | 'behind'>;

export function tally(table: ImpactTable): Tally {
  const { after, isChanged, risks, premium, size, winners } = table;
  const share = createShare(table);
  const decidedBy = createDialCounter(table, after.length + 1);
  const dials = listDials(table);
  const changedBy = createDialCounter(table, dials.ids.length + 1);
  const [all, changed] = [createSum(), createSum()];
  for (let outcome = 0; outcome < size; outcome += 1) {
    if (risks[outcome] === 0) continue;
    all.add(risks[outcome] as number, premium[outcome] as number);
    for (let value = 0; value < VALUE_KEYS.length; value += 1)
      decidedBy.add(readWinner(winners.after, outcome, value), outcome);
    if (isChanged[outcome] !== 1) continue;
    changed.add(risks[outcome] as number, premium[outcome] as number);
    for (let value = 0; value < VALUE_KEYS.length; value += 1) {
      const position = findResponsibleDial(table, outcome, value, dials);
      if (position !== 0) changedBy.add(position, outcome);
    }
  }
  const shareOf = (counter: typeof decidedBy, position: number): DialShare => ({
    dial_id: dials.ids[position - 1] as string,
    ...share(counter.risks[position] as number, counter.premium[position] as number),
  });
  return {
    all: share(all.risks, all.premium),
    changed: share(changed.risks, changed.premium),
    values: table.results.map((possible, value) => countMoves(table, possible, value)),
    decided: after.map((_entry, index) => shareOf(decidedBy, index + 1)),
    behind: dials.ids
      .map((_id, index) => shareOf(changedBy, index + 1))
      .filter((one) => one.risks > 0)
      .toSorted((a, b) => b.risks - a.risks),
  };
}

export function countChanges(table: ImpactTable, day: string | undefined): ChangeCount {
  const { all, changed, values } = tally(table);
  const gaps = day === undefined ? [] : listWindowGaps(table, day);
  const countOf = (figure: Figure) => countRisksOf(table, figure);
  return { all, changed, values: countValues(values), gaps: countWindowGaps(gaps, countOf) };
}

const createShare =
  ({ hasPremiums }: ImpactTable) =>
  (risks: number, premium: number): Share => ({ risks, premium: hasPremiums ? premium : null });

function createSum() {
  const sum = {
    risks: 0,
    premium: 0,
    add: (risks: number, premium: number) => {
      sum.risks += risks;
      sum.premium += premium;
    },
  };
  return sum;
}

/** Counts risks by dial, each outcome once per dial. */
function createDialCounter(table: ImpactTable, positions: number) {
  const [risks, premium] = [new Uint32Array(positions), new Float64Array(positions)];
  const last = new Int32Array(positions).fill(-1);
  return {
    risks,
    premium,
    add: (position: number, outcome: number) => {
      if (last[position] === outcome) return;
      last[position] = outcome;
      risks[position] = (risks[position] as number) + (table.risks[outcome] as number);
      premium[position] = (premium[position] as number) + (table.premium[outcome] as number);
    },
  };
}

function countMoves(table: ImpactTable, { key, all, before, after }: PossibleResults, value: number): ValueImpact {
  const share = createShare(table);
  const { winners } = table;
  const width = all.length;
  const [counts, premium] = [new Uint32Array(width * width), new Float64Array(width * width)];
  for (let outcome = 0; outcome < table.size; outcome += 1) {
    const was = before[readWinner(winners.before, outcome, value)] as number;
    const at = was * width + (after[readWinner(winners.after, outcome, value)] as number);
    counts[at] = (counts[at] as number) + (table.risks[outcome] as number);
    premium[at] = (premium[at] as number) + (table.premium[outcome] as number);
  }
  const moves: Move[] = [];
  for (const [at, risks] of counts.entries())
    if (risks !== 0) {
      const [was, is] = [all[Math.floor(at / width)] ?? null, all[at % width] ?? null];
      moves.push({ before: was, after: is, ...share(risks, premium[at] as number) });
    }
  const sum = (isCounted: (move: Move, index: number) => boolean): Share => {
    const counted = createSum();
    for (const [index, move] of moves.entries()) if (isCounted(move, index)) counted.add(move.risks, move.premium ?? 0);
    return share(counted.risks, counted.premium);
  };
  const towards = (direction: Direction) =>
    sum((move) => move.before !== move.after && directionOf(move.before, move.after) === direction);
  const byRisks = (a: number, b: number) => (moves[b] as Move).risks - (moves[a] as Move).risks || a - b;
  const listed = pickFirst(moves.length, IMPACT_LIMITS.moves, byRisks);
  const isListed = new Set(listed);
  return {
    value: key,
    ...mapDirections(towards),
    moves: listed.map((index) => moves[index] as Move),
    unlisted: sum((_move, index) => !isListed.has(index)),
  };
}
