import { grouped } from '#domain/dimension/format.ts';

/** The word form for a count: agree(2, 'is', 'are'). */
export const agree = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** "1 dial", "1,204 dials", "2 people". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${agree(count, one, many)}`;
