import type { Risk } from '#domain/evaluation/risk.ts';
import { type Column, createColumn } from './column.ts';
import { type Asked, type Condition, RISK_READERS } from './conditions.ts';
import { type Kernel, MAX_BLOCK_RISKS } from './kernel.ts';

/** Where the risks of a block stand among all. */
export type Block = Readonly<{ start: number; risks: number }>;

/** Many risks, kept so that buckets can be evaluated against all of them at once. */
export type Columns = Readonly<{
  kernel: Kernel;
  /** How many risks there are. A risk goes by its row: how many were added before it. */
  size: () => number;
  /** Adds risks at the end. Give many at a time: each call begins a block of its own. */
  add: (risks: readonly Risk[]) => void;
  blocks: () => readonly Block[];
  column: (condition: Condition) => Column;
  /** Makes codes tell apart whatever dials ask for. */
  distinguish: (asked: readonly Asked[]) => void;
  /** Moves whenever a code may have come or changed: what was made of codes before has to be made again. */
  revision: () => number;
}>;

export function createColumns(kernel: Kernel): Columns {
  const columns = new Map(RISK_READERS.map((reader) => [reader.condition, createColumn(kernel, reader)]));
  const all = [...columns.values()];
  const blocks: Block[] = [];
  let [size, revision] = [0, 0];

  const addBlock = (risks: readonly Risk[], from: number, to: number) => {
    for (const column of all) column.open(to - from);
    for (let place = from; place < to; place += 1)
      for (const column of all) column.put(place - from, risks[place] as Risk);
    for (const column of all) column.close(to - from);
    blocks.push({ start: size, risks: to - from });
    size += to - from;
  };
  return {
    kernel,
    size: () => size,
    add: (risks) => {
      for (let from = 0; from < risks.length; from += MAX_BLOCK_RISKS)
        addBlock(risks, from, Math.min(from + MAX_BLOCK_RISKS, risks.length));
      revision += 1;
    },
    blocks: () => blocks,
    column: (condition) => columns.get(condition) as Column,
    distinguish: (asked) => {
      for (const [condition, column] of columns) {
        const here = asked.filter((one) => one.condition === condition);
        if (here.length > 0 && column.distinguish(here)) revision += 1;
      }
    },
    revision: () => revision,
  };
}
