import { ACTIONS, allows, parsePermissions, type Permissions, printPermissions } from '#domain/user/permission.ts';
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

export const setBox = (wanted: Wanted, entry: string, on: boolean): Wanted => new Map(wanted).set(entry, on);

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
