import Papa from 'papaparse';
import { COLUMNS, type ExchangedDial, findColumn, toCells } from '#domain/dial/exchange.ts';

/** Tells spreadsheets that the text is UTF-8. */
const BOM = '\uFEFF';

/** Every cell is quoted: a spreadsheet that separates by something else splits none. */
export function writeCsv(dials: readonly ExchangedDial[]): string {
  const fields = COLUMNS.map(({ key }) => key);
  return BOM + Papa.unparse({ fields, data: dials.map(toCells) }, { newline: '\r\n', quotes: true });
}

export type CsvText = Readonly<{ lines: readonly (readonly string[])[]; problem: string | undefined }>;

const DELIMITERS = [',', ';', '\t'] as const;

/** Cells by line. The separator is the one under which the first line names most columns. */
export function readCsv(text: string): CsvText {
  const [best = ','] = DELIMITERS.toSorted((a, b) => knownHeads(text, b) - knownHeads(text, a));
  const { data, errors } = parse(text, best);
  const open = errors.find(({ type }) => type === 'Quotes');
  return {
    lines: data,
    problem: open && `A quotation mark is not closed, or stands in the wrong place, in row ${(open.row ?? 0) + 1}.`,
  };
}

const parse = (text: string, delimiter: string, preview = 0) =>
  Papa.parse<string[]>(text.replace(BOM, ''), { delimiter, preview, skipEmptyLines: false });

const knownHeads = (text: string, delimiter: string): number =>
  (parse(text, delimiter, 1).data[0] ?? []).filter((head) => findColumn(head) !== undefined).length;
