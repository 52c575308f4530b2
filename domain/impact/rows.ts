import { compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { findRows } from '#domain/evaluation/compiled/resolve.ts';
import type { TextColumn } from '#domain/evaluation/compiled/text-column.ts';
import { segmentColumns } from './groups.ts';
import type { Figure, Grouping } from './impact.ts';
import { selectOutcomes } from './impact-table.ts';
import type { RiskTable } from './risk-table.ts';
import { type RowOutcomes, type SelectedRows, selectRows } from './row-outcomes.ts';

/** The rows counted by a figure, ascending. */
export function listRowsOfFigure(
  risks: RiskTable,
  outcomes: RowOutcomes,
  figure: Figure,
  day: string | undefined,
): Uint32Array {
  const { rows } = selectRows(outcomes, selectOutcomes(outcomes.table, figure));
  switch (figure.of) {
    case 'group':
      return filterByKeys(risks, rows, [{ column: columnOf(risks, figure.by), key: figure.key }]);
    case 'segment': {
      const { layers, countries } = segmentColumns(risks);
      const conditions = [
        { column: layers, key: figure.layer },
        { column: countries, key: figure.country },
      ];
      return filterByKeys(risks, rows, conditions);
    }
    case 'exposure':
      return figure.country === null
        ? rows
        : filterByKeys(risks, rows, [{ column: segmentColumns(risks).countries, key: figure.country }]);
    case 'overlap': {
      const second = outcomes.table.after.find(({ dial_id }) => dial_id === figure.second);
      if (second === undefined) return new Uint32Array(0);
      return findRows(compileBucket(risks.columns, [second], day), [0], rows);
    }
    default:
      return rows;
  }
}

/** For each change, the risk with the highest revenue; the first on a tie. See `listLargest`. */
export function findRepresentatives(
  { columns }: RiskTable,
  { rows, outcomes }: SelectedRows,
  changeOf: Int32Array,
  count: number,
): number[] {
  const revenues = columns.numbers.get('revenue_ranges');
  const blocks = columns.blocks();
  const best = Array.from({ length: count }, () => ({ row: -1, revenue: Number.NEGATIVE_INFINITY }));
  let block = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as number;
    const change = changeOf[outcomes[index] as number] as number;
    if (change === -1) continue;
    while (row >= (blocks[block + 1]?.start ?? Number.POSITIVE_INFINITY)) block += 1;
    const revenue = revenues?.numberAt(block, row - (blocks[block]?.start ?? 0)) ?? Number.NEGATIVE_INFINITY;
    const current = best[change] as (typeof best)[number];
    if (current.row === -1 || revenue > current.revenue) best[change] = { row, revenue };
  }
  return best.map(({ row }) => row);
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
