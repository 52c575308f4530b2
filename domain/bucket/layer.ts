import { comingOf, type Near } from '#domain/dial/status.ts';

/** What the matrix of buckets can show, one at a time. */
export const BUCKET_LAYERS = ['appetite', 'dials', 'newer', 'drafts', 'ending'] as const;
export type BucketLayer = (typeof BUCKET_LAYERS)[number];

/** A dial as a live bucket holds it: by version. */
export type HeldDial = Readonly<{
  version: number;
  /** The newest published version of the same dial. */
  newest: number;
  deleted: boolean;
  active_from: string | null;
  active_until: string | null;
}>;

/** Whether a newer version waits to be taken. A dial that was deleted offers none. */
export const hasNewer = ({ version, newest, deleted }: HeldDial): boolean => !deleted && newest > version;

/** Whether the version that is held ends in the near days; the bucket does without it from then on. */
export const endsSoon = (held: HeldDial, near: Near): boolean =>
  comingOf(held, near).some(({ kind }) => kind === 'ends');
