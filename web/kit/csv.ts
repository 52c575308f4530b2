import Papa from 'papaparse';
import { BOM } from '#domain/csv/write.ts';

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
