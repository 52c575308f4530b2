/** By name, most recently saved, or most used. */
export const DIAL_SORTS = ['name', 'saved', 'used'] as const;
export type DialSort = (typeof DIAL_SORTS)[number];

/** Filtered counts above this are shown as a minimum. */
export const MAX_COUNTED = 100;

export const MAX_EXPORTED = 10_000;
export const MAX_IMPORTED = 1_000;
