import { allows, NO_PERMISSIONS, NONE, type Permissions, printPermissions, SCOPES } from './permission.ts';

/** Whoever changes a person, that person, and what their permissions would become. */
export type PersonChange = Readonly<{
  actorId: string;
  personId: string;
  was: Permissions;
  /** Nothing: the person would be deactivated. */
  becomes: Permissions | undefined;
  /** How many others may still change people. */
  remainingManagers: number;
}>;

/** What lets a person change people. */
export const MANAGE_USERS = { scope: 'user', action: 'edit' } as const;

/** What whoever changes people is told where a box of their own cannot be ticked. */
export const CANNOT_WIDEN_OWN = 'You cannot give yourself more permissions. Ask another administrator.';

/** The same where a box of somebody else cannot be ticked. */
export const CANNOT_GRANT_UNHELD = 'You can only give permissions that you hold yourself.';

/** Whether something is allowed that was not. */
export const isWider = (was: Permissions, becomes: Permissions): boolean =>
  SCOPES.some((scope) => (becomes[scope] & ~was[scope]) !== 0);

/** What one person cannot give another, because they do not hold it themselves. */
export function findUngrantable(granter: Permissions, was: Permissions, becomes: Permissions): string[] {
  const beyond = { ...NO_PERMISSIONS };
  for (const scope of SCOPES) beyond[scope] = becomes[scope] & ~was[scope] & ~granter[scope];
  return printPermissions(beyond);
}

/** The sentence that refuses to give these. */
export const explainUngrantable = (entries: readonly string[]): string =>
  `You cannot give ${entries.join(', ')}: you do not hold ${entries.length > 1 ? 'these permissions' : 'this permission'} yourself. Ask someone who does.`;

/**
 * The sentence that refuses a change, or nothing. Nobody widens their own rights or takes from themselves what lets
 * them put things right again, and somebody who may change people is always left.
 */
export function refusePersonChange(change: PersonChange): string | undefined {
  const { actorId, personId, was, becomes, remainingManagers } = change;
  const own = actorId === personId;
  if (own && becomes === undefined) return 'You cannot deactivate yourself. Ask another administrator.';
  if (own && becomes !== undefined && isWider(was, becomes)) return CANNOT_WIDEN_OWN;
  const loses = allows(was, MANAGE_USERS) && (becomes === undefined || !allows(becomes, MANAGE_USERS));
  if (own && loses) return 'You cannot take edit on user from yourself. Ask another administrator.';
  if (own && was.admin !== NONE && becomes?.admin === NONE)
    return 'You cannot take your own last right on admin. Ask another administrator.';
  if (loses && remainingManagers === 0)
    return 'Nobody would be left who may change people. Give edit on user to someone else first.';
  return undefined;
}
