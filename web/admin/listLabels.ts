import type { EditableList } from '#contract/admin-lists.ts';
import { listFacts, REFERENCE_LISTS } from '#domain/dimension/dimension.ts';

/** Partners are kept with the buckets, not as a list. */
const LABELS = REFERENCE_LISTS.filter((list) => list !== 'partners').map(
  (list) => [list, listFacts(list).label] as const,
);

export const LIST_LABELS = Object.fromEntries(LABELS) as Readonly<Record<EditableList, string>>;
export const LISTS = LABELS.toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([list]) => list);
