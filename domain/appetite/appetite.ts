export const APPETITE = { least: 0, most: 9.99, neutral: 1, decimals: 2 } as const;

export const APPETITE_RULE = 'Appetite must be between 0 and 9.99, with at most two decimals';

export type ReadAppetite =
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'appetite'; value: number }>
  | Readonly<{ kind: 'wrong'; message: string }>;

/** Parses user input. Empty means none; a comma counts as decimal point. */
export function readAppetite(typed: string): ReadAppetite {
  const text = typed.trim().replace(',', '.');
  if (text === '' || /^(none|-|–|·)$/i.test(text)) return { kind: 'none' };
  if (!/^\d+(\.\d{0,2})?$|^\.\d{1,2}$/.test(text)) return { kind: 'wrong', message: APPETITE_RULE };
  const value = Number(text);
  return isAppetite(value) ? { kind: 'appetite', value } : { kind: 'wrong', message: APPETITE_RULE };
}

export function isAppetite(value: number): boolean {
  return value >= APPETITE.least && value <= APPETITE.most && Number(value.toFixed(APPETITE.decimals)) === value;
}

/** `2.25`, always with two decimals. */
export const printAppetite = (value: number): string => value.toFixed(APPETITE.decimals);

export function appetiteWord(value: number): string {
  if (value === APPETITE.least) return 'Closed';
  if (value === APPETITE.neutral) return 'Neutral';
  return value < APPETITE.neutral ? 'Below neutral' : 'Above neutral';
}

/** Parses a column pasted from a spreadsheet, one line per row. */
export function readColumn(text: string): readonly string[] {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split('\t')[0]?.trim() ?? '');
}
