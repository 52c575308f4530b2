import Papa from 'papaparse';

/** Tells spreadsheets that the text is UTF-8. */
const BOM = '\uFEFF';

/** Every cell is quoted: a spreadsheet that separates by something else splits none. */
export const writeCsv = (
  fields: readonly string[],
  lines: readonly (readonly string[] | Readonly<Record<string, string>>)[],
): string => BOM + Papa.unparse({ fields: [...fields], data: [...lines] }, { newline: '\r\n', quotes: true });

type Cells = Readonly<{
  lines: string[][];
  /** The line, from one, where a quotation mark is not closed or stands in the wrong place. */
  brokenLine: number | undefined;
}>;

/** Cells by line. One in quotation marks may hold the separator, line breaks, and quotation marks written twice. */
export function readCells(text: string, separator: string, maxLines = 0): Cells {
  const options = { delimiter: separator, preview: maxLines, skipEmptyLines: false };
  const { data, errors } = Papa.parse<string[]>(text.replace(BOM, ''), options);
  const broken = errors.find(({ type }) => type === 'Quotes');
  return { lines: data, brokenLine: broken && (broken.row ?? 0) + 1 };
}
