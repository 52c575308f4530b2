/** Permissions as bits per scope. In access tokens they are a list of `scope:action` entries. */
export const SCOPES = ['admin', 'bucket', 'dials', 'review', 'user'] as const;
export type Scope = (typeof SCOPES)[number];

export const ACTION_BITS = { view: 1, edit: 2, create: 4, delete: 8 } as const;
export type Action = keyof typeof ACTION_BITS;

export const ACTIONS = Object.keys(ACTION_BITS) as readonly Action[];
export const ALL = 15;
export const NONE = 0;

export type Permissions = Readonly<Record<Scope, number>>;
export type Requirement = Readonly<{ scope: Scope; action: Action }>;

/** Lets somebody approve or reject drafts. */
export const MAY_VOTE = { scope: 'review', action: 'create' } as const satisfies Requirement;

export const NO_PERMISSIONS: Permissions = { admin: NONE, bucket: NONE, dials: NONE, review: NONE, user: NONE };

export const EVERY_PERMISSION: Permissions = { admin: ALL, bucket: ALL, dials: ALL, review: ALL, user: ALL };

const isScope = (word: string): word is Scope => (SCOPES as readonly string[]).includes(word);
const isAction = (word: string): word is Action => Object.hasOwn(ACTION_BITS, word);

/** Ignores unknown entries: tokens also carry those of other systems. */
export function parsePermissions(entries: unknown): Permissions {
  const bits = { ...NO_PERMISSIONS };
  if (!Array.isArray(entries)) return bits;
  for (const entry of entries) {
    if (typeof entry !== 'string') continue;
    const [scope = '', action = '', ...rest] = entry.split(':');
    if (rest.length === 0 && isScope(scope) && isAction(action)) bits[scope] |= ACTION_BITS[action];
  }
  return bits;
}

/** Sorted entries; the inverse of `parsePermissions`. */
export function printPermissions(permissions: Permissions): string[] {
  return SCOPES.flatMap((scope) =>
    ACTIONS.filter((action) => holds(permissions[scope], action)).map((action) => `${scope}:${action}`),
  );
}

export function holds(bits: number, action: Action): boolean {
  return (bits & ACTION_BITS[action]) !== 0;
}

export function allows(permissions: Permissions, { scope, action }: Requirement): boolean {
  return holds(permissions[scope], action);
}

export function intersectPermissions(one: Permissions, other: Permissions): Permissions {
  const bits = { ...NO_PERMISSIONS };
  for (const scope of SCOPES) bits[scope] = one[scope] & other[scope];
  return bits;
}

export function hasNoPermissions(permissions: Permissions): boolean {
  return SCOPES.every((scope) => permissions[scope] === NONE);
}
