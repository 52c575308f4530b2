import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { Choice } from '#domain/review/round.ts';

/** A content of a draft, by number: 0 is the empty list that a new bucket is live with. */
export type Content = number;
type Draft = {
  content: Content;
  /** Whoever saved into it, or submitted it. */
  authors: Set<number>;
  pending: Map<number, Choice> | null;
};

/** What a bucket must be after what was done to it, told in as few words as possible. People are numbers. */
export class BucketModel {
  revision = 1;
  live: Content = 0;
  liveNumber = 1;
  draft: Draft | null = null;
  /** Who lost the permission to vote. */
  readonly lost = new Set<number>();
  records = 0;
  activations = 0;
  rejections = 0;

  private refused(status: 403 | 409 | 412): number {
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
    if ((this.draft?.content ?? this.live) === content) return 200;
    const isFirst = this.draft === null;
    this.draft ??= { content, authors: new Set(), pending: null };
    this.draft.content = content;
    this.draft.authors.add(person);
    return this.changed(isFirst ? 2 : 1);
  }

  submit(person: number, isStale: boolean): number {
    if (isStale) return this.refused(412);
    if (this.draft === null || this.draft.pending || this.draft.content === this.live) return this.refused(409);
    this.draft.authors.add(person);
    this.draft.pending = new Map();
    return this.changed(1);
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

  vote(person: number, choice: Choice, seen: Content, hasComment: boolean): number {
    if (this.lost.has(person)) return this.refused(403);
    const votes = this.draft?.pending;
    if (!this.draft || !votes) return this.refused(409);
    if (this.draft.authors.has(person)) return this.refused(403);
    if (seen !== this.draft.content) return this.refused(412);
    if (choice === 'reject' && !hasComment) return 400;
    if (votes.get(person) === choice) return 200;
    votes.set(person, choice);
    this.records += 1;
    if ([...votes.values()].filter((one) => one === choice).length < 2) return 200;
    if (choice === 'approve') {
      this.live = this.draft.content;
      this.liveNumber += 1;
      this.draft = null;
      this.activations += 1;
    } else {
      this.draft.pending = null;
      this.rejections += 1;
    }
    return this.changed(1);
  }
}

/** Contents differ by what they override, in one or two dials. */
export function contentOf(content: Content, dials: readonly { id: string; version: number }[]): BucketEntries {
  if (content === 0) return [];
  const chosen = content % 3 === 0 ? dials : dials.slice(0, 1);
  return chosen.map(({ id, version }) => ({ dial_id: id, version, overrides: { max_line: content } }));
}
