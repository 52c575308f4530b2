import { type Columns, createColumns } from '#domain/evaluation/compiled/columns.ts';
import type { Block } from '#domain/evaluation/compiled/column.ts';
import { type Kernel, MAX_BLOCK_RISKS } from '#domain/evaluation/compiled/kernel.ts';
import { createKernel } from '#domain/evaluation/compiled/kernels.ts';
import { createNumberColumn, type NumberColumn } from '#domain/evaluation/compiled/number-column.ts';
import { createPlainKernel } from '#domain/evaluation/compiled/plain-kernel.ts';
import { createTextColumn, type TextColumn } from '#domain/evaluation/compiled/text-column.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { Chunk } from '#domain/portfolio/chunk/chunk.ts';
import type { Grouping } from './impact.ts';
import { encodeLayers } from './layers.ts';

export type GroupColumn = Readonly<{ by: Grouping; column: TextColumn }>;

/** The risks of one class of a portfolio, in memory. A risk is identified by its row. */
export type RiskTable = Readonly<{
  columns: Columns;
  /** Undefined where no risk has a premium. */
  premiums: NumberColumn | undefined;
  /** The layer of each risk, see `layerOf`. */
  layers: TextColumn;
  /** Every dimension with named values and every kept column that has data. */
  groups: readonly GroupColumn[];
  /** The first row of each chunk, to read from it what is not in memory. */
  starts: readonly number[];
  /** Memory use: columns for evaluation, premiums, and columns only used for grouping. */
  bytes: () => Readonly<{ columns: number; premiums: number; groups: number }>;
}>;

/** Builds the table from the chunks of one class, in order. Retains none of the chunks' bytes. */
export function buildRiskTable(chunks: Iterable<Chunk>, kernel: Kernel = createKernel()): RiskTable {
  const columns = createColumns(kernel);
  const plain = createPlainKernel();
  const premiums = createNumberColumn(plain);
  const layers = createTextColumn(plain);
  const kept = new Map<string, TextColumn>();
  const starts: number[] = [];
  let hasPremiums = false;
  for (const chunk of chunks) {
    const before = columns.blocks();
    const [blocks, start] = [before.length, columns.size()];
    for (const name of chunk.kept.keys())
      if (!kept.has(name)) kept.set(name, createEmptyColumn(before.slice(0, blocks)));
    columns.addEncoded(chunk.size, chunk.encoded);
    const ranges = columns
      .blocks()
      .slice(blocks)
      .map((block) => ({ ...block, start: block.start - start }));
    premiums.add(chunk.premiums, ranges);
    layers.add(encodeLayers(chunk), ranges);
    hasPremiums ||= chunk.premiums !== undefined;
    for (const [name, column] of kept) column.add(chunk.kept.get(name), ranges);
    starts.push(start);
  }
  const named = [...columns.texts].flatMap(([condition, column]): GroupColumn[] =>
    condition === 'journeys' ? [] : [{ by: { dimension: condition as DimensionKey }, column }],
  );
  const byName = [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    columns,
    premiums: hasPremiums ? premiums : undefined,
    layers,
    groups: [
      ...named.filter(({ column }) => column.count() > 1),
      ...byName.map(([name, column]): GroupColumn => ({ by: { column: name }, column })),
    ],
    starts,
    bytes: () => ({
      columns: columns.bytes(),
      premiums: premiums.bytes(),
      groups: [layers, ...kept.values()].reduce((sum, column) => sum + column.bytes(), 0),
    }),
  };
}

/** Rows of one block: `inside` is relative to the block, `from` the index of the first among all given rows. */
export type BlockSlice = Readonly<{ block: number; start: number; inside: Uint32Array; from: number }>;

const EVERY_ROW = Uint32Array.from({ length: MAX_BLOCK_RISKS }, (_, row) => row);

/** These rows (ascending), or all of them, block by block. Skips blocks without any. */
export function* splitByBlock({ columns }: RiskTable, rows: Uint32Array | undefined): Generator<BlockSlice> {
  let from = 0;
  for (const [block, { start, risks }] of columns.blocks().entries()) {
    let inside = EVERY_ROW.subarray(0, risks);
    if (rows !== undefined) {
      let to = from;
      while (to < rows.length && (rows[to] as number) < start + risks) to += 1;
      inside = rows.subarray(from, to).map((row) => row - start);
    }
    if (inside.length > 0) yield { block, start, inside, from };
    from += inside.length;
  }
}

/** A column that is empty in the preceding blocks. */
function createEmptyColumn(before: readonly Block[]): TextColumn {
  const column = createTextColumn(createPlainKernel());
  column.add(undefined, before);
  return column;
}
