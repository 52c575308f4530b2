import { ACTIONS, parsePermissions, type Permissions, printPermissions, SCOPES } from './permission.ts';

/** Presets of permissions. Roles are not stored: only permissions count. */
const grants = {
  Viewer: ['dials:view', 'bucket:view'],
  Underwriter: [...ACTIONS.map((action) => `dials:${action}`), 'bucket:view', 'bucket:edit', 'review:view'],
  Reviewer: ['dials:view', 'bucket:view', 'review:view', 'review:create'],
  Auditor: SCOPES.map((scope) => `${scope}:view`),
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

/** What people with this role do. */
export const ROLE_TEXT = {
  Viewer: 'See dials and buckets',
  Underwriter: 'Write dials, edit buckets, submit drafts',
  Reviewer: 'Approve or reject drafts of others',
  Auditor: 'See everything, change nothing',
  Administrator: 'People, partners, lists, portfolios',
} as const satisfies Record<Role, string>;

export const isRole = (word: string): word is Role => Object.hasOwn(grants, word);
