/**
 * What spreadsheets run as a formula, full-width signs included, and the apostrophe that marks text. Putting the cell in
 * quotation marks does not stop them.
 */
const FORMULA_START = /^['=+\-@\t\r\n＝＋－＠]/;

/** Text that starts like a formula gets an apostrophe; so does text that starts with one, so that it can be read back. */
export const guardCell = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

/** The text as it was before `guardCell`. */
export function bareCell(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell;
}
