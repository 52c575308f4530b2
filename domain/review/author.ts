import { numberWord } from './number.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';

/** A person who cannot vote on a draft, with the reasons. */
export type Author = Readonly<{
  person: string;
  /** Saved the draft since the last activation. */
  saved: boolean;
  submitted: boolean;
  /** Ids of dials with a new version in the draft that they saved or published. */
  dials: readonly string[];
}>;

export type AuthorFacts = Readonly<{
  savers: readonly string[];
  submitters: readonly string[];
  dialWriters: readonly Readonly<{ dial_id: string; person: string }>[];
}>;

/** Sorted by id. */
export function findAuthors({ savers, submitters, dialWriters }: AuthorFacts): Author[] {
  const people = new Set([...savers, ...submitters, ...dialWriters.map(({ person }) => person)]);
  return [...people].toSorted().map((person) => ({
    person,
    saved: savers.includes(person),
    submitted: submitters.includes(person),
    dials: [...new Set(dialWriters.filter((one) => one.person === person).map(({ dial_id }) => dial_id))].toSorted(),
  }));
}

/** Whether somebody is an author only by a dial that they wrote. */
export const isDialAuthor = ({ saved, submitted }: Pick<Author, 'saved' | 'submitted'>): boolean =>
  !saved && !submitted;

/** Versions of a dial: `after` exclusive, `upTo` inclusive. */
export type VersionRange = Readonly<{ dial_id: string; after: number; upTo: number }>;

/**
 * Dial versions that a draft adds to the live bucket: this is the only review a published dial gets. A version builds on its
 * predecessors, so skipped versions are included. Going back to an earlier version counts as a new dial.
 */
export function findNewVersions(live: BucketEntries, draft: BucketEntries): VersionRange[] {
  const liveVersions = new Map(live.map(({ dial_id, version }) => [dial_id, version]));
  return draft.flatMap(({ dial_id, version: upTo }) => {
    const now = liveVersions.get(dial_id) ?? 0;
    return now === upTo ? [] : [{ dial_id, after: now < upTo ? now : 0, upTo }];
  });
}

type AuthorReasons = Readonly<{
  saved: boolean;
  submitted: boolean;
  /** The first few, by name. */
  dials: readonly Readonly<{ name: string }>[];
  dial_count: number;
}>;

const EDITED = 'You edited or submitted this draft.';
/** Where the number of approvals is not known. */
export const EDITED_OR_SUBMITTED = `${EDITED} Other people decide about it.`;

/** Tells an author why they cannot vote in a round that needs so many approvals. */
export function explainAuthor({ saved, submitted, dials, dial_count }: AuthorReasons, required: number): string {
  const others = `${numberWord(required)} other people decide about it.`;
  if (saved || submitted || dial_count === 0) return `${EDITED} ${others}`;
  const what = dial_count === 1 ? 'a dial version' : 'dial versions';
  return `You wrote ${quoteDials(dials, dial_count)}, ${what} that this draft brings in. ${others}`;
}

/** Follows the author's name: "edited and submitted the draft, wrote “Cyber excess”". */
export function describeAuthor({ saved, submitted, dials, dial_count }: AuthorReasons): string {
  const draft = [saved && 'edited', submitted && 'submitted'].filter((word) => word !== false).join(' and ');
  const parts = [
    draft === '' ? '' : `${draft} the draft`,
    dial_count === 0 ? '' : `wrote ${quoteDials(dials, dial_count)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const quoteDials = (dials: AuthorReasons['dials'], count: number): string =>
  quoteNames(
    dials.map(({ name }) => name),
    count,
  );

/** Names per sentence; the rest are counted. */
export const MAX_NAMED = 3;

/** “A”, “B” and “C”; or “A”, “B”, “C” and 4 more. */
export function quoteNames(names: readonly string[], count: number = names.length): string {
  const quoted = names.slice(0, MAX_NAMED).map((name) => `“${name}”`);
  const parts = count > quoted.length ? [...quoted, `${count - quoted.length} more`] : quoted;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
