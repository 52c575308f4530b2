export const CHANGE_KINDS = ['added', 'removed', 'updated', 'overridden', 'reordered'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
export type ChangeCounts = Readonly<Record<ChangeKind, number>>;

export const totalChanges = (counts: ChangeCounts): number => CHANGE_KINDS.reduce((sum, kind) => sum + counts[kind], 0);

export const addChanges = (all: readonly ChangeCounts[]): ChangeCounts =>
  Object.fromEntries(
    CHANGE_KINDS.map((kind) => [kind, all.reduce((sum, counts) => sum + counts[kind], 0)]),
  ) as ChangeCounts;
