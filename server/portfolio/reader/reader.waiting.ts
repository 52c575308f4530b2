import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { CHUNK_RISKS, type RiskColumns } from '#domain/portfolio/chunk/chunk.ts';
import { createPart, joinParts, type Part, PART_RISKS } from '#domain/portfolio/chunk/parts.ts';
import type { RowReader } from '#domain/portfolio/mapping/row.ts';
import { joinPeriods, type Period } from '#domain/portfolio/summary.ts';

/** Risks that wait in memory for their chunk to be full, of all classes together. */
const MAX_WAITING = 300_000;

/** What a class has that is in no chunk yet: in memory, and in files where there are too many. */
type Waiting = { risks: number; parts: Part[]; inMemory: number; spilled: string[] };

type Options = Readonly<{
  columns: RowReader['columns'];
  /** What the columns of the file are called. */
  names: readonly string[];
  /** The date of every risk, where no column has one. */
  day: string;
  onFull: (columns: RiskColumns) => void;
  folder?: string;
  mostWaiting?: number;
}>;

/** Takes rows of any class, and gives those of one class together, in the order in which they came. */
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

  /** Those that came first come first. */
  function give(cob: string, own: Waiting): void {
    const earlier = own.spilled.flatMap((file) => {
      const parts = deserialize(readFileSync(join(folder, file))) as Part[];
      rmSync(join(folder, file));
      return parts;
    });
    waiting.delete(cob);
    inMemory -= own.inMemory;
    onFull(joinParts([...earlier, ...own.parts], { cob, columns: described, day }));
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

  function partFor(own: Waiting): Part {
    const last = own.parts.at(-1);
    if (last !== undefined && last.size < PART_RISKS) return last;
    const part = createPart(described);
    own.parts.push(part);
    return part;
  }

  return {
    /** A row of those that were read last. */
    add(row: number): void {
      const cob = valueAt(cobColumn, row) as string;
      let own = waiting.get(cob);
      if (own === undefined) waiting.set(cob, (own = { risks: 0, parts: [], inMemory: 0, spilled: [] }));
      const part = partFor(own);
      for (let at = 0; at < columns.length; at += 1) {
        const { isKnown, places, values } = columns[at] as (typeof columns)[number];
        const { places: taken, own: ownValues } = part.columns[at] as Part['columns'][number];
        const place = places[row] as number;
        taken[part.size] = isKnown || place === 0 ? place : ownValues.push(values[place - 1]);
      }
      part.size += 1;
      const date = dateColumn < 0 ? day : (valueAt(dateColumn, row) as string);
      if (period === undefined || date < period.from || date > period.until)
        period = joinPeriods(period, { from: date, until: date });
      own.risks += 1;
      own.inMemory += 1;
      inMemory += 1;
      if (own.risks === CHUNK_RISKS) give(cob, own);
      else if (inMemory > mostWaiting) spillLargest();
    },
    /** The first and last date so far. */
    period: () => period,
    giveAll(): void {
      for (const [cob, own] of waiting) give(cob, own);
    },
  };
}
