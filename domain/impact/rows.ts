import { compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { findRows } from '#domain/evaluation/compiled/resolve.ts';
import type { TextColumn } from '#domain/evaluation/compiled/text-column.ts';
import { readWinner } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { directionOf, type PossibleValues } from './possible-values.ts';
import { segmentColumns } from './groups.ts';
import type { Figure, ResultValue, Grouping } from './impact.ts';
import type { RiskTable } from './risk-table.ts';
import type { Pairs } from './pairs.ts';
import { listDials, findResponsibleDial } from './tally.ts';

export type Rows = Readonly<{ rows: Uint32Array; pairs: Uint32Array }>;

/** The rows of the selected pairs (ascending), and the pair of each. */
export function findRowsOfPairs(pairs: Pairs, isSelected: Uint8Array): Rows {
  const { reevaluated, reevaluatedPairs, oldOutcomes } = pairs;
  const maxRows = hasOldOutcome(pairs, isSelected) ? oldOutcomes.length : reevaluated.length;
  const [rows, pairOfRow] = [new Uint32Array(maxRows), new Uint32Array(maxRows)];
  let count = 0;
  const add = (row: number, pair: number) => {
    if (isSelected[pair] !== 1) return;
    rows[count] = row;
    pairOfRow[count++] = pair;
  };
  if (maxRows === reevaluated.length)
    for (let index = 0; index < reevaluated.length; index += 1)
      add(reevaluated[index] as number, reevaluatedPairs[index] as number);
  else
    for (let row = 0, index = 0; row < oldOutcomes.length; row += 1)
      if (reevaluated[index] === row) add(row, reevaluatedPairs[index++] as number);
      else add(row, oldOutcomes[row] as number);
  return { rows: rows.slice(0, count), pairs: pairOfRow.slice(0, count) };
}

/** Whether a selected pair has risks that were not re-evaluated. */
const hasOldOutcome = ({ outcomes, risks }: Pairs, isSelected: Uint8Array): boolean =>
  isSelected.subarray(0, outcomes).some((selected, outcome) => selected === 1 && risks[outcome] !== 0);

/** `day`: evaluate all risks on this day instead of their own dates. */
type Lists = Readonly<{ before: readonly RatedEntry[]; after: readonly RatedEntry[]; day: string | undefined }>;

/** The rows counted by a figure, ascending. */
export function findRowsOfFigure(
  table: RiskTable,
  pairs: Pairs,
  possibleValues: readonly PossibleValues[],
  lists: Lists,
  isChanged: Uint8Array,
  figure: Figure,
): Uint32Array {
  const changed = () => findRowsOfPairs(pairs, isChanged).rows;
  switch (figure.of) {
    case 'changed':
      return changed();
    case 'group':
      return filterByKeys(table, changed(), [{ column: columnOf(table, figure.by), key: figure.key }]);
    case 'segment': {
      const { layers, countries } = segmentColumns(table);
      const conditions = [
        { column: layers, key: figure.layer },
        { column: countries, key: figure.country },
      ];
      return filterByKeys(table, changed(), conditions);
    }
    default: {
      const isCounted = createPairPredicate(pairs, possibleValues, lists, figure);
      const isSelected = new Uint8Array(pairs.count);
      for (let pair = 0; pair < pairs.count; pair += 1) isSelected[pair] = Number(isCounted(pair));
      const { rows } = findRowsOfPairs(pairs, isSelected);
      return figure.of === 'overlap' ? filterByMatch(table, rows, figure.second, lists) : rows;
    }
  }
}

/** The rows that a dial of the new list matches. */
function filterByMatch({ columns }: RiskTable, rows: Uint32Array, dialId: string, { after, day }: Lists): Uint32Array {
  const entry = after.find(({ dial_id }) => dial_id === dialId);
  return entry === undefined ? new Uint32Array(0) : findRows(compileBucket(columns, [entry], day), [0], rows);
}

type PairFigure = Exclude<Figure, { of: 'changed' | 'group' | 'segment' }>;

function createPairPredicate(
  pairs: Pairs,
  possibleValues: readonly PossibleValues[],
  { before, after }: Lists,
  figure: PairFigure,
): (pair: number) => boolean {
  const resultOf = (side: 'before' | 'after', value: number, pair: number): ResultValue => {
    const { [side]: indexes, all } = possibleValues[value] as PossibleValues;
    return all[indexes[readWinner(pairs[side], pair, value)] as number] ?? null;
  };
  const positionOf = (dialId: string): number => after.findIndex(({ dial_id }) => dial_id === dialId) + 1;
  switch (figure.of) {
    case 'value':
    case 'move': {
      const value = VALUE_KEYS.indexOf(figure.value);
      return (pair) => {
        const [was, is] = [resultOf('before', value, pair), resultOf('after', value, pair)];
        if (figure.of === 'move') return was === figure.before && is === figure.after;
        return was !== is && directionOf(was, is) === figure.direction;
      };
    }
    case 'unset': {
      const value = VALUE_KEYS.indexOf(figure.value);
      return (pair) => readWinner(pairs.after, pair, value) === 0;
    }
    case 'overlap': {
      const [position, value] = [positionOf(figure.first), VALUE_KEYS.indexOf(figure.value)];
      return (pair) => position > 0 && readWinner(pairs.after, pair, value) === position;
    }
    case 'decided': {
      const position = positionOf(figure.dial_id);
      return (pair) =>
        position > 0 && VALUE_KEYS.some((_key, value) => readWinner(pairs.after, pair, value) === position);
    }
    case 'behind': {
      const dials = listDials(before, after);
      const dial = dials.ids.indexOf(figure.dial_id) + 1;
      return (pair) =>
        dial > 0 && possibleValues.some((one, value) => findResponsibleDial(pairs, pair, value, one, dials) === dial);
    }
    default:
      return (pair) => {
        const isSame = (side: 'before' | 'after') =>
          VALUE_KEYS.every((key, value) => resultOf(side, value, pair) === (figure[side][key] ?? null));
        return (
          isSame('before') && isSame('after') && VALUE_KEYS.some((key) => figure.before[key] !== figure.after[key])
        );
      };
  }
}

function columnOf({ groups }: RiskTable, by: Grouping): TextColumn | undefined {
  const name = JSON.stringify(by);
  return groups.find((group) => JSON.stringify(group.by) === name)?.column;
}

type KeyCondition = Readonly<{ column: TextColumn | undefined; key: string | null }>;

/** The rows that have each of these keys, alone or among others. */
function filterByKeys({ columns }: RiskTable, rows: Uint32Array, conditions: readonly KeyCondition[]): Uint32Array {
  const blocks = columns.blocks();
  const tests = conditions.map(createCodePredicate);
  let block = 0;
  return rows.filter((row) => {
    while (row >= (blocks[block + 1]?.start ?? Number.POSITIVE_INFINITY)) block += 1;
    return tests.every((test) => test(block, row - (blocks[block]?.start ?? 0)));
  });
}

function createCodePredicate({ column, key }: KeyCondition): (block: number, row: number) => boolean {
  if (column === undefined) return () => false;
  if (key === null) return (block, row) => (column.slots(block)[0]?.[row] ?? 0) === 0;
  const code = column.texts().indexOf(key);
  if (code === -1) return () => false;
  const codes = new Set([code, ...column.combinations().flatMap((one) => (one.of.includes(code) ? [one.code] : []))]);
  return (block, row) => column.slots(block).some((slot) => codes.has(slot[row] as number));
}
