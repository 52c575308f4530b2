import type { KnownBucketDial } from '#contract/bucket.ts';
import { noteOf } from './rowNote.ts';

const PLAIN = 52;
const LINE = 36;

/** Two lines that are never broken: there is nothing to measure. */
export const plain = (dial: KnownBucketDial | undefined): boolean => rowHeight(dial) === PLAIN;

/** How high a row will be, before it is drawn and measured. */
export function rowHeight(dial: KnownBucketDial | undefined): number {
  const notice = dial !== undefined && dial.newer !== null;
  return PLAIN + (notice ? LINE : 0) + (noteOf(dial)?.stops === true ? LINE : 0);
}
