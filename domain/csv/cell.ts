/**
 * Characters that make spreadsheets run a formula, full-width ones included, and the apostrophe. Quoting the cell does not
 * prevent it.
 */
const FORMULA_START = /^['=+\-@\t\r\n＝＋－＠]/;

/** Escapes formulas with an apostrophe; a leading apostrophe as well, to be reversible. */
export const guardCell = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

/** Reverses `guardCell`. */
export function bareCell(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell;
}
