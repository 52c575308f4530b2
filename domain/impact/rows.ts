import { compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { findRows } from '#domain/evaluation/compiled/resolve.ts';
import type { TextColumn } from '#domain/evaluation/compiled/text-column.ts';
import { readWinner } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { directionOf, type PossibleValues } from './givens.ts';
import { segmentColumns } from './groups.ts';
import type { Figure, Given, Grouping } from './impact.ts';
import type { KeptRisks } from './kept-risks.ts';
import type { Pairs } from './pairs.ts';
import { listDials, responsibleDial } from './tally.ts';

export type Rows = Readonly<{ rows: Uint32Array; pairs: Uint32Array }>;

/** The rows of these pairs in ascending order, and the pair of each. */
export function findRowsOfPairs(pairs: Pairs, isSelected: Uint8Array): Rows {
  const { again, pairsAgain, untouched } = pairs;
  const some = hasUntouched(pairs, isSelected) ? untouched.length : again.length;
  const [rows, own] = [new Uint32Array(some), new Uint32Array(some)];
  let count = 0;
  const put = (row: number, pair: number) => {
    if (isSelected[pair] !== 1) return;
    rows[count] = row;
    own[count++] = pair;
  };
  if (some === again.length)
    for (let index = 0; index < again.length; index += 1) put(again[index] as number, pairsAgain[index] as number);
  else
    for (let row = 0, index = 0; row < untouched.length; row += 1)
      if (again[index] === row) put(row, pairsAgain[index++] as number);
      else put(row, untouched[row] as number);
  return { rows: rows.slice(0, count), pairs: own.slice(0, count) };
}

/** Whether any of the pairs holds risks that were not evaluated again. */
const hasUntouched = ({ outcomes, risks }: Pairs, isSelected: Uint8Array): boolean =>
  isSelected.subarray(0, outcomes).some((selected, outcome) => selected === 1 && risks[outcome] !== 0);

/** Both lists, and the one day on which all risks are evaluated; without it each is on its own date. */
type Lists = Readonly<{ before: readonly RatedEntry[]; after: readonly RatedEntry[]; day: string | undefined }>;

/** The rows of the risks that a figure counts, in ascending order. */
export function findRowsOfFigure(
  kept: KeptRisks,
  pairs: Pairs,
  givens: readonly PossibleValues[],
  lists: Lists,
  isChanged: Uint8Array,
  figure: Figure,
): Uint32Array {
  const changed = () => findRowsOfPairs(pairs, isChanged).rows;
  switch (figure.of) {
    case 'changed':
      return changed();
    case 'group':
      return keepCoded(kept, changed(), [{ column: columnOf(kept, figure.by), key: figure.key }]);
    case 'segment': {
      const { layers, countries } = segmentColumns(kept);
      const asked = [
        { column: layers, key: figure.layer },
        { column: countries, key: figure.country },
      ];
      return keepCoded(kept, changed(), asked);
    }
    default: {
      const isCounted = createPairTest(pairs, givens, lists, figure);
      const isSelected = new Uint8Array(pairs.count);
      for (let pair = 0; pair < pairs.count; pair += 1) isSelected[pair] = Number(isCounted(pair));
      const { rows } = findRowsOfPairs(pairs, isSelected);
      return figure.of === 'overlap' ? keepMatched(kept, rows, figure.second, lists) : rows;
    }
  }
}

/** Those of the rows that a dial of the list after matches. */
function keepMatched({ columns }: KeptRisks, rows: Uint32Array, dialId: string, { after, day }: Lists): Uint32Array {
  const entry = after.find(({ dial_id }) => dial_id === dialId);
  return entry === undefined ? new Uint32Array(0) : findRows(compileBucket(columns, [entry], day), [0], rows);
}

type PairFigure = Exclude<Figure, { of: 'changed' | 'group' | 'segment' }>;

function createPairTest(
  pairs: Pairs,
  givens: readonly PossibleValues[],
  { before, after }: Lists,
  figure: PairFigure,
): (pair: number) => boolean {
  const given = (side: 'before' | 'after', value: number, pair: number): Given => {
    const { [side]: table, all } = givens[value] as PossibleValues;
    return all[table[readWinner(pairs[side], pair, value)] as number] ?? null;
  };
  const placeOf = (dialId: string): number => after.findIndex(({ dial_id }) => dial_id === dialId) + 1;
  switch (figure.of) {
    case 'value':
    case 'move': {
      const value = VALUE_KEYS.indexOf(figure.value);
      return (pair) => {
        const [was, is] = [given('before', value, pair), given('after', value, pair)];
        if (figure.of === 'move') return was === figure.before && is === figure.after;
        return was !== is && directionOf(was, is) === figure.direction;
      };
    }
    case 'unset': {
      const value = VALUE_KEYS.indexOf(figure.value);
      return (pair) => readWinner(pairs.after, pair, value) === 0;
    }
    case 'overlap': {
      const [place, value] = [placeOf(figure.first), VALUE_KEYS.indexOf(figure.value)];
      return (pair) => place > 0 && readWinner(pairs.after, pair, value) === place;
    }
    case 'decided': {
      const place = placeOf(figure.dial_id);
      return (pair) => place > 0 && VALUE_KEYS.some((_key, value) => readWinner(pairs.after, pair, value) === place);
    }
    case 'behind': {
      const dials = listDials(before, after);
      const wanted = dials.ids.indexOf(figure.dial_id) + 1;
      return (pair) =>
        wanted > 0 && givens.some((one, value) => responsibleDial(pairs, pair, value, one, dials) === wanted);
    }
    default:
      return (pair) => {
        const isSame = (side: 'before' | 'after') =>
          VALUE_KEYS.every((key, value) => given(side, value, pair) === (figure[side][key] ?? null));
        return (
          isSame('before') && isSame('after') && VALUE_KEYS.some((key) => figure.before[key] !== figure.after[key])
        );
      };
  }
}

function columnOf({ groups }: KeptRisks, by: Grouping): TextColumn | undefined {
  const name = JSON.stringify(by);
  return groups.find((group) => JSON.stringify(group.by) === name)?.column;
}

type AskedKey = Readonly<{ column: TextColumn | undefined; key: string | null }>;

/** Those of the rows that have each of these keys, alone or among others. */
function keepCoded({ columns }: KeptRisks, rows: Uint32Array, asked: readonly AskedKey[]): Uint32Array {
  const blocks = columns.blocks();
  const tests = asked.map(createCodeTest);
  let block = 0;
  return rows.filter((row) => {
    while (row >= (blocks[block + 1]?.start ?? Number.POSITIVE_INFINITY)) block += 1;
    return tests.every((test) => test(block, row - (blocks[block]?.start ?? 0)));
  });
}

function createCodeTest({ column, key }: AskedKey): (block: number, row: number) => boolean {
  if (column === undefined) return () => false;
  if (key === null) return (block, row) => (column.slots(block)[0]?.[row] ?? 0) === 0;
  const code = column.texts().indexOf(key);
  if (code === -1) return () => false;
  const codes = new Set([code, ...column.combinations().flatMap((one) => (one.of.includes(code) ? [one.code] : []))]);
  return (block, row) => column.slots(block).some((slot) => codes.has(slot[row] as number));
}
