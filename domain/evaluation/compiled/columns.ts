import type { Risk } from '#domain/evaluation/risk.ts';
import type { Block, Column } from './column.ts';
import { type Asked, type Condition, RISK_READERS, type RiskReader } from './conditions.ts';
import { createNumbersEncoder, createTextsEncoder, type Encoded, type Numbers, type Texts } from './encoded.ts';
import { type Kernel, MAX_BLOCK_RISKS } from './kernel.ts';
import { createNumberColumn, type NumberColumn } from './number-column.ts';
import { createTextColumn, type TextColumn } from './text-column.ts';

/** Many risks, kept so that buckets can be evaluated against all of them at once. */
export type Columns = Readonly<{
  kernel: Kernel;
  /** How many risks there are. A risk goes by its row: how many were added before it. */
  size: () => number;
  /** Adds risks at the end. Give many at a time: each call begins a block of its own. */
  add: (risks: readonly Risk[]) => void;
  /** The same of risks that are written down already. */
  addEncoded: (risks: number, encodedOf: (condition: Condition) => Encoded | undefined) => void;
  /** Where the risks of each block stand among all. */
  blocks: () => readonly Block[];
  column: (condition: Condition) => Column;
  /** By the conditions for which risks have texts. */
  texts: ReadonlyMap<Condition, TextColumn>;
  /** By the conditions for which risks have a number. */
  numbers: ReadonlyMap<Condition, NumberColumn>;
  /** Makes codes tell apart whatever dials ask for. */
  distinguish: (asked: readonly Asked[]) => void;
  /** Moves whenever a code may have come or changed: what was made of codes before has to be made again. */
  revision: () => number;
  /** How much is kept of all risks. */
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
  const columns = new Map<Condition, Column>([...texts, ...numbers] as [Condition, Column][]);
  const blocks: Block[] = [];
  let [size, revision] = [0, 0];

  const addEncoded = (risks: number, encodedOf: (condition: Condition) => Encoded | undefined) => {
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
    distinguish: (asked) => {
      for (const [condition, column] of columns) {
        const here = asked.filter((one) => one.condition === condition);
        if (here.length > 0 && column.distinguish(here)) revision += 1;
      }
    },
    revision: () => revision,
    bytes: () => [...columns.values()].reduce((sum, column) => sum + column.bytes(), 0),
  };
}

/** What these risks have for every condition for which anything is known of any of them. */
export function encodeRisks(risks: readonly Risk[]): Map<Condition, Encoded> {
  const encoders = RISK_READERS.map((reader) => createEncoder(reader, risks.length));
  // Risk after risk: what one of them has lies together in memory.
  for (let row = 0; row < risks.length; row += 1) for (const { put } of encoders) put(row, risks[row] as Risk);
  return new Map(
    encoders.flatMap(({ condition, finish }): [Condition, Encoded][] => {
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
      if (value !== undefined) put(row, reader.toHad(value));
    };
    return { condition, put: putRisk, finish };
  }
  const { put, finish } = createTextsEncoder(risks);
  const putRisk = (row: number, risk: Risk) => {
    const value = readValue(risk);
    if (value !== undefined) put(row, reader.toHad(value));
  };
  return { condition, put: putRisk, finish };
}

const splitIntoBlocks = (risks: number): Block[] =>
  Array.from({ length: Math.ceil(risks / MAX_BLOCK_RISKS) }, (_, block) => {
    const start = block * MAX_BLOCK_RISKS;
    return { start, risks: Math.min(MAX_BLOCK_RISKS, risks - start) };
  });
