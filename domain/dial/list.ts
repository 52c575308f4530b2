/** How the list of dials can be ordered: by name, the one saved last first, or the one in most buckets first. */
export const DIAL_SORTS = ['name', 'saved', 'used'] as const;
export type DialSort = (typeof DIAL_SORTS)[number];

/** Above this a count of a filtered list is only known to be at least that. */
export const MAX_COUNTED = 100;

export const MAX_EXPORTED = 10_000;
export const MAX_IMPORTED = 1_000;
