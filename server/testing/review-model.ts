import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import type { Choice } from '#domain/review/round.ts';

/** The content of a draft, by number: 0 is the empty list of a new bucket. */
type Content = number;
/** The dials of a bucket, by their index in `contentOf`. */
type DialPlace = 0 | 1;
/** A current vote, even if it no longer counts. */
type Vote = { choice: Choice; counts: boolean };
type Draft = {
  /** The content of the newest round, if that was rejected. */
  rejected?: Content | undefined;
  content: Content;
  pending: Map<number, Vote> | null;
  /** Of the current or last round. */
  authors: ReadonlySet<number>;
  /** Who saved it. */
  savers: Set<number>;
  /** The set of the current or last round; undefined before the first. */
  set: RoundSet | undefined;
};
/** The set that a round was submitted with; null: alone. */
type RoundSet = string | null;

/** The simplest model of a bucket. People are numbers. */
export class BucketModel {
  revision = 1;
  live: Content = 0;
  liveNumber = 1;
  draft: Draft | null = null;
  /** Who saved or submitted a draft since the last activation, including reset ones. */
  private writers = new Set<number>();
  /** Who wrote each of the dials. */
  private readonly dialWriters: Readonly<Record<DialPlace, number>>;
  /** Who lost the permission to vote. */
  readonly lost: Set<number>;
  /** The set of the round that made the live version. */
  private liveSet: RoundSet | undefined = undefined;
  records = 0;
  activations = 0;
  rejections = 0;
  discounts = 0;

  constructor(dialWriters: Readonly<Record<DialPlace, number>>, lost = new Set<number>()) {
    this.dialWriters = dialWriters;
    this.lost = lost;
  }

  /** The content that the next save is based on. */
  get saved(): Content {
    return this.draft?.content ?? this.live;
  }

  /** The set of the newest round of the draft, or of the live version. */
  get newestSet(): RoundSet | undefined {
    return this.draft === null ? this.liveSet : this.draft.set;
  }

  refused(status: 403 | 409 | 412): number {
    this.records += 1;
    return status;
  }

  private changed(records: number): 200 {
    this.revision += 1;
    this.records += records;
    return 200;
  }

  save(person: number, content: Content, isStale: boolean): number {
    if (isStale) return this.refused(412);
    if (this.draft?.pending) return this.refused(409);
    if (this.saved === content) return 200;
    const isFirst = this.draft === null;
    this.draft ??= { content, authors: new Set(), savers: new Set(), pending: null, set: undefined };
    this.draft.content = content;
    this.draft.savers.add(person);
    this.writers.add(person);
    return this.changed(isFirst ? 2 : 1);
  }

  /** Changes several buckets together: earlier editors of the draft are notified, which is a record. */
  join(person: number, content: Content): void {
    const others = [...(this.draft?.savers ?? [])].filter((saver) => saver !== person);
    if (this.saved !== content && others.length > 0) this.records += 1;
    this.save(person, content, false);
  }

  submit(person: number, isStale: boolean, set: RoundSet = null): number {
    if (isStale) return this.refused(412);
    if (this.draft === null || this.draft.pending || this.draft.content === this.live) return this.refused(409);
    this.writers.add(person);
    const brought = dialsIn(this.draft.content).filter((dial) => !dialsIn(this.live).includes(dial));
    this.draft.authors = new Set([...this.writers, ...brought.map((dial) => this.dialWriters[dial])]);
    this.draft.pending = new Map();
    this.draft.set = set;
    // The same content again takes a reply to the rejection, which is a comment.
    const replies = Number(this.draft.rejected === this.draft.content);
    this.draft.rejected = undefined;
    return this.changed(1 + replies);
  }

  cancel(isStale: boolean): number {
    if (isStale) return this.refused(412);
    if (!this.draft?.pending) return this.refused(409);
    this.draft.pending = null;
    return this.changed(1);
  }

  reset(isStale: boolean): number {
    if (isStale) return this.refused(412);
    if (this.draft === null || this.draft.pending) return this.refused(409);
    this.draft = null;
    return this.changed(1);
  }

  /** The status if a vote is refused; undefined if it is accepted. */
  refuseVote(person: number, choice: Choice, seen: Content, hasComment: boolean): 400 | 403 | 409 | 412 | undefined {
    if (this.lost.has(person)) return 403;
    if (!this.draft?.pending) return 409;
    if (this.draft.authors.has(person)) return 403;
    if (seen !== this.draft.content) return 412;
    return choice === 'reject' && !hasComment ? 400 : undefined;
  }

  vote(person: number, choice: Choice, seen: Content, hasComment: boolean): number {
    const refusal = this.refuseVote(person, choice, seen, hasComment);
    if (refusal !== undefined) return refusal === 400 ? refusal : this.refused(refusal);
    const votes = this.draft?.pending;
    if (!this.draft || !votes) throw new Error('A vote was taken where nothing is in review.');
    const before = votes.get(person);
    if (before?.choice === choice && before.counts) return 200;
    votes.set(person, { choice, counts: true });
    this.records += 1;
    if (countOf(votes, choice) < 2) return 200;
    for (const [voter, vote] of votes)
      if (vote.counts && this.lost.has(voter)) {
        vote.counts = false;
        this.records += 1;
        this.discounts += 1;
      }
    if (countOf(votes, choice) < 2) return 200;
    if (choice === 'approve') {
      this.live = this.draft.content;
      this.liveSet = this.draft.set;
      this.liveNumber += 1;
      this.draft = null;
      this.writers = new Set();
      this.activations += 1;
    } else {
      this.draft.pending = null;
      this.draft.rejected = this.draft.content;
      this.rejections += 1;
    }
    return this.changed(1);
  }
}

const countOf = (votes: ReadonlyMap<number, Vote>, choice: Choice): number =>
  [...votes.values()].filter((vote) => vote.choice === choice && vote.counts).length;

/** The dials of a content: none, the first, or both. */
function dialsIn(content: Content): DialPlace[] {
  if (content === 0) return [];
  return content % 3 === 0 ? [0, 1] : [0];
}

/** Contents differ by their overrides, in one or two dials. */
export function contentOf(content: Content, dials: readonly { id: string; version: number }[]): BucketEntries {
  const chosen = dialsIn(content).flatMap((place) => dials[place] ?? []);
  return chosen.map(({ id, version }) => ({ dial_id: id, version, overrides: { max_line: content } }));
}

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
