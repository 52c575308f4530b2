import { isActiveOn } from '#domain/dial/status.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import type { Column } from './column.ts';
import type { Columns } from './columns.ts';
import { type Asked, conditionsOf, type Condition } from './conditions.ts';
import { type Plane, PLANE_DIALS, PLANE_WORDS, setDial } from './kernel.ts';
import { MAX_DIALS } from './winners.ts';

/** A bucket, ready to be evaluated against all risks of these columns. */
export type CompiledBucket = Readonly<{
  columns: Columns;
  /** What the dials ask for at all, in the order of the tables of each plane. */
  conditions: readonly Condition[];
  /** As the codes are now. */
  planes: () => readonly Plane[];
}>;

/** A dial, in so far as it decides anything: what it asks of a risk and whether it sets each of the values. */
type CompiledDial = Readonly<{ isThere: boolean; asked: readonly Asked[]; sets: readonly boolean[] }>;

/**
 * Compiles a bucket for these risks. `day` is the one day on which all are evaluated; without it each is on its own date.
 * It may be kept: risks that are added later, and other buckets, are allowed for.
 */
export function compileBucket(columns: Columns, entries: readonly RatedEntry[], day?: string): CompiledBucket {
  if (entries.length > MAX_DIALS) throw new RangeError(`A bucket of more than ${MAX_DIALS} dials cannot be compiled.`);
  const dials = entries.map((entry) => compileDial(entry, day));
  const allAsked = dials.flatMap(({ asked }) => asked);
  columns.distinguish(allAsked);
  const conditions = [...new Set(allAsked.map(({ condition }) => condition))];
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
  const asked = conditionsOf(dial);
  return {
    isThere: day === undefined || isActiveOn(dial, day),
    asked: day === undefined ? asked : asked.filter(({ condition }) => condition !== 'window'),
    sets: VALUE_KEYS.map((key) => (overrides[key] ?? dial.values[key]) !== undefined),
  };
}

function layOutPlane(
  columns: Columns,
  conditions: readonly Condition[],
  dials: readonly CompiledDial[],
  first: number,
): Plane {
  const setters = VALUE_KEYS.flatMap((_key, value) => [...maskOf(dials, ({ sets }) => sets[value] === true)]);
  return {
    first,
    dials: maskOf(dials, ({ isThere }) => isThere),
    tables: conditions.map((condition) => layOutTable(columns.column(condition), condition, dials)),
    setters: Int32Array.from(setters),
  };
}

/** For each code the dials that a risk with it may match: those that ask nothing here, and those that ask for it. */
function layOutTable(column: Column, condition: Condition, dials: readonly CompiledDial[]): Int32Array {
  const asking = dials.map(({ asked }) => asked.find((one) => one.condition === condition));
  const indifferent = maskOf(asking, (asked) => asked === undefined);
  const table = new Int32Array(column.count() * PLANE_WORDS);
  for (let at = 0; at < table.length; at += PLANE_WORDS) table.set(indifferent, at);
  for (const [dial, asked] of asking.entries())
    if (asked !== undefined) for (const code of column.matching(asked)) setDial(table, code, dial);
  for (const { code, of } of column.combinations())
    for (let word = 0; word < PLANE_WORDS; word += 1) {
      const any = of.reduce((all, one) => all | (table[one * PLANE_WORDS + word] as number), 0);
      table[code * PLANE_WORDS + word] = any;
    }
  return table;
}

/** The bits of the dials for which it holds. */
function maskOf<T>(all: readonly T[], holds: (one: T) => boolean): Int32Array {
  const mask = new Int32Array(PLANE_WORDS);
  for (const [dial, one] of all.entries()) if (holds(one)) setDial(mask, 0, dial);
  return mask;
}
