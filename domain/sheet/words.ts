import type { AmountUnit } from '#domain/value/kind.ts';
import { type ReadCell, writeFormula } from './workbook.ts';

/** What is wrong with a cell. The advice is itself valid input. */

export const NOT_AN_AMOUNT = {
  usd: 'not an amount. Write it as 1,500,000 or 1.5m',
  percent: 'not a share. Write it as 50%',
} as const satisfies Record<AmountUnit, string>;

/** Of a share below `LEAST_USUAL_SHARE`. */
export const TINY_SHARE = 'A share below 0.5%. Was a percent sign lost, so that 0.095 should be 9.5%?';
export const PERCENT_OF_MONEY = 'a percentage, not an amount. Write it as 1,500,000 or 1.5m';
export const NOT_A_POSITION = 'not a position. Write it as 3';
export const NOT_A_VERSION = 'not a version. Write it as v2';
export const OWN_VALUE_REMOVED = 'A bucket cannot remove a dial’s own value. Change the dial.';
export const NAME_CHANGED = 'A sheet cannot rename a dial. For another dial, add a row with its name.';
export const NO_NAME = 'This row names no dial.';
export const NAME_TOO_LONG = (most: number): string => `A name has at most ${most} characters.`;

/** A formula without a result was written by a program that does not compute. */
export function describeErrorCell({ text, formula }: Pick<ReadCell, 'text' | 'formula'>, example: string): string {
  if (formula !== null && text === writeFormula(formula))
    return `This formula has no result in the file. Open the file in Excel or LibreOffice and save it there, or type ${example || 'its result'}`;
  return `${text} is an error of the spreadsheet.${example === '' ? '' : ` Type ${example}`}`;
}
export const describeDate = (example: string, isText: boolean): string =>
  `The spreadsheet read this as a date. ${isText ? 'Format the cell as text and type' : 'Type'} ${example || 'it again'}`;
export const describeCopy = (row: number, first: number): string =>
  `Row ${row} is a copy of row ${first}. To add another dial, change the name in its copy.`;
export const describeUnknownVersion = (version: number): string => `There is no published v${version} of this dial.`;
export const describeSameName = (ids: readonly string[], column: string): string =>
  `${ids.length} dials have this name. Give the id of one in column ${column}: ${ids.join(' or ')}`;
export const ALREADY_THERE = 'This dial is in the bucket already.';

/** The reason of a dial version whose conditions were changed in a sheet. */
export const SHEET_REASON = 'Changed in a sheet';
export const NOTHING = '–';
/** A dial that others removed and the sheet changed. */
export const PRESENCE_SIDES = { exported: 'In the bucket', sheet: 'Changed', now: 'Removed' } as const;
