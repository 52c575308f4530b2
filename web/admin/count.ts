import { grouped } from '#domain/dimension/format.ts';

/** "1 change", "2 changes" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
