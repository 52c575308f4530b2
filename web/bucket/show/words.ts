import { grouped } from '#domain/dimension/format.ts';

/** Two decimals, always: a column of them compares by eye. */
export const appetiteText = (appetite: number): string => appetite.toFixed(2);

export const dialsText = (count: number): string => `${grouped(count)} ${count === 1 ? 'dial' : 'dials'}`;
