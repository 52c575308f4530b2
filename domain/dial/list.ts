/** How the list of dials can be ordered: by name, or the one saved last first. */
export const DIAL_SORTS = ['name', 'saved'] as const;
export type DialSort = (typeof DIAL_SORTS)[number];

/** Above this a count of a filtered list is only known to be at least that. */
export const MAX_COUNTED = 100;

export const MAX_EXPORTED = 10_000;
export const MAX_IMPORTED = 1_000;
