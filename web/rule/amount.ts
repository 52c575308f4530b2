import { grouped } from '#domain/dimension/format.ts';
import { readNumber } from '#domain/dimension/kind/intervals/interval.ts';

/** Parses typed text as a number: `3,500,000`, `350k`, `3.5m`, `35%`. Empty is undefined, invalid is NaN. */
export function readAmount(text: string): number | undefined {
  const typed = text.trim().replace(/\s*%$/, '');
  if (typed === '') return undefined;
  return readNumber(typed, { negative: true }).value ?? Number.NaN;
}

/** Formats with thousands separators; invalid text stays as typed. */
export function writeAmount(text: string): string {
  const amount = readAmount(text);
  return amount === undefined || Number.isNaN(amount) ? text.trim() : grouped(amount);
}
