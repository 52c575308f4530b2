import { grouped } from '#domain/dimension/format.ts';
import { readNumber } from '#domain/dimension/kind/intervals/interval.ts';

export const UNREADABLE_AMOUNT = 'Please give a number like 3,500,000, 350k or 3.5m';

/** What was typed, as a number: `3,500,000`, `350k`, `3.5m`, `35%`. Nothing typed is undefined, NaN is not a number. */
export function readAmount(text: string): number | undefined {
  const typed = text.trim().replace(/\s*%$/, '');
  if (typed === '') return undefined;
  return readNumber(typed, { negative: true }).value ?? Number.NaN;
}

/** Written out with thousands separators; what cannot be read stays as it was typed. */
export function writeAmount(text: string): string {
  const amount = readAmount(text);
  return amount === undefined || Number.isNaN(amount) ? text.trim() : grouped(amount);
}
