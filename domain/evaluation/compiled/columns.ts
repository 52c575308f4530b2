import type { Risk } from '#domain/evaluation/risk.ts';
import type { Block, Column } from './column.ts';
import { type Condition, type ConditionKey, RISK_READERS, type RiskReader } from './conditions.ts';
import { createNumbersEncoder, createTextsEncoder, type Encoded, type Numbers, type Texts } from './encoded.ts';
import { type Kernel, MAX_BLOCK_RISKS } from './kernel.ts';
import { createNumberColumn, type NumberColumn } from './number-column.ts';
import { createTextColumn, type TextColumn } from './text-column.ts';

/** Many risks in columns, to evaluate buckets for all of them at once. */
export type Columns = Readonly<{
  kernel: Kernel;
  /** The number of risks. A risk is identified by its row. */
  size: () => number;
  /** Appends risks. Add many at a time: each call starts a new block. */
  add: (risks: readonly Risk[]) => void;
  /** Appends risks that are already encoded. */
  addEncoded: (risks: number, encodedOf: (condition: ConditionKey) => Encoded | undefined) => void;
  blocks: () => readonly Block[];
  column: (condition: ConditionKey) => Column;
  texts: ReadonlyMap<ConditionKey, TextColumn>;
  numbers: ReadonlyMap<ConditionKey, NumberColumn>;
  /** Refines the codes until they distinguish these conditions. */
  distinguish: (conditions: readonly Condition[]) => void;
  /** Incremented when codes may have changed: anything derived from them is stale. */
  revision: () => number;
  /** Memory use. */
  bytes: () => number;
}>;

export function createColumns(kernel: Kernel): Columns {
  const texts = new Map(
    RISK_READERS.filter(({ holds }) => holds === 'texts').map(({ condition }) => [condition, createTextColumn(kernel)]),
  );
  const numbers = new Map(
    RISK_READERS.filter(({ holds }) => holds === 'number').map(({ condition }) => [
      condition,
      createNumberColumn(kernel),
    ]),
  );
  const columns = new Map<ConditionKey, Column>([...texts, ...numbers] as [ConditionKey, Column][]);
  const blocks: Block[] = [];
  let [size, revision] = [0, 0];

  const addEncoded = (risks: number, encodedOf: (condition: ConditionKey) => Encoded | undefined) => {
    const ranges = splitIntoBlocks(risks);
    for (const [condition, column] of texts) column.add(encodedOf(condition) as Texts | undefined, ranges);
    for (const [condition, column] of numbers) column.add(encodedOf(condition) as Numbers | undefined, ranges);
    for (const range of ranges) blocks.push({ ...range, start: size + range.start });
    size += risks;
    revision += 1;
  };
  return {
    kernel,
    size: () => size,
    add: (risks) => {
      const encoded = encodeRisks(risks);
      addEncoded(risks.length, (condition) => encoded.get(condition));
    },
    addEncoded,
    blocks: () => blocks,
    column: (condition) => columns.get(condition) as Column,
    texts,
    numbers,
    distinguish: (conditions) => {
      for (const [condition, column] of columns) {
        const ownConditions = conditions.filter((one) => one.condition === condition);
        if (ownConditions.length > 0 && column.distinguish(ownConditions)) revision += 1;
      }
    },
    revision: () => revision,
    bytes: () => [...columns.values()].reduce((sum, column) => sum + column.bytes(), 0),
  };
}

/** The encoded values of every condition that any of these risks has. */
export function encodeRisks(risks: readonly Risk[]): Map<ConditionKey, Encoded> {
  const encoders = RISK_READERS.map((reader) => createEncoder(reader, risks.length));
  // Row by row: the values of a risk are adjacent in memory.
  for (let row = 0; row < risks.length; row += 1) for (const { put } of encoders) put(row, risks[row] as Risk);
  return new Map(
    encoders.flatMap(({ condition, finish }): [ConditionKey, Encoded][] => {
      const encoded = finish();
      return encoded === undefined ? [] : [[condition, encoded]];
    }),
  );
}

function createEncoder(reader: RiskReader, risks: number) {
  const { condition, readValue } = reader;
  if (reader.holds === 'number') {
    const { put, finish } = createNumbersEncoder(risks);
    const putRisk = (row: number, risk: Risk) => {
      const value = readValue(risk);
      if (value !== undefined) put(row, reader.encodeValue(value));
    };
    return { condition, put: putRisk, finish };
  }
  const { put, finish } = createTextsEncoder(risks);
  const putRisk = (row: number, risk: Risk) => {
    const value = readValue(risk);
    if (value !== undefined) put(row, reader.encodeValue(value));
  };
  return { condition, put: putRisk, finish };
}

const splitIntoBlocks = (risks: number): Block[] =>
  Array.from({ length: Math.ceil(risks / MAX_BLOCK_RISKS) }, (_, block) => {
    const start = block * MAX_BLOCK_RISKS;
    return { start, risks: Math.min(MAX_BLOCK_RISKS, risks - start) };
  });
