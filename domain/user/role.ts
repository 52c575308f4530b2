import { ACTIONS, parsePermissions, type Permissions, printPermissions, SCOPES } from './permission.ts';

/** Shortcuts to a usual set of permissions. A person holds permissions, never a role: what they may is read from those alone. */
const grants = {
  Viewer: ['dials:view', 'bucket:view'],
  Underwriter: [...ACTIONS.map((action) => `dials:${action}`), 'bucket:view', 'bucket:edit', 'review:view'],
  Reviewer: ['dials:view', 'bucket:view', 'review:view', 'review:create'],
  Administrator: SCOPES.flatMap((scope) => ACTIONS.map((action) => `${scope}:${action}`)),
} as const satisfies Record<string, readonly string[]>;

export type Role = keyof typeof grants;
export const ROLES = Object.keys(grants) as readonly Role[];

export const permissionsOf = (role: Role): Permissions => parsePermissions(grants[role]);

/** The role whose permissions are exactly these, where there is one. */
export function roleOf(permissions: Permissions): Role | undefined {
  const entries = printPermissions(permissions).join(' ');
  return ROLES.find((role) => printPermissions(permissionsOf(role)).join(' ') === entries);
}

export const isRole = (word: string): word is Role => Object.hasOwn(grants, word);
