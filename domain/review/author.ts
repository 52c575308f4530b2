import type { BucketEntries } from '#domain/bucket/entry.ts';

/** A person who does not vote on a draft, and what makes them one of its authors. */
export type Author = Readonly<{
  person: string;
  /** They saved into a draft of this bucket since its last activation. */
  saved: boolean;
  /** They submitted one. */
  submitted: boolean;
  /** The dials, by id, of which the draft brings in a version that they saved or published. */
  dials: readonly string[];
}>;

export type AuthorFacts = Readonly<{
  savers: readonly string[];
  submitters: readonly string[];
  dialWriters: readonly Readonly<{ dial_id: string; person: string }>[];
}>;

/** Every author once, in the order of their ids. */
export function findAuthors({ savers, submitters, dialWriters }: AuthorFacts): Author[] {
  const people = new Set([...savers, ...submitters, ...dialWriters.map(({ person }) => person)]);
  return [...people].toSorted().map((person) => ({
    person,
    saved: savers.includes(person),
    submitted: submitters.includes(person),
    dials: [...new Set(dialWriters.filter((one) => one.person === person).map(({ dial_id }) => dial_id))].toSorted(),
  }));
}

/** The versions of one dial after one number and up to another. */
export type VersionRange = Readonly<{ dial_id: string; after: number; upTo: number }>;

/**
 * What a draft brings in that is not live: publishing a dial is reviewed nowhere else. A version contains what the ones
 * before it said, so those that were skipped come with it. A dial that goes back to an earlier version is like a new one.
 */
export function findNewVersions(live: BucketEntries, draft: BucketEntries): VersionRange[] {
  const liveVersions = new Map(live.map(({ dial_id, version }) => [dial_id, version]));
  return draft.flatMap(({ dial_id, version: upTo }) => {
    const now = liveVersions.get(dial_id) ?? 0;
    return now === upTo ? [] : [{ dial_id, after: now < upTo ? now : 0, upTo }];
  });
}

type Reasons = Readonly<{
  saved: boolean;
  submitted: boolean;
  /** By name; the first few where there are many. */
  dials: readonly Readonly<{ name: string }>[];
  dial_count: number;
}>;

const OTHERS_DECIDE = 'Two other people decide about it.';
export const EDITED_OR_SUBMITTED = `You edited or submitted this draft. ${OTHERS_DECIDE}`;

/** Why an author cannot vote, said to them. */
export function explainAuthor({ saved, submitted, dials, dial_count }: Reasons): string {
  if (saved || submitted || dial_count === 0) return EDITED_OR_SUBMITTED;
  const what = dial_count === 1 ? 'a dial version' : 'dial versions';
  return `You wrote ${quoteDials(dials, dial_count)}, ${what} that this draft brings in. ${OTHERS_DECIDE}`;
}

/** "edited and submitted the draft, wrote “Cyber excess”": said of an author after their name. */
export function describeAuthor({ saved, submitted, dials, dial_count }: Reasons): string {
  const draft = [saved && 'edited', submitted && 'submitted'].filter((word) => word !== false).join(' and ');
  const parts = [
    draft === '' ? '' : `${draft} the draft`,
    dial_count === 0 ? '' : `wrote ${quoteDials(dials, dial_count)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const quoteDials = (dials: Reasons['dials'], count: number): string =>
  quoteNames(
    dials.map(({ name }) => name),
    count,
  );

/** How many names a sentence carries; the others are counted. */
export const MAX_NAMED = 3;

/** “A”, “B” and “C”; of more than are named: “A”, “B”, “C” and 4 more. */
export function quoteNames(names: readonly string[], count: number = names.length): string {
  const quoted = names.slice(0, MAX_NAMED).map((name) => `“${name}”`);
  const parts = count > quoted.length ? [...quoted, `${count - quoted.length} more`] : quoted;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
