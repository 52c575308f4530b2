import { COLUMNS, type ExchangedDial, findColumn, toCells } from '#domain/dial/exchange.ts';
import type { FindOption } from '#domain/dimension/codec.ts';
import { writeCsv } from '#domain/csv/write.ts';
import { readCells } from '#web/kit/csv.ts';
import { type DialFile, refuse } from './importFile.ts';
import { readDialLines } from './readDialLines.ts';

/** One dial per row, below a header line. */
export function readCsvDials(text: string, findOption: FindOption): DialFile {
  const { lines, brokenLine } = readDialsCsv(text);
  if (brokenLine !== undefined)
    return refuse(`A quotation mark is not closed, or stands in the wrong place, in row ${brokenLine}.`);
  return readDialLines(lines, findOption);
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Cells by line. Detects the separator by the header line: the one that yields most known columns. */
function readDialsCsv(text: string) {
  const [best = ','] = SEPARATORS.toSorted((a, b) => countKnownColumns(text, b) - countKnownColumns(text, a));
  return readCells(text, best);
}

const countKnownColumns = (text: string, separator: string): number =>
  (readCells(text, separator, 1).lines[0] ?? []).filter((head) => findColumn(head) !== undefined).length;

export const writeDialsCsv = (dials: readonly ExchangedDial[]): string =>
  writeCsv(
    COLUMNS.map(({ key }) => key),
    dials.map(toCells),
  );
