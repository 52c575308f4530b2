import { ACTIONS, parsePermissions, type Permissions, printPermissions, SCOPES } from './permission.ts';

/** Presets of permissions. Roles are not stored: only permissions count. */
const grants = {
  Viewer: ['dials:view', 'bucket:view'],
  Underwriter: [...ACTIONS.map((action) => `dials:${action}`), 'bucket:view', 'bucket:edit', 'review:view'],
  Reviewer: ['dials:view', 'bucket:view', 'review:view', 'review:create'],
  Administrator: SCOPES.flatMap((scope) => ACTIONS.map((action) => `${scope}:${action}`)),
} as const satisfies Record<string, readonly string[]>;

export type Role = keyof typeof grants;
export const ROLES = Object.keys(grants) as readonly Role[];

export const permissionsOf = (role: Role): Permissions => parsePermissions(grants[role]);

/** The role with exactly these permissions, if any. */
export function roleOf(permissions: Permissions): Role | undefined {
  const entries = printPermissions(permissions).join(' ');
  return ROLES.find((role) => printPermissions(permissionsOf(role)).join(' ') === entries);
}

export const isRole = (word: string): word is Role => Object.hasOwn(grants, word);
