import { allows, parsePermissions, type Requirement } from '#domain/user/permission.ts';
import { MANAGE_USERS } from '#domain/user/person-change.ts';

/** What lets a person vote. */
export const MAY_VOTE = { scope: 'review', action: 'create' } as const satisfies Requirement;

/** `vote`: the right to vote. `link`: a way to sign in. `people`: the right to change people, which can pass on both. */
export type Gift = 'vote' | 'link' | 'people';

/** Somebody gave a person something; nobody: the command line. */
export type Grant = Readonly<{ by: string | null; to: string; given: readonly Gift[] }>;

/** What a person's vote depends on: given by `by`, who is the author, or who could give it because of the author. */
export type Dependence = Readonly<{ given: 'vote' | 'link'; by: string; author: string }>;

/** The records that can give a person something. */
export const GRANTING_ACTIONS = [
  'person_added',
  'person_permissions_changed',
  'person_invited',
  'person_reactivated',
] as const;

/** What one record about a person gave them. */
export function readGifts(action: string, detail: Readonly<Record<string, unknown>>): Gift[] {
  switch (action) {
    case 'person_added':
      return gained([], permissionsIn(detail['became']));
    case 'person_permissions_changed':
      return gained(detail['was'], detail['became']);
    case 'person_reactivated':
      return ['link', ...gained([], detail['became'])];
    case 'person_invited':
      return ['link'];
    default:
      return [];
  }
}

const permissionsIn = (became: unknown): unknown =>
  typeof became === 'object' && became !== null && 'permissions' in became ? became.permissions : [];

function gained(was: unknown, became: unknown): Gift[] {
  const gains = (needed: Requirement) =>
    !allows(parsePermissions(was), needed) && allows(parsePermissions(became), needed);
  return [...(gains(MAY_VOTE) ? (['vote'] as const) : []), ...(gains(MANAGE_USERS) ? (['people'] as const) : [])];
}

/**
 * Who cannot approve because an author gave them the right to vote or a way to sign in. `grants` are those since the
 * draft was started, in the order they were made. Whoever got a way to sign in, or the right to change people, from an
 * author passes the dependence on with what they give later.
 */
export function findDependents(authors: readonly string[], grants: readonly Grant[]): ReadonlyMap<string, Dependence> {
  const authorBehind = new Map(authors.map((author) => [author, author]));
  const dependents = new Map<string, Dependence>();
  for (const { by, to, given } of grants) {
    const author = by === null ? undefined : authorBehind.get(by);
    if (by === null || author === undefined) continue;
    const decisive = given.find((one) => one !== 'people');
    if (decisive !== undefined && !dependents.has(to)) dependents.set(to, { given: decisive, by, author });
    if (given.some((one) => one !== 'vote') && !authorBehind.has(to)) authorBehind.set(to, author);
  }
  return dependents;
}

/** Why a person who depends on an author cannot vote, said to them. */
export function explainDependence({ given, by, author }: Dependence, nameOf: (person: string) => string): string {
  const what = given === 'vote' ? 'gave you the right to vote' : 'made your sign-in link';
  const why =
    by === author ? 'and is one of its authors' : `and could do so because of ${nameOf(author)}, one of its authors`;
  return `${nameOf(by)} ${what} after this draft was started, ${why}. Other people decide about it.`;
}
