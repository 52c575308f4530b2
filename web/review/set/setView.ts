import type { ReviewSet, SetBucket } from '#contract/review-set.ts';
import { groupByDifference, type SetGroups } from '#domain/review/set-change.ts';
import type { VotedBucket } from '#domain/review/set-vote.ts';
import { classLabel, partnerText } from '#web/bucket/address.ts';

export const keyOf = ({ partner, cob }: Pick<SetBucket, 'partner' | 'cob'>): string => `${partner.number}/${cob}`;
export const isOpen = ({ round }: SetBucket): boolean => round.outcome === null;
/** Its reviews were cancelled: it left the set. */
export const hasLeft = ({ round }: SetBucket): boolean => round.outcome === 'cancelled';
/** Whether the person may approve, and has not yet. */
export const isApprovable = ({ abilities, mine }: SetBucket): boolean => abilities.vote && mine !== 'approve';

/** A set prepared for display. */
export type SetView = Readonly<{
  set: ReviewSet;
  groups: SetGroups<SetBucket>;
  /** Those with the shared change, then the exceptions, then those that left. */
  rows: readonly SetBucket[];
  /** Those that have not left. */
  members: readonly SetBucket[];
  exceptions: ReadonlySet<string>;
  /** "9158 Fulmar", with the class if the set has several. */
  nameOf: (bucket: SetBucket) => string;
  /** The same without the number, for sentences. */
  shortNameOf: (bucket: SetBucket) => string;
  votedOf: (bucket: SetBucket) => VotedBucket;
}>;

export function viewSet(set: ReviewSet): SetView {
  const groups = groupByDifference(set.buckets, (bucket) =>
    hasLeft(bucket) ? null : (bucket.difference?.changes ?? null),
  );
  const hasClasses = new Set(set.buckets.map(({ cob }) => cob)).size > 1;
  const withClass = (name: string, cob: string) => (hasClasses ? `${name}, ${classLabel(cob)}` : name);
  const shortNameOf = ({ partner, cob }: SetBucket) => withClass(partner.name, cob);
  return {
    set,
    groups,
    rows: [...groups.same, ...groups.exceptions.map(({ bucket }) => bucket), ...groups.apart],
    members: set.buckets.filter((bucket) => !hasLeft(bucket)),
    exceptions: new Set(groups.same.length === 0 ? [] : groups.exceptions.map(({ bucket }) => keyOf(bucket))),
    nameOf: ({ partner, cob }) => withClass(partnerText(partner), cob),
    shortNameOf,
    votedOf: (bucket) => ({ name: shortNameOf(bucket), ...bucket.round }),
  };
}
