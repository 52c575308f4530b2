import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { grouped } from '#domain/dimension/format.ts';
import type { RowError } from '#domain/portfolio/load.ts';
import { cutText } from '#domain/portfolio/mapping/row.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { FileProblem } from './reader.protocol.ts';
import { rowScanner, type ScannedRow } from './reader.rows.ts';

const BLOCK = 1024 * 1024;
const SEPARATORS = [',', ';', '\t', '|'] as const;
type Separator = (typeof SEPARATORS)[number];
/** What separates and header are found in. */
const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_ROWS = 100;
const MAX_BROKEN = 10_000;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

const NOT_UTF8 = 'The file is not UTF-8, so its letters cannot be read. Save it as CSV UTF-8 and load it again.';
const NOT_TEXT = 'This is neither CSV nor Parquet. Save it as CSV UTF-8 and load it again.';
const ONE_COLUMN = 'There is only one column. Separate columns by commas, semicolons, tabs or |, and load it again.';
const BROKEN = 'Not as many columns as in the header. Check its quotation marks';
/** Bytes that never occur in text; the second one separates cells from here on. */
const NO_TEXT = [0x00, 0x1f];
export const BETWEEN_CELLS = '\u001F';
const UTF16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

export type CsvContent = Readonly<{
  /** The header. */
  names: readonly string[];
  /** Without the header, empty rows and titles above the header. */
  rows: number;
  /** Rows whose columns do not match the header; they are not written. */
  broken: readonly RowError[];
}>;

/**
 * Writes the rows of a CSV file one per line, without quotation marks, cells separated by `BETWEEN_CELLS`, each after its
 * row number in a spreadsheet. DuckDB reads that without guessing; its own reader loses row numbers, and fails on mixed line
 * ends and stray quotation marks.
 */
export async function rewriteCsv(file: string, to: string, onPart?: (part: number) => void): Promise<CsvContent> {
  const [source, target] = [await open(file), await open(to, 'w', 0o600)];
  try {
    const { size } = await source.stat();
    const block = Buffer.alloc(BLOCK + 3);
    let [carried, position] = [0, 0];
    let rows: ReturnType<typeof contentRows> | undefined;
    for (;;) {
      const { bytesRead } = await source.read(block, carried, BLOCK);
      const bytes = block.subarray(0, carried + bytesRead);
      if (position === 0 && UTF16.some(([a, b]) => bytes[0] === a && bytes[1] === b)) throw new FileProblem(NOT_UTF8);
      if (NO_TEXT.some((byte) => bytes.includes(byte))) throw new FileProblem(NOT_TEXT);
      const whole = bytesRead === 0 ? bytes.length : endOfLastCharacter(bytes);
      if (!isUtf8(bytes.subarray(0, whole))) throw new FileProblem(NOT_UTF8);
      const isFirst = rows === undefined;
      const start = isFirst && bytes.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0;
      rows ??= contentRows(inspectStart(bytes.subarray(start, whole)));
      await target.appendFile(rows.add(bytes.subarray(start, whole)));
      if (bytesRead === 0) {
        await target.appendFile(rows.end());
        return rows.content();
      }
      position += bytesRead;
      onPart?.(position / size);
      carried = bytes.length - whole;
      bytes.copy(block, 0, whole);
    }
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** The end of the last complete UTF-8 character, which has at most four bytes. */
function endOfLastCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

type Layout = Readonly<{ separator: Separator; headerRow: number }>;

type SampleRow = Pick<ScannedRow, 'row' | 'cells' | 'filled'> & Readonly<{ texts: readonly string[] }>;

/** The separator that gives most rows the same number of columns, and the row of the header. */
function inspectStart(bytes: Buffer): Layout {
  if (bytes.toString('utf8').trim() === '') throw new FileProblem('The file is empty.');
  const sample = Buffer.concat([bytes.subarray(0, SAMPLE_BYTES), Buffer.from('\n')]);
  const layouts = SEPARATORS.map((separator) => {
    const rows: SampleRow[] = [];
    rowScanner(separator, ({ row, cells, filled, text }) => {
      if (rows.length < SAMPLE_ROWS) rows.push({ row, cells, filled, texts: text().split(BETWEEN_CELLS) });
    }).add(sample);
    const widths = Map.groupBy(rows, ({ cells }) => cells);
    widths.delete(1);
    const [width = 1, same = []] = [...widths].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    return { separator, width, same: same.length, headerRow: findHeader(rows, width)?.row };
  });
  const [best] = layouts.toSorted((a, b) => b.same - a.same || b.width - a.width);
  if (best?.headerRow === undefined) throw new FileProblem(ONE_COLUMN);
  return { separator: best.separator, headerRow: best.headerRow };
}

/** The first row that names at least half of the columns; a row with numbers names none. Titles above it have few cells. */
function findHeader(rows: readonly SampleRow[], width: number): SampleRow | undefined {
  const first = rows.find(({ filled }) => filled > 1);
  const header = rows.find(({ filled }) => filled > 1 && filled >= width / 2);
  return header?.texts.some((text) => /^\s*\d/.test(text)) ? first : header;
}

/** Collects the rows below the header. */
function contentRows({ separator, headerRow }: Layout) {
  let names: readonly string[] = [];
  let [named, rows] = [0, 0];
  const broken: RowError[] = [];
  const scanner = rowScanner(separator, ({ row, cells, width, text }) => {
    if (row < headerRow) return 0;
    if (row === headerRow) {
      names = text().split(BETWEEN_CELLS);
      named = names.findLastIndex((name) => name.trim() !== '') + 1;
      return 0;
    }
    rows += 1;
    if (rows > PORTFOLIO_LIMITS.risks)
      throw new FileProblem(
        `The file has more than ${grouped(PORTFOLIO_LIMITS.risks)} rows, which is the most a portfolio can have.`,
      );
    // Columns without a name at the end may be left out, and empty cells may follow the last column.
    if (cells >= named && width <= names.length) return Math.min(cells, names.length);
    broken.push({
      row,
      column: '',
      text: cutText(text().replaceAll(BETWEEN_CELLS, separator).trim()),
      message: BROKEN,
    });
    if (broken.length >= MAX_BROKEN)
      throw new FileProblem(
        `${grouped(MAX_BROKEN)} rows or more have not as many columns as the header. Check what separates them.`,
      );
    return 0;
  });
  return {
    add: (bytes: Buffer) => scanner.add(bytes),
    end: () => scanner.end(),
    content: (): CsvContent => {
      if (rows === 0) throw new FileProblem('The file has a header and no rows.');
      if (rows === broken.length)
        throw new FileProblem(
          'No row has the columns of the header. Check what separates them. ' +
            `If row ${headerRow} is a title, delete it and load the file again.`,
        );
      return { names, rows, broken };
    },
  };
}
