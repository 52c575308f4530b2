import {
  ACTION_BITS,
  ACTIONS,
  allows,
  NO_PERMISSIONS,
  type Permissions,
  type Requirement,
  SCOPES,
} from './permission.ts';
import { ACTION_LABELS, allowsWhat, SCOPE_LABELS } from './permission-words.ts';

const PAIRS: readonly Requirement[] = SCOPES.flatMap((scope) => ACTIONS.map((action) => ({ scope, action })));

/** What a permission is no use without: whoever changes a thing sees it, and whoever votes sees the bucket too. */
function needsOf({ scope, action }: Requirement): readonly Requirement[] {
  if (action === 'view') return [];
  const seen: Requirement = { scope, action: 'view' };
  return scope === 'review' && action === 'create' ? [seen, { scope: 'bucket', action: 'view' }] : [seen];
}

const isNeededBy = (needed: Requirement, by: Requirement): boolean =>
  needsOf(by).some(({ scope, action }) => scope === needed.scope && action === needed.action);

function union(given: Permissions, pairs: readonly Requirement[]): Permissions {
  const bits = { ...given };
  for (const { scope, action } of pairs) bits[scope] |= ACTION_BITS[action];
  return bits;
}

/** With this permission, and what it needs. */
export const grant = (given: Permissions, pair: Requirement): Permissions => union(given, [pair, ...needsOf(pair)]);

/** Without this permission, and what needs it. */
export function revoke(given: Permissions, pair: Requirement): Permissions {
  const lost = union(NO_PERMISSIONS, [pair, ...PAIRS.filter((other) => isNeededBy(pair, other))]);
  const kept = SCOPES.map((scope) => [scope, given[scope] & ~lost[scope]]);
  return Object.fromEntries(kept) as Permissions;
}

const wordsOf = (pair: Requirement): string =>
  `“${allowsWhat(pair) ?? `${ACTION_LABELS[pair.action]} on ${SCOPE_LABELS[pair.scope]}`}”`;

/** The sentence that refuses permissions which lack what they need, or nothing. What was so before may stay so. */
export function refuseIncomplete(was: Permissions, becomes: Permissions): string | undefined {
  for (const pair of PAIRS) {
    if (!allows(becomes, pair)) continue;
    const lacks = (held: Permissions) => needsOf(pair).filter((need) => !allows(held, need));
    const missing = lacks(becomes);
    const wasSo = allows(was, pair) && lacks(was).length >= missing.length;
    if (missing.length > 0 && !wasSo) return `${wordsOf(pair)} needs ${missing.map(wordsOf).join(' and ')} too.`;
  }
  return undefined;
}
