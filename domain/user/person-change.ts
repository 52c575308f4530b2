import { allows, NO_PERMISSIONS, NONE, type Permissions, printPermissions, SCOPES } from './permission.ts';

export type PersonChange = Readonly<{
  actorId: string;
  personId: string;
  was: Permissions;
  /** Undefined to deactivate the person. */
  becomes: Permissions | undefined;
  /** Other people who may manage users. */
  remainingManagers: number;
}>;

export const MANAGE_USERS = { scope: 'user', action: 'edit' } as const;

/** Shown at disabled checkboxes of one's own permissions. */
export const CANNOT_WIDEN_OWN = 'You cannot give yourself more permissions. Ask another administrator.';

/** Shown at disabled checkboxes of other people. */
export const CANNOT_GRANT_MISSING = 'You can only give permissions that you hold yourself.';

export const isWider = (was: Permissions, becomes: Permissions): boolean =>
  SCOPES.some((scope) => (becomes[scope] & ~was[scope]) !== 0);

/** Permissions that the granter does not hold. */
export function findUngrantable(granter: Permissions, was: Permissions, becomes: Permissions): string[] {
  const beyond = { ...NO_PERMISSIONS };
  for (const scope of SCOPES) beyond[scope] = becomes[scope] & ~was[scope] & ~granter[scope];
  return printPermissions(beyond);
}

export const explainUngrantable = (entries: readonly string[]): string =>
  `You cannot give ${entries.join(', ')}: you do not hold ${entries.length > 1 ? 'these permissions' : 'this permission'} yourself. Ask someone who does.`;

/**
 * Why a change is refused; undefined if it is accepted. Nobody may extend their own permissions or lock themselves out, and at
 * least one user manager must remain.
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
