import { RISK_READERS, type ConditionKey } from '#domain/evaluation/compiled/conditions.ts';
import {
  createNumbersEncoder,
  createTextsEncoder,
  type Encoded,
  type Encoder,
  type Numbers,
  type Texts,
} from '#domain/evaluation/compiled/encoded.ts';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import type { RiskColumns } from './chunk.ts';

export type FileColumn = Readonly<{
  target: Target;
  name: string;
  /** The distinct values; undefined where there are too many, and each batch has its own. */
  values: readonly unknown[] | undefined;
}>;

/** Some risks of one class: per column the 1-based indexes of their values; 0 for none. */
export type RiskBatch = {
  size: number;
  readonly columns: readonly Readonly<{ places: Uint16Array; own: unknown[] }>[];
};

export const MAX_BATCH_RISKS = 4096;

export const createBatch = (columns: readonly FileColumn[]): RiskBatch => ({
  size: 0,
  columns: columns.map(() => ({ places: new Uint16Array(MAX_BATCH_RISKS), own: [] })),
});

/** Conditions whose column target has another name. */
const TARGETS: Readonly<Partial<Record<ConditionKey, Target>>> = { window: 'date', journeys: 'journey' };

type Options = Readonly<{
  cob: string;
  columns: readonly FileColumn[];
  /** The date of all risks, if there is no date column. */
  day: string;
}>;

/** Joins batches in order; encodes each distinct value once. */
export function joinBatches(batches: readonly RiskBatch[], { cob, columns, day }: Options): RiskColumns {
  const size = batches.reduce((sum, batch) => sum + batch.size, 0);
  const columnOf = (target: Target) => columns.findIndex((column) => column.target === target);

  function encodeColumn<Value, E extends Encoded>(
    column: number,
    encodeValue: (value: unknown) => Value,
    encoder: Encoder<Value, E>,
  ): Encoder<Value, E> {
    const { values } = columns[column] as FileColumn;
    const encodedIndexes = new Uint32Array(values === undefined ? 0 : values.length + 1);
    let row = 0;
    for (const batch of batches) {
      const { places, own } = batch.columns[column] as RiskBatch['columns'][number];
      for (let at = 0; at < batch.size; at += 1, row += 1) {
        const index = places[at] as number;
        if (index === 0) continue;
        if (values === undefined) encoder.put(row, encodeValue(own[index - 1]));
        else if (encodedIndexes[index] === 0) encodedIndexes[index] = encoder.put(row, encodeValue(values[index - 1]));
        else encoder.putIndex(row, encodedIndexes[index] as number);
      }
    }
    return encoder;
  }

  const conditions = RISK_READERS.flatMap((reader): [ConditionKey, Encoded][] => {
    const { condition } = reader;
    const column = columnOf(TARGETS[condition] ?? (condition as Target));
    if (column < 0 && condition !== 'window') return [];
    const encoded =
      column < 0
        ? repeat(reader.encodeValue(day) as number, size)
        : reader.holds === 'number'
          ? encodeColumn(column, reader.encodeValue, createNumbersEncoder(size)).finish()
          : encodeColumn(column, reader.encodeValue, createTextsEncoder(size)).finish();
    return encoded === undefined ? [] : [[condition, encoded]];
  });
  const premium = columnOf('premium');
  const references = columnOf('reference');
  // Of two columns with the same name the last non-empty value wins.
  const kept = new Map<string, Encoder<readonly string[], Texts>>();
  for (const [column, { target, name }] of columns.entries())
    if (target === 'kept')
      kept.set(
        name,
        encodeColumn(column, (text): readonly string[] => [text as string], kept.get(name) ?? createTextsEncoder(size)),
      );
  return {
    cob,
    references: batches.flatMap((batch) => batch.columns[references]?.own as string[]),
    conditions: new Map(conditions),
    premiums:
      premium < 0
        ? undefined
        : encodeColumn(premium, (number) => number as number, createNumbersEncoder(size)).finish(),
    kept: new Map(
      [...kept].flatMap(([name, { finish }]) => {
        const texts = finish();
        return texts === undefined ? [] : [[name, texts]];
      }),
    ),
  };
}

function repeat(number: number, size: number): Numbers | undefined {
  const encoder = createNumbersEncoder(size);
  for (let row = 0; row < size; row += 1) encoder.put(row, number);
  return encoder.finish();
}
