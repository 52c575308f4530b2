import { isActiveOn } from '#domain/dial/status.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import type { Column } from './column.ts';
import type { Columns } from './columns.ts';
import { type Condition, conditionsOf, type ConditionKey } from './conditions.ts';
import { type Plane, PLANE_DIALS, PLANE_WORDS, setDial } from './kernel.ts';
import { MAX_DIALS } from './winners.ts';

/** A bucket, ready to be evaluated for all risks of these columns. */
export type CompiledBucket = Readonly<{
  columns: Columns;
  /** All conditions of the dials, in the order of the tables of each plane. */
  conditions: readonly ConditionKey[];
  /** Rebuilt when the codes change. */
  planes: () => readonly Plane[];
}>;

/** The conditions of a dial, and which values it sets. */
type CompiledDial = Readonly<{ isActive: boolean; conditions: readonly Condition[]; sets: readonly boolean[] }>;

/**
 * `day`: evaluate all risks on this day instead of their own dates. The result stays valid when risks are added or other
 * buckets are compiled.
 */
export function compileBucket(columns: Columns, entries: readonly RatedEntry[], day?: string): CompiledBucket {
  if (entries.length > MAX_DIALS) throw new RangeError(`A bucket of more than ${MAX_DIALS} dials cannot be compiled.`);
  const dials = entries.map((entry) => compileDial(entry, day));
  const allConditions = dials.flatMap((dial) => dial.conditions);
  columns.distinguish(allConditions);
  const conditions = [...new Set(allConditions.map(({ condition }) => condition))];
  const layOut = () =>
    Array.from({ length: Math.ceil(dials.length / PLANE_DIALS) }, (_, index) => {
      const first = index * PLANE_DIALS;
      return layOutPlane(columns, conditions, dials.slice(first, first + PLANE_DIALS), first);
    });
  let [planes, revision] = [layOut(), columns.revision()];
  return {
    columns,
    conditions,
    planes: () => {
      if (revision !== columns.revision()) [planes, revision] = [layOut(), columns.revision()];
      return planes;
    },
  };
}

function compileDial({ dial, overrides }: RatedEntry, day: string | undefined): CompiledDial {
  const conditions = conditionsOf(dial);
  return {
    isActive: day === undefined || isActiveOn(dial, day),
    conditions: day === undefined ? conditions : conditions.filter(({ condition }) => condition !== 'window'),
    sets: VALUE_KEYS.map((key) => (overrides[key] ?? dial.values[key]) !== undefined),
  };
}

function layOutPlane(
  columns: Columns,
  conditions: readonly ConditionKey[],
  dials: readonly CompiledDial[],
  first: number,
): Plane {
  const setters = VALUE_KEYS.flatMap((_key, value) => [...maskOf(dials, ({ sets }) => sets[value] === true)]);
  return {
    first,
    dials: maskOf(dials, ({ isActive }) => isActive),
    tables: conditions.map((condition) => layOutTable(columns.column(condition), condition, dials)),
    setters: Int32Array.from(setters),
  };
}

/** For each code, the dials that accept it: those without a condition here, and those that match the code. */
function layOutTable(column: Column, condition: ConditionKey, dials: readonly CompiledDial[]): Int32Array {
  const restrictions = dials.map(({ conditions }) => conditions.find((one) => one.condition === condition));
  const unrestricted = maskOf(restrictions, (one) => one === undefined);
  const table = new Int32Array(column.count() * PLANE_WORDS);
  for (let at = 0; at < table.length; at += PLANE_WORDS) table.set(unrestricted, at);
  for (const [dial, restriction] of restrictions.entries())
    if (restriction !== undefined) for (const code of column.matching(restriction)) setDial(table, code, dial);
  for (const { code, of } of column.combinations())
    for (let word = 0; word < PLANE_WORDS; word += 1) {
      const any = of.reduce((all, one) => all | (table[one * PLANE_WORDS + word] as number), 0);
      table[code * PLANE_WORDS + word] = any;
    }
  return table;
}

/** The bits of the dials that satisfy the predicate. */
function maskOf<T>(all: readonly T[], holds: (one: T) => boolean): Int32Array {
  const mask = new Int32Array(PLANE_WORDS);
  for (const [dial, one] of all.entries()) if (holds(one)) setDial(mask, 0, dial);
  return mask;
}
