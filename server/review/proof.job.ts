import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { type HIGHEST_STEPS, proveAmounts, type ProvenAmounts } from '#domain/evaluation/verify/highest.ts';
import { rateEntries } from '#server/impact/rated.ts';
import type { Pin } from '#server/dial/dial.pin.service.ts';

/** The list that is live, and the one that would be. Published dials never change, so the hash of a list stands for it. */
export type ProvedLists = Readonly<{ before: BucketEntries; after: BucketEntries }>;

export type ProofJob = Readonly<{
  lists: readonly ProvedLists[];
  /** The data of their dials, by id and version. */
  dials: readonly (readonly [string, DialData])[];
  steps: typeof HIGHEST_STEPS;
}>;

export const pinKey = ({ dial_id, version }: Pin): string => `${dial_id} ${version}`;

export function runProofJob({ lists, dials, steps }: ProofJob): ProvenAmounts[] {
  const data = new Map(dials);
  const rate = (entries: BucketEntries) => rateEntries(entries, (pin) => data.get(pinKey(pin))).rated;
  return lists.map(({ before, after }) => proveAmounts(rate(before), rate(after), steps));
}
