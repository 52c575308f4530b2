import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { CHUNK_RISKS, type RiskColumns } from '#domain/portfolio/chunk/chunk.ts';
import { createBatch, joinBatches, type RiskBatch, MAX_BATCH_RISKS } from '#domain/portfolio/chunk/batches.ts';
import type { RowReader } from '#domain/portfolio/mapping/row.ts';
import { joinPeriods, type Period } from '#domain/portfolio/summary.ts';

/** Limit for risks in memory whose chunk is not full yet, over all classes. */
const MAX_WAITING = 300_000;

/** The risks of a class that are in no chunk yet: in memory, or spilled to files. */
type Waiting = { risks: number; parts: RiskBatch[]; inMemory: number; spilled: string[] };

type Options = Readonly<{
  columns: RowReader['columns'];
  /** The column names of the file. */
  names: readonly string[];
  /** The date of every risk if no column has one. */
  day: string;
  onFull: (columns: RiskColumns) => void;
  folder?: string;
  mostWaiting?: number;
}>;

/** Groups rows of any class by class, in their original order. */
export function waitingRisks({ columns, names, day, onFull, folder = '.', mostWaiting = MAX_WAITING }: Options) {
  const waiting = new Map<string, Waiting>();
  const described = columns.map(({ target, column, isKnown, values }) => ({
    target,
    name: names[column] ?? '',
    values: isKnown ? values : undefined,
  }));
  const valueAt = (column: number, row: number): unknown => {
    const { places, values } = columns[column] as (typeof columns)[number];
    return values[(places[row] as number) - 1];
  };
  const cobColumn = columns.findIndex(({ target }) => target === 'cob');
  const dateColumn = columns.findIndex(({ target }) => target === 'date');
  let period: Period | undefined;
  let inMemory = 0;
  let files = 0;

  /** Oldest first. */
  function flush(cob: string, own: Waiting): void {
    const earlier = own.spilled.flatMap((file) => {
      const parts = deserialize(readFileSync(join(folder, file))) as RiskBatch[];
      rmSync(join(folder, file));
      return parts;
    });
    waiting.delete(cob);
    inMemory -= own.inMemory;
    onFull(joinBatches([...earlier, ...own.parts], { cob, columns: described, day }));
  }

  function spillLargest(): void {
    const [own] = [...waiting.values()].toSorted((a, b) => b.inMemory - a.inMemory);
    if (own === undefined) return;
    const file = `spill.${(files += 1)}`;
    writeFileSync(join(folder, file), serialize(own.parts));
    own.spilled.push(file);
    inMemory -= own.inMemory;
    own.parts = [];
    own.inMemory = 0;
  }

  function partFor(own: Waiting): RiskBatch {
    const last = own.parts.at(-1);
    if (last !== undefined && last.size < MAX_BATCH_RISKS) return last;
    const part = createBatch(described);
    own.parts.push(part);
    return part;
  }

  return {
    /** Adds a row of the current block. */
    add(row: number): void {
      const cob = valueAt(cobColumn, row) as string;
      let own = waiting.get(cob);
      if (own === undefined) waiting.set(cob, (own = { risks: 0, parts: [], inMemory: 0, spilled: [] }));
      const part = partFor(own);
      for (let at = 0; at < columns.length; at += 1) {
        const { isKnown, places, values } = columns[at] as (typeof columns)[number];
        const { places: indexes, own: ownValues } = part.columns[at] as RiskBatch['columns'][number];
        const place = places[row] as number;
        indexes[part.size] = isKnown || place === 0 ? place : ownValues.push(values[place - 1]);
      }
      part.size += 1;
      const date = dateColumn < 0 ? day : (valueAt(dateColumn, row) as string);
      if (period === undefined || date < period.from || date > period.until)
        period = joinPeriods(period, { from: date, until: date });
      own.risks += 1;
      own.inMemory += 1;
      inMemory += 1;
      if (own.risks === CHUNK_RISKS) flush(cob, own);
      else if (inMemory > mostWaiting) spillLargest();
    },
    /** The first and last date up to now. */
    period: () => period,
    giveAll(): void {
      for (const [cob, own] of waiting) flush(cob, own);
    },
  };
}
