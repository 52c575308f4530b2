import type { Limit } from '#domain/capacity/limit.ts';
import { describeSheetError, findLimitColumn, type LimitNames, readLimits } from '#domain/capacity/sheet.ts';
import { readCells } from '#web/kit/csv.ts';
import { decodeText } from '#web/kit/decodeText.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const SEPARATORS = [',', ';', '\t'] as const;

/** The limits, or sentences on what is wrong with the file. */
type LimitFile = Readonly<{ limits: readonly Limit[]; errors: readonly string[] }>;

const refuse = (sentence: string): LimitFile => ({ limits: [], errors: [sentence] });

/** A sheet of limits, saved as CSV. */
export async function readLimitFile(file: File, names: LimitNames): Promise<LimitFile> {
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name))
    return refuse('This is a workbook. Please save it as CSV in your spreadsheet program, and choose that file.');
  if (file.size > MAX_BYTES) return refuse('This file is larger than 2 MB.');
  const text = decodeText(await file.arrayBuffer());
  const { lines, brokenLine } = readCells(text, findSeparator(text));
  if (brokenLine !== undefined)
    return refuse(`A quotation mark is not closed, or stands in the wrong place, in row ${brokenLine}.`);
  const { limits, errors } = readLimits(lines, names);
  return { limits, errors: errors.map(describeSheetError) };
}

/** The one that yields most known columns. */
function findSeparator(text: string): string {
  const known = (separator: string) =>
    (readCells(text, separator, 1).lines[0] ?? []).filter((head) => findLimitColumn(head) !== undefined).length;
  return SEPARATORS.toSorted((a, b) => known(b) - known(a))[0] ?? ',';
}
