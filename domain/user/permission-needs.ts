import {
  ACTION_BITS,
  ACTIONS,
  allows,
  NO_PERMISSIONS,
  type Permissions,
  type Requirement,
  SCOPES,
} from './permission.ts';
import { ACTION_LABELS, describePermission, SCOPE_LABELS } from './permission-words.ts';

const PAIRS: readonly Requirement[] = SCOPES.flatMap((scope) => ACTIONS.map((action) => ({ scope, action })));

/** Prerequisites: changing something needs view, and voting needs view on buckets. */
function needsOf({ scope, action }: Requirement): readonly Requirement[] {
  if (action === 'view') return [];
  const seen: Requirement = { scope, action: 'view' };
  return scope === 'review' && action === 'create' ? [seen, { scope: 'bucket', action: 'view' }] : [seen];
}

const isNeededBy = (needed: Requirement, by: Requirement): boolean =>
  needsOf(by).some(({ scope, action }) => scope === needed.scope && action === needed.action);

function union(permissions: Permissions, pairs: readonly Requirement[]): Permissions {
  const bits = { ...permissions };
  for (const { scope, action } of pairs) bits[scope] |= ACTION_BITS[action];
  return bits;
}

/** Adds the permission and its prerequisites. */
export const grant = (permissions: Permissions, pair: Requirement): Permissions =>
  union(permissions, [pair, ...needsOf(pair)]);

/** Removes the permission and its dependents. */
export function revoke(permissions: Permissions, pair: Requirement): Permissions {
  const lost = union(NO_PERMISSIONS, [pair, ...PAIRS.filter((other) => isNeededBy(pair, other))]);
  const remaining = SCOPES.map((scope) => [scope, permissions[scope] & ~lost[scope]]);
  return Object.fromEntries(remaining) as Permissions;
}

const wordsOf = (pair: Requirement): string =>
  `“${describePermission(pair) ?? `${ACTION_LABELS[pair.action]} on ${SCOPE_LABELS[pair.scope]}`}”`;

/** Why permissions without their prerequisites are refused; undefined if accepted. Existing gaps may stay. */
export function refuseIncomplete(was: Permissions, becomes: Permissions): string | undefined {
  for (const pair of PAIRS) {
    if (!allows(becomes, pair)) continue;
    const lacks = (permissions: Permissions) => needsOf(pair).filter((need) => !allows(permissions, need));
    const missing = lacks(becomes);
    const wasSo = allows(was, pair) && lacks(was).length >= missing.length;
    if (missing.length > 0 && !wasSo) return `${wordsOf(pair)} needs ${missing.map(wordsOf).join(' and ')} too.`;
  }
  return undefined;
}
