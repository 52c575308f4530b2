import type { ReviewSet, SetBucket } from '#contract/review.ts';
import { groupByDifference, type SetGroups } from '#domain/review/set-change.ts';
import { goLiveDay } from '#domain/review/schedule.ts';
import { classLabel, partnerText } from '#web/bucket/address.ts';
import { keyOf, needsOf, type ReviewMember, type ReviewView } from '#web/review/panel/reviewView.ts';

/** Its reviews were cancelled: it left the set. */
export const hasLeft = ({ round }: SetBucket): boolean => round.outcome === 'cancelled';

/** A set prepared for display. */
export type SetView = ReviewView &
  Readonly<{
    set: ReviewSet;
    groups: SetGroups<SetBucket>;
    /** Those with the shared change, then the exceptions, then those that left. */
    rows: readonly SetBucket[];
    members: readonly SetBucket[];
    /** Nothing but stops changes. */
    restartsOnly: boolean;
    /** They go live on different days. */
    hasDays: boolean;
    exceptions: ReadonlySet<string>;
    /** "9158 Fulmar", with the class if the set has several. */
    nameOf: (bucket: ReviewMember) => string;
    /** The same without the number, for sentences. */
    shortNameOf: (bucket: ReviewMember) => string;
    /** What tells it from the others: the number of its partner, its class, or both. */
    tagOf: (bucket: ReviewMember) => string;
  }>;

export function viewSet(set: ReviewSet): SetView {
  const groups = groupByDifference(
    set.buckets,
    (bucket) => (hasLeft(bucket) ? null : (bucket.difference?.changes ?? null)),
    ({ difference }) => difference?.unchanged ?? [],
  );
  const hasClasses = new Set(set.buckets.map(({ cob }) => cob)).size > 1;
  const hasPartners = new Set(set.buckets.map(({ partner }) => partner.number)).size > 1;
  const withClass = (name: string, cob: string) => (hasClasses ? `${name}, ${classLabel(cob)}` : name);
  const shortNameOf = ({ partner, cob }: ReviewMember) => withClass(partner.name, cob);
  const members = set.buckets.filter((bucket) => !hasLeft(bucket));
  return {
    setId: set.id,
    set,
    groups,
    rows: [...groups.same, ...groups.exceptions.map(({ bucket }) => bucket), ...groups.apart],
    members,
    restartsOnly:
      members.length > 0 &&
      members.every(({ round, difference }) => round.restart !== null && difference?.changes.length === 0),
    hasDays: new Set(members.map(({ round }) => goLiveDay(round))).size > 1,
    exceptions: new Set(groups.same.length === 0 ? [] : groups.exceptions.map(({ bucket }) => keyOf(bucket))),
    nameOf: ({ partner, cob }) => withClass(partnerText(partner), cob),
    shortNameOf,
    tagOf: ({ partner, cob }) => (hasPartners ? withClass(String(partner.number), cob) : classLabel(cob)),
    votedOf: (bucket) => ({ name: shortNameOf(bucket), ...bucket.round, ...needsOf(bucket.round) }),
  };
}
