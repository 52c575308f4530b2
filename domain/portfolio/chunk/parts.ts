import { RISK_READERS } from '#domain/evaluation/compiled/conditions.ts';
import {
  createNumbersEncoder,
  createTextsEncoder,
  type Encoded,
  type Encoder,
  type Numbers,
  type Texts,
} from '#domain/evaluation/compiled/encoded.ts';
import type { Condition } from '#domain/evaluation/compiled/conditions.ts';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import type { RiskColumns } from './chunk.ts';

/** A column of a file. */
export type PartColumn = Readonly<{
  target: Target;
  name: string;
  /** Every value that stands in it; nothing where they are too many, and each part has its own. */
  values: readonly unknown[] | undefined;
}>;

/** Some risks of one class. Of each column, the places of their values, counted from one; 0 where there is none. */
export type Part = { size: number; readonly columns: readonly Readonly<{ places: Uint16Array; own: unknown[] }>[] };

/** A part has at most this many risks. */
export const PART_RISKS = 4096;

export const createPart = (columns: readonly PartColumn[]): Part => ({
  size: 0,
  columns: columns.map(() => ({ places: new Uint16Array(PART_RISKS), own: [] })),
});

/** What the targets of columns are for a risk that is evaluated, where they are called otherwise. */
const TARGETS: Readonly<Partial<Record<Condition, Target>>> = { window: 'date', journeys: 'journey' };

type Options = Readonly<{
  cob: string;
  columns: readonly PartColumn[];
  /** The date of every risk, where no column has one. */
  day: string;
}>;

/** All risks of these parts, in their order: each value is encoded once, however many risks have it. */
export function joinParts(parts: readonly Part[], { cob, columns, day }: Options): RiskColumns {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const columnOf = (target: Target) => columns.findIndex((column) => column.target === target);

  function put<Had, E extends Encoded>(
    column: number,
    toHad: (value: unknown) => Had,
    encoder: Encoder<Had, E>,
  ): Encoder<Had, E> {
    const { values } = columns[column] as PartColumn;
    const known = new Uint32Array(values === undefined ? 0 : values.length + 1);
    let row = 0;
    for (const part of parts) {
      const { places, own } = part.columns[column] as Part['columns'][number];
      for (let at = 0; at < part.size; at += 1, row += 1) {
        const place = places[at] as number;
        if (place === 0) continue;
        if (values === undefined) encoder.put(row, toHad(own[place - 1]));
        else if (known[place] === 0) known[place] = encoder.put(row, toHad(values[place - 1]));
        else encoder.putAgain(row, known[place] as number);
      }
    }
    return encoder;
  }

  const conditions = RISK_READERS.flatMap((reader): [Condition, Encoded][] => {
    const { condition } = reader;
    const column = columnOf(TARGETS[condition] ?? (condition as Target));
    if (column < 0 && condition !== 'window') return [];
    const encoded =
      column < 0
        ? repeat(reader.toHad(day) as number, size)
        : reader.holds === 'number'
          ? put(column, reader.toHad, createNumbersEncoder(size)).finish()
          : put(column, reader.toHad, createTextsEncoder(size)).finish();
    return encoded === undefined ? [] : [[condition, encoded]];
  });
  const premium = columnOf('premium');
  const references = columnOf('reference');
  // Of two columns of one name the last one counts, where it has anything.
  const kept = new Map<string, Encoder<readonly string[], Texts>>();
  for (const [column, { target, name }] of columns.entries())
    if (target === 'kept')
      kept.set(
        name,
        put(column, (text): readonly string[] => [text as string], kept.get(name) ?? createTextsEncoder(size)),
      );
  return {
    cob,
    references: parts.flatMap((part) => part.columns[references]?.own as string[]),
    conditions: new Map(conditions),
    premiums: premium < 0 ? undefined : put(premium, (number) => number as number, createNumbersEncoder(size)).finish(),
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
