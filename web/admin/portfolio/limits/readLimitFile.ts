import type { QueryClient } from '@tanstack/react-query';
import type { Limit } from '#domain/capacity/limit.ts';
import { describeSheetError, findLimitColumn, type LimitNames, readLimits } from '#domain/capacity/sheet.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { apiQuery } from '#web/base/api/query.ts';
import { readReference } from '#web/rule/query.ts';
import { readCells } from '#web/kit/csv.ts';
import { decodeText } from '#web/kit/decodeText.ts';
import { utcToday } from '#web/kit/format.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const SEPARATORS = [',', ';', '\t'] as const;

/** The limits, or sentences on what is wrong with the file. */
type LimitFile = Readonly<{ limits: readonly Limit[]; errors: readonly string[] }>;

const refuse = (sentence: string): LimitFile => ({ limits: [], errors: [sentence] });

/** A sheet of limits, saved as CSV. */
export async function readLimitFile(file: File, api: Api, queries: QueryClient): Promise<LimitFile> {
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name))
    return refuse('This is a workbook. Please save it as CSV in your spreadsheet program, and choose that file.');
  if (file.size > MAX_BYTES) return refuse('This file is larger than 2 MB.');
  const text = decodeText(await file.arrayBuffer());
  const { lines, brokenLine } = readCells(text, findSeparator(text));
  if (brokenLine !== undefined)
    return refuse(`A quotation mark is not closed, or stands in the wrong place, in row ${brokenLine}.`);
  const { limits, errors } = readLimits(lines, await readNames(api, queries));
  return { limits, errors: errors.map(describeSheetError) };
}

/** The partners and countries that a limit can name. */
async function readNames(api: Api, queries: QueryClient): Promise<LimitNames> {
  const [{ partners }, { countries }] = await Promise.all([
    queries.query(apiQuery(api, 'getAppetites', {})),
    readReference(api, queries),
  ]);
  const numbers = new Set(partners.map(({ number }) => number));
  const codes = new Map([
    ...countries.map(({ code, label }): [string, string] => [label.toLowerCase(), code]),
    ...countries.map(({ code }): [string, string] => [code.toLowerCase(), code]),
  ]);
  return {
    hasPartner: (number) => numbers.has(number),
    findCountry: (text) => codes.get(text.toLowerCase()),
    today: utcToday(),
  };
}

/** The one that yields most known columns. */
function findSeparator(text: string): string {
  const known = (separator: string) =>
    (readCells(text, separator, 1).lines[0] ?? []).filter((head) => findLimitColumn(head) !== undefined).length;
  return SEPARATORS.toSorted((a, b) => known(b) - known(a))[0] ?? ',';
}
