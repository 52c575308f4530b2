import { numberAt, type Numbers, type Texts } from '#domain/evaluation/compiled/encoded.ts';
import type { Dialect } from '#domain/evaluation/sql/dialect.ts';
import type { CodedTables } from '#domain/evaluation/sql/select.ts';
import { COLUMNS, createTable, codedColumns } from '#domain/evaluation/sql/table.ts';
import type { Chunk } from '#domain/portfolio/chunk/chunk.ts';
import type { RowWriter } from './bytes.ts';
import {
  type ClassCodes,
  type ClassFacts,
  type Codes,
  keptColumnOf,
  UNKNOWN_CODE,
  SEGMENTS,
  segmentsOf,
} from './codes.ts';

/** Bump when the table format changes; tables of another version are ignored. */
export const TABLES_FORMAT = 1;

/** The dictionary condition that stores the facts of the class. */
const FACTS = 'facts';

/** Creates the tables of a class: its risks by row, with codes for texts, and the dictionary of the codes. */
export const createClassTables = (
  dialect: Dialect,
  { risks, dictionary }: CodedTables,
  { kept }: ClassFacts,
): string[] => [
  createTable(
    dialect,
    risks,
    [
      `row ${dialect.types.code}`,
      `premium ${dialect.types.number}`,
      ...codedColumns(dialect),
      `${SEGMENTS} ${dialect.types.codes}`,
      ...kept.map((_name, place) => `${keptColumnOf(place)} ${dialect.types.code}`),
    ],
    'row',
  ),
  createTable(
    dialect,
    dictionary,
    [
      `condition ${dialect.types.text}`,
      `text ${dialect.types.text}`,
      `code ${dialect.types.code}`,
      `risks ${dialect.types.code}`,
      `premium ${dialect.types.number}`,
    ],
    'condition, code',
  ),
];

export const selectFacts = ({ dictionary }: CodedTables): string =>
  `SELECT text FROM ${dictionary} WHERE condition = '${FACTS}'`;

type Cells = Pick<RowWriter<unknown>, 'code' | 'codes' | 'numberOrNone'>;

/** Indexed by code. */
type Counts = Readonly<{ risks: Uint32Array; premium: Float64Array }>;

/** Encodes the rows of a class, chunk by chunk in order, and then its dictionary with the counts. */
export function createClassWriter<Bytes>({ facts, codes }: ClassCodes, createWriter: () => RowWriter<Bytes>) {
  const counts = new Map(
    [...codes].map(([condition, { size }]): [string, Counts] => [
      condition,
      { risks: new Uint32Array(size + UNKNOWN_CODE + 1), premium: new Float64Array(size + UNKNOWN_CODE + 1) },
    ]),
  );
  let first = 0;

  const encodeRows = (chunk: Chunk): Bytes => {
    const writer = createWriter();
    const premiumAt = numbersOf(chunk.premiums);
    /** Reads the codes of a row, and counts them. */
    const codesOf = (condition: string, encodedTexts: Texts | undefined) => {
      const tables = translate(encodedTexts, codes.get(condition) as Codes);
      const { risks, premium } = counts.get(condition) as Counts;
      return (row: number): readonly number[] => {
        const rowCodes = tables[encodedTexts?.places[row] ?? 0] as readonly number[];
        for (const code of rowCodes) {
          risks[code] = (risks[code] as number) + 1;
          premium[code] = (premium[code] as number) + (premiumAt(row) ?? 0);
        }
        return rowCodes;
      };
    };
    const columns = [
      ...COLUMNS.map(({ condition, holds }) => {
        const encoded = chunk.encoded(condition);
        if (holds === 'day' || holds === 'number') return writeNumbers(writer, holds, encoded as Numbers | undefined);
        const readCodes = codesOf(condition, encoded as Texts | undefined);
        return (row: number) => {
          const rowCodes = readCodes(row);
          writer.code(rowCodes[0] as number);
          if (holds === 'texts') writer.codes(rowCodes, 1);
        };
      }),
      writeAll(writer, codesOf(SEGMENTS, segmentsOf(chunk))),
      ...facts.kept.map((name, place) => writeFirst(writer, codesOf(keptColumnOf(place), chunk.kept.get(name)))),
    ];
    for (let row = 0; row < chunk.size; row += 1) {
      writer.code(first + row);
      writer.number(premiumAt(row) ?? 0);
      for (const write of columns) write(row);
    }
    first += chunk.size;
    return writer.finish();
  };

  const encodeDictionary = (): Bytes => {
    const writer = createWriter();
    const writeEntry = (condition: string, text: string, code: number, risks: number, premium: number) => {
      writer.text(condition);
      writer.text(text);
      writer.code(code);
      writer.code(risks);
      writer.number(premium);
    };
    writeEntry(FACTS, JSON.stringify(facts), 0, first, 0);
    for (const [condition, codesOfTexts] of codes) {
      const { risks, premium } = counts.get(condition) as Counts;
      for (const [text, code] of [['', UNKNOWN_CODE] as const, ...codesOfTexts])
        writeEntry(condition, text, code, risks[code] as number, premium[code] as number);
    }
    return writer.finish();
  };
  return { encodeRows, encodeDictionary };
}

const NO_CODES: readonly number[] = [UNKNOWN_CODE];

/** The distinct codes of each list, by list index; index 0 is unknown. */
const translate = (encodedTexts: Texts | undefined, codes: Codes): (readonly number[])[] => [
  NO_CODES,
  ...(encodedTexts?.lists ?? []).map((list) => {
    const rowCodes = [...new Set(list)].map((text) => codes.get(text) ?? UNKNOWN_CODE);
    return rowCodes.length === 0 ? NO_CODES : rowCodes;
  }),
];

const numbersOf = (encoded: Numbers | undefined) => (row: number) =>
  encoded === undefined ? undefined : numberAt(encoded, row);

function writeNumbers(writer: Cells, holds: 'day' | 'number', encoded: Numbers | undefined) {
  const at = numbersOf(encoded);
  if (holds === 'day') return (row: number) => writer.code(at(row) ?? 0);
  return (row: number) => writer.numberOrNone(at(row));
}

const writeFirst = (writer: Cells, readCodes: (row: number) => readonly number[]) => (row: number) =>
  writer.code(readCodes(row)[0] as number);
const writeAll = (writer: Cells, readCodes: (row: number) => readonly number[]) => (row: number) =>
  writer.codes(readCodes(row), 0);
