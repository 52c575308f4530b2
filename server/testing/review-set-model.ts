import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import type { Choice } from '#domain/review/round.ts';
import { BucketModel, type Content } from './review-model.ts';

/** Buckets to vote on, by index, and the set they must belong to. */
export type Ballot = Readonly<{ set: string | null; members: readonly number[] }>;
type Refused = Readonly<{ bucket: BucketModel; status: 400 | 403 | 409 | 412 }>;

/** The status of a combined refusal is the first of these that occurs. */
const PROBLEM_PRIORITY = [412, 409, 403, 400] as const;

/** The model of several buckets that change together, all or nothing. */
export class BucketsModel {
  readonly buckets: readonly BucketModel[];
  readonly lost = new Set<number>();
  readonly sets: Ballot[] = [];
  votesOnSets = 0;

  constructor(count: number, dialWriters: Readonly<Record<0 | 1, number>>) {
    this.buckets = Array.from({ length: count }, () => new BucketModel(dialWriters, this.lost));
  }

  at(places: readonly number[]): BucketModel[] {
    return places.map((place) => this.buckets[place] as BucketModel);
  }

  /** Each refused bucket has a record of it; invalid input has none. */
  private refuse(refused: readonly Refused[]): number | undefined {
    const status = PROBLEM_PRIORITY.find((one) => refused.some((each) => each.status === one));
    if (status === undefined || status === 400) return status;
    for (const { bucket } of refused) bucket.refused(status);
    return status;
  }

  /** The status if these buckets cannot take this content and be submitted, which is recorded; otherwise undefined. */
  refuseSubmit(places: readonly number[], content: Content, stale: ReadonlySet<number>): number | undefined {
    const of = (isRefused: (bucket: BucketModel, index: number) => boolean, status: 409 | 412) =>
      this.at(places)
        .filter(isRefused)
        .map((bucket): Refused => ({ bucket, status }));
    return (
      this.refuse(of((_, index) => stale.has(places[index] as number), 412)) ??
      this.refuse(of(({ draft }) => draft?.pending != null, 409)) ??
      this.refuse(of(({ live }) => live === content, 409))
    );
  }

  submitted(person: number, places: readonly number[], content: Content, id: string): void {
    for (const bucket of this.at(places)) {
      bucket.join(person, content);
      bucket.submit(person, false, id);
    }
    this.sets.push({ set: id, members: places });
  }

  /** One person's vote on these buckets: applies it if valid, and returns the status. */
  vote(
    person: number,
    { set, members }: Ballot,
    choice: Choice,
    seen: readonly Content[],
    hasComment: boolean,
  ): number {
    const buckets = this.at(members);
    if (this.lost.has(person)) return this.refuse(buckets.map((bucket) => ({ bucket, status: 403 }))) ?? 403;
    const elsewhere = set === null ? [] : buckets.filter(({ newestSet }) => newestSet !== set);
    const refused = buckets.flatMap((bucket, index): Refused[] => {
      const status = bucket.refuseVote(person, choice, seen[index] as Content, hasComment);
      return status === undefined ? [] : [{ bucket, status }];
    });
    const status = this.refuse(elsewhere.map((bucket) => ({ bucket, status: 409 }))) ?? this.refuse(refused);
    if (status !== undefined) return status;
    for (const [index, bucket] of buckets.entries()) bucket.vote(person, choice, seen[index] as Content, hasComment);
    if (set !== null) this.votesOnSets += 1;
    return 200;
  }
}

/** The edits from one list to another with the same dial order. */
export function editsTo(from: BucketEntries, to: BucketEntries): BucketEdit[] {
  const has = (entries: BucketEntries, id: string) => entries.some(({ dial_id }) => dial_id === id);
  return [
    ...from.filter(({ dial_id }) => !has(to, dial_id)).map(({ dial_id }): BucketEdit => ({ kind: 'remove', dial_id })),
    ...to.map((entry): BucketEdit =>
      has(from, entry.dial_id) ? { kind: 'set', ...entry } : { kind: 'add', ...entry, place: { at: 'end' } },
    ),
  ];
}
