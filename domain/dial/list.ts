/** How the list of dials can be ordered: by name, or the one saved last first. */
export const DIAL_SORTS = ['name', 'saved'] as const;
export type DialSort = (typeof DIAL_SORTS)[number];

/** Above this a count of a filtered list is only known to be at least that. */
export const MOST_COUNTED = 100;

export const MOST_EXPORTED = 10_000;
export const MOST_IMPORTED = 1_000;
