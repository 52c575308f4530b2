import { readWinner, type Winners } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { Direction, Figure, ResultValue } from './impact.ts';

/** The two lists of dials that are compared. */
export type Lists = Readonly<{ before: readonly RatedEntry[]; after: readonly RatedEntry[] }>;
export const SIDES = ['before', 'after'] as const;
export type Side = (typeof SIDES)[number];

/** Risks with the same winners before and the same after share an outcome. All arrays are indexed by outcome. */
export type Outcomes = Readonly<{
  /** The winning dial of each value on both sides, by position in its list. */
  winners: Readonly<Record<Side, Winners>>;
  risks: Uint32Array;
  premium: Float64Array;
}>;

/** Every result that both lists can give one value: null, then ascending amounts, or options. */
export type PossibleResults = Readonly<{
  key: ValueKey;
  all: readonly ResultValue[];
  /** By the 1-based position of the winner, 0 for none: the index of its result in `all`. */
  before: Uint32Array;
  after: Uint32Array;
}>;

/**
 * The effect of another list of dials on the risks of a class, in thousands of outcomes instead of millions of risks. Every
 * figure is a set of outcomes, and is defined here once, for risks in memory and for those in a warehouse. Only lists of
 * risks and groups have to read single risks.
 */
export type ImpactTable = Lists &
  Outcomes &
  Readonly<{
    /** The number of outcomes. */
    size: number;
    hasPremiums: boolean;
    /** Per value, in registry order. */
    results: readonly PossibleResults[];
    /** 1 for each outcome in which a result changes. */
    isChanged: Uint8Array;
  }>;

export function createImpactTable(lists: Lists, outcomes: Outcomes, hasPremiums: boolean): ImpactTable {
  const { before, after } = outcomes.winners;
  const results = listResults(lists);
  const size = outcomes.risks.length;
  const isChanged = new Uint8Array(size);
  for (const [value, possible] of results.entries())
    for (let outcome = 0; outcome < size; outcome += 1)
      if (possible.before[readWinner(before, outcome, value)] !== possible.after[readWinner(after, outcome, value)])
        isChanged[outcome] = 1;
  return { ...lists, ...outcomes, size, hasPremiums, results, isChanged };
}

function listResults({ before, after }: Lists): PossibleResults[] {
  return VALUE_KEYS.map((key) => {
    const distinct = new Set([...before, ...after].map((entry) => valueSetBy(entry, key)));
    const all = [null, ...[...distinct].filter((result) => result !== null).toSorted(compareResults)];
    const indexes = new Map(all.map((result, index) => [result, index]));
    const tableOf = (entries: readonly RatedEntry[]) =>
      Uint32Array.from([null, ...entries.map((entry) => valueSetBy(entry, key))], (set) => indexes.get(set) ?? 0);
    return { key, all, before: tableOf(before), after: tableOf(after) };
  });
}

const valueSetBy = ({ dial, overrides }: RatedEntry, key: ValueKey): ResultValue =>
  overrides[key] ?? dial.values[key] ?? null;

const compareResults = (a: string | number, b: string | number): number => (a < b ? -1 : 1);

/** The direction of a change; the two results differ. */
export function directionOf(before: ResultValue, after: ResultValue): Direction {
  if (before === null) return 'gain';
  if (after === null) return 'lose';
  if (typeof before !== 'number' || typeof after !== 'number') return 'other';
  return after < before ? 'lower' : 'higher';
}

/** The result of a value on one side, as an index into its possible results. */
export const resultAt = ({ results, winners }: ImpactTable, side: Side, value: number, outcome: number): number =>
  (results[value] as PossibleResults)[side][readWinner(winners[side], outcome, value)] as number;

/** The dials of the new list, then those only in the old one. */
export type AllDials = Readonly<{
  ids: readonly string[];
  /** Maps old positions to positions in `ids`; both 1-based. */
  fromBefore: Uint32Array;
}>;

export function listDials({ before, after }: Lists): AllDials {
  const ids = [...new Set([...after, ...before].map(({ dial_id }) => dial_id))];
  const positions = new Map(ids.map((id, index) => [id, index + 1]));
  return { ids, fromBefore: Uint32Array.from([0, ...before.map(({ dial_id }) => positions.get(dial_id) ?? 0)]) };
}

