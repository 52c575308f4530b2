import {
  ACTIONS,
  allows,
  parsePermissions,
  type Permissions,
  printPermissions,
  type Requirement,
} from '#domain/user/permission.ts';
import { grant, revoke } from '#domain/user/permission-needs.ts';
import { SCOPES_TO_READ } from '#domain/user/permission-words.ts';

/** Every `scope:action`, in the order in which it is read. */
const PAIRS = SCOPES_TO_READ.flatMap((scope) =>
  ACTIONS.map((action) => ({ scope, action, entry: `${scope}:${action}` })),
);

/**
 * The boxes a person set by hand, each with what it was set to. They are kept apart from what the server says, so that
 * someone else's change in between takes nothing away: a box has two states, and whoever set it has the last word.
 */
export type Wanted = ReadonlyMap<string, boolean>;
export const NOTHING_WANTED: Wanted = new Map();

/** One box, with what it needs ticked or what needs it cleared. */
export function setBox(held: Permissions, wanted: Wanted, { scope, action }: Requirement, on: boolean): Wanted {
  const before = withWanted(held, wanted);
  const after = on ? grant(before, { scope, action }) : revoke(before, { scope, action });
  return new Map([...wanted, ...setAll(before, after), [`${scope}:${action}`, on]]);
}

/** Every box as the given permissions have it; those that are so already are not touched. */
export const setAll = (held: Permissions, to: Permissions): Wanted =>
  new Map(
    PAIRS.filter((pair) => allows(held, pair) !== allows(to, pair)).map((pair) => [pair.entry, allows(to, pair)]),
  );

/** What would be held with the boxes as they are set now. */
export function withWanted(held: Permissions, wanted: Wanted): Permissions {
  const before = new Set(printPermissions(held));
  return parsePermissions(PAIRS.map(({ entry }) => entry).filter((entry) => wanted.get(entry) ?? before.has(entry)));
}

export type BoxChange = 'granted' | 'revoked';

/** What differs, by `scope:action`. */
export function changesOf(was: Permissions, becomes: Permissions): ReadonlyMap<string, BoxChange> {
  return new Map(
    PAIRS.filter((pair) => allows(was, pair) !== allows(becomes, pair)).map((pair) => [
      pair.entry,
      allows(becomes, pair) ? 'granted' : 'revoked',
    ]),
  );
}
