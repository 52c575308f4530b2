/** Buckets that can be changed and reviewed together. */
export const MAX_SET_BUCKETS = 100;
export const MAX_EDITS_PER_BUCKET = 100;

/** The dial version that all edits of a change are about; null if the dial is removed. */
export type SetSubject = Readonly<{ name: string; version: number | null }>;

/** The title of a set: its dial, or else its size. */
export function titleOfSet(subject: SetSubject | undefined, buckets: number): string {
  if (subject === undefined) return buckets === 1 ? 'Changes in 1 bucket' : `Changes in ${buckets} buckets`;
  return subject.version === null ? `${subject.name}, removed` : `${subject.name}, v${subject.version}`;
}

/** Of a set that changes nothing but stops. */
export const titleOfRestarts = (buckets: number): string =>
  buckets === 1 ? 'Restart of 1 bucket' : `Restart of ${buckets} buckets`;

export const NOT_IN_SET = 'This bucket is no longer in this set. Reload to see the outcome.';
