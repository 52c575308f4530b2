import type { DialValues } from '#domain/value/registry.ts';
import { type AlikeChange, IMPACT_LIMITS } from './impact.ts';
import { type ImpactTable, resultAt, type Side } from './impact-table.ts';
import { createInterner } from './interner.ts';
import { pickFirst } from './top.ts';

/**
 * Finds a representative row for each listed change. `changeOf` maps each outcome to the change it belongs to, or -1;
 * there are `count` changes.
 */
type FindRows = (changeOf: Int32Array, count: number) => readonly number[];

/** The largest changes. Changed outcomes with the same results before and the same after are one change. */
export function listLargest(table: ImpactTable, findRows: FindRows): AlikeChange[] {
  const { alikeOf, risks, resultsOf } = groupAlike(table);
  const line = table.results.findIndex(({ key }) => key === 'max_line');
  const amount = (index: number): number => Number(table.results[line]?.all[index] ?? 0);
  const sizes = risks.map((_, alike) => {
    const [before, after] = [resultsOf(alike, 'before'), resultsOf(alike, 'after')];
    return Math.abs(amount(after[line] as number) - amount(before[line] as number));
  });
  const indexesOf = (alike: number) => [...resultsOf(alike, 'before'), ...resultsOf(alike, 'after')];
  const listed = pickFirst(
    risks.length,
    IMPACT_LIMITS.largest,
    (a, b) =>
      (sizes[b] as number) - (sizes[a] as number) ||
      (risks[b] as number) - (risks[a] as number) ||
      compareIndexes(indexesOf(a), indexesOf(b)),
  );
  const places = new Map(listed.map((alike, place) => [alike, place]));
  const rows = findRows(
    Int32Array.from(alikeOf, (alike) => places.get(alike) ?? -1),
    listed.length,
  );
  const valuesOf = (alike: number, side: Side): DialValues =>
    Object.fromEntries(
      resultsOf(alike, side).flatMap((index, value) => {
        const { key, all } = table.results[value] as ImpactTable['results'][number];
        return index === 0 ? [] : [[key, all[index]]];
      }),
    );
  return listed.map((alike, place) => ({
    row: rows[place] as number,
    before: valuesOf(alike, 'before'),
    after: valuesOf(alike, 'after'),
    alike: risks[alike] as number,
  }));
}

const compareIndexes = (a: readonly number[], b: readonly number[]): number =>
  a.map((index, at) => index - (b[at] as number)).find((difference) => difference !== 0) ?? 0;

function groupAlike(table: ImpactTable) {
  const [tuples, alikes] = [createInterner(), createInterner()];
  const values = table.results.length;
  /** The id of all results of one side: that of the results before it, extended by one after the other. */
  const tupleOf = (side: Side, outcome: number): number => {
    let tuple = 0;
    for (let value = 0; value < values; value += 1)
      tuple = tuples.idOf(tuple, resultAt(table, side, value, outcome), value);
    return tuple;
  };
  const alikeOf = new Int32Array(table.size).fill(-1);
  const risks: number[] = [];
  for (let outcome = 0; outcome < table.size; outcome += 1) {
    if (table.isChanged[outcome] !== 1 || table.risks[outcome] === 0) continue;
    const alike = alikes.idOf(tupleOf('before', outcome), tupleOf('after', outcome), 0);
    alikeOf[outcome] = alike;
    risks[alike] = (risks[alike] ?? 0) + (table.risks[outcome] as number);
  }
  /** As indexes into the possible results, per value. */
  const resultsOf = (alike: number, side: Side): number[] => {
    const indexes: number[] = [];
    let tuple = alikes.word(alike, side === 'before' ? 0 : 1);
    for (let value = values - 1; value >= 0; value -= 1) {
      indexes[value] = tuples.word(tuple, 1);
      tuple = tuples.word(tuple, 0);
    }
    return indexes;
  };
  return { alikeOf, risks, resultsOf };
}
