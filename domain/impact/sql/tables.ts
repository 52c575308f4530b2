import { numberAt, type Numbers, type Texts } from '#domain/evaluation/compiled/encoded.ts';
import { DIALECTS } from '#domain/evaluation/sql/dialect.ts';
import type { CodedTables } from '#domain/evaluation/sql/select.ts';
import { COLUMNS, createTable, describeCoded } from '#domain/evaluation/sql/table.ts';
import type { Chunk } from '#domain/portfolio/chunk/chunk.ts';
import { createRowWriter, type RowWriter } from './bytes.ts';
import { type ClassCodes, type ClassFacts, type Codes, keptName, NOTHING, SEGMENTS, segmentsOf } from './codes.ts';

/** Moves when tables of the same chunks are made otherwise: those of another version are not used. */
export const TABLES_FORMAT = 1;

/** By what the facts of a class go in its dictionary. */
const FACTS = 'facts';

const { types } = DIALECTS.clickhouse;

/** Makes the tables of a class: its risks by their rows, with codes for their texts, and the dictionary of those. */
export const createClassTables = ({ risks, dictionary }: CodedTables, { kept }: ClassFacts): string[] => [
  createTable(
    DIALECTS.clickhouse,
    risks,
    [
      `row ${types.code}`,
      'premium Float64',
      ...describeCoded(DIALECTS.clickhouse),
      `${SEGMENTS} ${types.codes}`,
      ...kept.map((_name, place) => `${keptName(place)} ${types.code}`),
    ],
    'row',
  ),
  createTable(
    DIALECTS.clickhouse,
    dictionary,
    [`condition ${types.text}`, `text ${types.text}`, `code ${types.code}`, `risks ${types.code}`, 'premium Float64'],
    'condition, code',
  ),
];

export const selectFacts = ({ dictionary }: CodedTables): string =>
  `SELECT text FROM ${dictionary} WHERE condition = '${FACTS}'`;

/** How many risks have a code, and their premium. */
type Counts = Readonly<{ risks: Uint32Array; premium: Float64Array }>;

/** Writes the rows of a class, chunk by chunk in order, and then its dictionary, with what was counted meanwhile. */
export function createClassWriter({ facts, codes }: ClassCodes) {
  const counts = new Map(
    [...codes].map(([condition, { size }]): [string, Counts] => [
      condition,
      { risks: new Uint32Array(size + NOTHING + 1), premium: new Float64Array(size + NOTHING + 1) },
    ]),
  );
  let first = 0;

  const encodeRows = (chunk: Chunk): Uint8Array<ArrayBuffer> => {
    const writer = createRowWriter();
    const premiumAt = numbersOf(chunk.premiums);
    /** The codes of a row, which are counted. */
    const codesOf = (condition: string, had: Texts | undefined) => {
      const tables = translate(had, codes.get(condition) as Codes);
      const { risks, premium } = counts.get(condition) as Counts;
      return (row: number): readonly number[] => {
        const own = tables[had?.places[row] ?? 0] as readonly number[];
        for (const code of own) {
          risks[code] = (risks[code] as number) + 1;
          premium[code] = (premium[code] as number) + (premiumAt(row) ?? 0);
        }
        return own;
      };
    };
    const columns = [
      ...COLUMNS.map(({ condition, holds }) => {
        const encoded = chunk.encoded(condition);
        if (holds === 'day' || holds === 'number') return writeNumbers(writer, holds, encoded as Numbers | undefined);
        const of = codesOf(condition, encoded as Texts | undefined);
        return (row: number) => {
          const own = of(row);
          writer.code(own[0] as number);
          if (holds === 'texts') writer.codes(own, 1);
        };
      }),
      writeAll(writer, codesOf(SEGMENTS, segmentsOf(chunk))),
      ...facts.kept.map((name, place) => writeFirst(writer, codesOf(keptName(place), chunk.kept.get(name)))),
    ];
    for (let row = 0; row < chunk.size; row += 1) {
      writer.code(first + row);
      writer.number(premiumAt(row) ?? 0);
      for (const write of columns) write(row);
    }
    first += chunk.size;
    return writer.finish();
  };

  const encodeDictionary = (): Uint8Array<ArrayBuffer> => {
    const writer = createRowWriter();
    const put = (condition: string, text: string, code: number, risks: number, premium: number) => {
      writer.text(condition);
      writer.text(text);
      writer.code(code);
      writer.code(risks);
      writer.number(premium);
    };
    put(FACTS, JSON.stringify(facts), 0, first, 0);
    for (const [condition, known] of codes) {
      const { risks, premium } = counts.get(condition) as Counts;
      for (const [text, code] of [['', NOTHING] as const, ...known])
        put(condition, text, code, risks[code] as number, premium[code] as number);
    }
    return writer.finish();
  };
  return { encodeRows, encodeDictionary };
}

const NO_CODES: readonly number[] = [NOTHING];

/** The codes of each list, each once, by its place; the first place is for none. */
const translate = (had: Texts | undefined, codes: Codes): (readonly number[])[] => [
  NO_CODES,
  ...(had?.lists ?? []).map((list) => {
    const own = [...new Set(list)].map((text) => codes.get(text) ?? NOTHING);
    return own.length === 0 ? NO_CODES : own;
  }),
];

const numbersOf = (encoded: Numbers | undefined) => (row: number) =>
  encoded === undefined ? undefined : numberAt(encoded, row);

function writeNumbers(writer: RowWriter, holds: 'day' | 'number', encoded: Numbers | undefined) {
  const at = numbersOf(encoded);
  if (holds === 'day') return (row: number) => writer.code(at(row) ?? 0);
  return (row: number) => writer.numberOrNone(at(row));
}

const writeFirst = (writer: RowWriter, of: (row: number) => readonly number[]) => (row: number) =>
  writer.code(of(row)[0] as number);
const writeAll = (writer: RowWriter, of: (row: number) => readonly number[]) => (row: number) =>
  writer.codes(of(row), 0);
