/** "Cyber; SME": a semicolon or backslash inside an item is escaped by a backslash. */
export const joinList = (items: readonly string[]): string =>
  items.map((item) => item.replaceAll(/[\\;]/g, String.raw`\$&`)).join('; ');

export function splitList(text: string): string[] {
  const items: string[] = [''];
  for (const [piece, escaped] of text.matchAll(/\\([\\;])|[^]/g)) {
    if (piece === ';') items.push('');
    else items[items.length - 1] += escaped ?? piece;
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

const NUMBER = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?(e[+-]?\d+)?$/i;

/** A number as a spreadsheet writes it: `2500000`, `2,500,000`, `$2,500,000`, `6%`. */
export function readAmount(text: string, unit: 'usd' | 'percent' | null): number | undefined {
  const sign = unit === 'usd' ? /\$/ : /%$/;
  const plain = text.trim().replace('−', '-').replace(sign, '').trim();
  if (!/\d/.test(plain) || !NUMBER.test(plain)) return undefined;
  const value = Number(plain.replaceAll(',', ''));
  return Number.isFinite(value) ? value : undefined;
}

const YES = new Set(['yes', 'y', 'true']);
const NO = new Set(['no', 'n', 'false']);

export function readYesNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
