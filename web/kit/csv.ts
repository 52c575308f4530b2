import Papa from 'papaparse';

/** The byte order mark: tells spreadsheets that the text is UTF-8. */
const BOM = '\uFEFF';

/** Quotes every cell, so that a spreadsheet with another separator splits none. */
export const writeCsv = (
  fields: readonly string[],
  lines: readonly (readonly string[] | Readonly<Record<string, string>>)[],
): string => BOM + Papa.unparse({ fields: [...fields], data: [...lines] }, { newline: '\r\n', quotes: true });

type Cells = Readonly<{
  lines: string[][];
  /** The line, from one, of an unclosed or misplaced quotation mark. */
  brokenLine: number | undefined;
}>;

/** Cells by line. A quoted cell may contain the separator, line breaks, and doubled quotation marks. */
export function readCells(text: string, separator: string, maxLines = 0): Cells {
  const options = { delimiter: separator, preview: maxLines, skipEmptyLines: false };
  const { data, errors } = Papa.parse<string[]>(text.replace(BOM, ''), options);
  const broken = errors.find(({ type }) => type === 'Quotes');
  return { lines: data, brokenLine: broken && (broken.row ?? 0) + 1 };
}
