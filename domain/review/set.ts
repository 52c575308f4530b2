/** How many buckets one change may be made in, and be reviewed together. */
export const MAX_SET_BUCKETS = 100;
/** How many edits a change of several buckets makes in one of them. */
export const MAX_EDITS_PER_BUCKET = 100;

/** The version of a dial that all edits of a change are about; no version where it takes the dial out. */
export type SetSubject = Readonly<{ name: string; version: number | null }>;

/** What a set is called: after the dial it is about, or else by its size. */
export function titleOfSet(subject: SetSubject | undefined, buckets: number): string {
  if (subject === undefined) return buckets === 1 ? 'Changes in 1 bucket' : `Changes in ${buckets} buckets`;
  return subject.version === null ? `${subject.name}, removed` : `${subject.name}, v${subject.version}`;
}

export const NOT_IN_SET = 'This bucket is no longer in this set. Please look at what became of it.';
