import { checkValue, type DialValues, EXPIRING_LINE_OPTIONS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import { readAmount, UNREADABLE_AMOUNT } from '#web/dimension/amount.ts';

export type CellValue = DialValues[ValueKey];

export const UNREADABLE_OPTION = `Please choose ${EXPIRING_LINE_OPTIONS.map(({ label }) => label)
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1')}`;

/** What was typed or pasted into a cell. Nothing means the dial's own; what breaks a rule is still readable. */
export type Reading =
  | Readonly<{ readable: true; value: CellValue; message: string | undefined }>
  | Readonly<{ readable: false; message: string }>;

const NOTHING = new Set(['', '·']);

export function readCell(key: ValueKey, text: string): Reading {
  const typed = text.trim();
  if (NOTHING.has(typed)) return { readable: true, value: undefined, message: undefined };
  if (VALUES[key].kind === 'option') {
    const option = EXPIRING_LINE_OPTIONS.find(({ value, label }) => [value, label].some((word) => same(word, typed)));
    if (option === undefined) return { readable: false, message: UNREADABLE_OPTION };
    return { readable: true, value: option.value, message: undefined };
  }
  const amount = readAmount(typed);
  if (amount === undefined || Number.isNaN(amount)) return { readable: false, message: UNREADABLE_AMOUNT };
  return { readable: true, value: amount, message: checkValue(key, amount) };
}

/** The letters typed so far stand for the option they begin. */
export function wholeOption(text: string): string {
  const typed = text.trim().toLowerCase();
  const found = EXPIRING_LINE_OPTIONS.find(({ label }) => typed !== '' && label.toLowerCase().startsWith(typed));
  return found?.label ?? text;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