/**
 * The dial responsible for a changed value: its new winner or, where there is none, its old one. Returns a 1-based
 * position in `dials.ids`; 0 where the value does not change.
 */
export function findResponsibleDial(table: ImpactTable, outcome: number, value: number, dials: AllDials): number {
  if (resultAt(table, 'before', value, outcome) === resultAt(table, 'after', value, outcome)) return 0;
  const is = readWinner(table.winners.after, outcome, value);
  return is === 0 ? (dials.fromBefore[readWinner(table.winners.before, outcome, value)] as number) : is;
}

/**
 * 1 for each outcome of a figure. A figure of a group, a segment, a country or an overlap also restricts the risks: it has
 * those of these outcomes that are in the group, or that the second dial matches.
 */
export function selectOutcomes(table: ImpactTable, figure: Figure): Uint8Array {
  const isSelected = outcomeTest(table, figure);
  return Uint8Array.from({ length: table.size }, (_, outcome) => Number(isSelected(outcome)));
}

/** The risks of a figure that does not restrict them further. */
export function countRisksOf(table: ImpactTable, figure: Figure): number {
  const isSelected = outcomeTest(table, figure);
  return table.risks.reduce((sum, risks, outcome) => sum + (isSelected(outcome) ? risks : 0), 0);
}

function outcomeTest(table: ImpactTable, figure: Figure): (outcome: number) => boolean {
  const { after, results, isChanged, winners } = table;
  const winnerOf = (value: number, outcome: number) => readWinner(winners.after, outcome, value);
  const positionOf = (dialId: string): number => after.findIndex(({ dial_id }) => dial_id === dialId) + 1;
  const resultOf = (side: Side, value: number, outcome: number): ResultValue =>
    results[value]?.all[resultAt(table, side, value, outcome)] ?? null;
  switch (figure.of) {
    case 'changed':
    case 'group':
    case 'segment':
      return (outcome) => isChanged[outcome] === 1;
    case 'value': {
      const value = VALUE_KEYS.indexOf(figure.value);
      return (outcome) => {
        const [was, is] = [resultOf('before', value, outcome), resultOf('after', value, outcome)];
        return was !== is && directionOf(was, is) === figure.direction;
      };
    }
    case 'move': {
      const value = VALUE_KEYS.indexOf(figure.value);
      return (outcome) => SIDES.every((side) => resultOf(side, value, outcome) === figure[side]);
    }
    case 'unset': {
      const value = VALUE_KEYS.indexOf(figure.value);
      return (outcome) => winnerOf(value, outcome) === 0;
    }
    case 'gap': {
      const position = table.before.findIndex(({ dial_id }) => dial_id === figure.dial_id) + 1;
      const value = VALUE_KEYS.indexOf(figure.value);
      return (outcome) =>
        position > 0 && readWinner(winners.before, outcome, value) === position && winnerOf(value, outcome) === 0;
    }
    case 'exposure': {
      const value = VALUE_KEYS.indexOf('max_line');
      const lineOf = (side: Side, outcome: number) => Number(resultOf(side, value, outcome) ?? 0);
      return figure.measure === 'lines'
        ? (outcome) => lineOf('before', outcome) !== lineOf('after', outcome)
        : (outcome) => lineOf('before', outcome) > 0 !== lineOf('after', outcome) > 0;
    }
    case 'overlap': {
      const [position, value] = [positionOf(figure.first), VALUE_KEYS.indexOf(figure.value)];
      return (outcome) => position > 0 && winnerOf(value, outcome) === position;
    }
    case 'decided': {
      const position = positionOf(figure.dial_id);
      return (outcome) => position > 0 && VALUE_KEYS.some((_key, value) => winnerOf(value, outcome) === position);
    }
    case 'behind': {
      const dials = listDials(table);
      const dial = dials.ids.indexOf(figure.dial_id) + 1;
      return (outcome) =>
        dial > 0 && VALUE_KEYS.some((_key, value) => findResponsibleDial(table, outcome, value, dials) === dial);
    }
    case 'alike':
      return (outcome) =>
        isChanged[outcome] === 1 &&
        VALUE_KEYS.every((key, value) =>
          SIDES.every((side) => resultOf(side, value, outcome) === (figure[side][key] ?? null)),
        );
  }
}
