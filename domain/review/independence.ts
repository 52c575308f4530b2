import { allows, MAY_VOTE, parsePermissions, type Requirement } from '#domain/user/permission.ts';
import { MANAGE_USERS } from '#domain/user/person-change.ts';

/** `vote`: permission to vote. `link`: a way to sign in. `people`: permission to manage people, which can grant both. */
export type Privilege = 'vote' | 'link' | 'people';

/** `by` is null for the command line. */
export type Grant = Readonly<{ by: string | null; to: string; given: readonly Privilege[] }>;

/** Why a vote is not independent: `by` granted it, and is the author or was empowered by the author. */
export type Dependence = Readonly<{ given: 'vote' | 'link'; by: string; author: string }>;

/** Audit actions that can grant a privilege. */
export const GRANTING_ACTIONS = [
  'person_added',
  'person_permissions_changed',
  'person_invited',
  'person_reactivated',
] as const;

/** `rights`: any of these lets a person decide, which is the privilege `vote`. */
export function readPrivileges(
  action: string,
  detail: Readonly<Record<string, unknown>>,
  rights: readonly Requirement[] = [MAY_VOTE],
): Privilege[] {
  switch (action) {
    case 'person_added':
      return gainedPrivileges(rights, [], permissionsIn(detail['became']));
    case 'person_permissions_changed':
      return gainedPrivileges(rights, detail['was'], detail['became']);
    case 'person_reactivated':
      return ['link', ...gainedPrivileges(rights, [], detail['became'])];
    case 'person_invited':
      return ['link'];
    default:
      return [];
  }
}

const permissionsIn = (became: unknown): unknown =>
  typeof became === 'object' && became !== null && 'permissions' in became ? became.permissions : [];

function gainedPrivileges(rights: readonly Requirement[], was: unknown, became: unknown): Privilege[] {
  const [before, after] = [parsePermissions(was), parsePermissions(became)];
  const gains = (anyOf: readonly Requirement[]) =>
    !anyOf.some((needed) => allows(before, needed)) && anyOf.some((needed) => allows(after, needed));
  return [...(gains(rights) ? (['vote'] as const) : []), ...(gains([MANAGE_USERS]) ? (['people'] as const) : [])];
}

/**
 * People who cannot approve because an author granted them the vote or a way to sign in. `grants`: all since the draft was
 * started, in order. Dependence is transitive: it spreads through people who got a sign-in link or user management from an
 * author.
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

/** Tells a dependent person why they cannot vote. */
export function explainDependence({ given, by, author }: Dependence, nameOf: (person: string) => string): string {
  const what = given === 'vote' ? 'gave you the right to vote' : 'made your sign-in link';
  const why =
    by === author ? 'and is one of its authors' : `and could do so because of ${nameOf(author)}, one of its authors`;
  return `${nameOf(by)} ${what} after this draft was started, ${why}. Other people decide about it.`;
}
