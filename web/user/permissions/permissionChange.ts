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

/** Every `scope:action`, in reading order. */
const PAIRS = SCOPES_TO_READ.flatMap((scope) =>
  ACTIONS.map((action) => ({ scope, action, entry: `${scope}:${action}` })),
);

/**
 * The boxes a person set by hand, with their values. Kept apart from the server's state, so that someone else's change
 * in between loses nothing: for a box set by hand, the person's choice wins.
 */
export type BoxChoices = ReadonlyMap<string, boolean>;
export const NO_BOX_CHOICES: BoxChoices = new Map();

/** One box, with what it needs ticked or what needs it cleared. */
export function setBox(
  current: Permissions,
  choices: BoxChoices,
  { scope, action }: Requirement,
  on: boolean,
): BoxChoices {
  const before = applyChoices(current, choices);
  const after = on ? grant(before, { scope, action }) : revoke(before, { scope, action });
  return new Map([...choices, ...setAll(before, after), [`${scope}:${action}`, on]]);
}

/** Sets every box to the given permissions; boxes already equal are not touched. */
export const setAll = (current: Permissions, to: Permissions): BoxChoices =>
  new Map(
    PAIRS.filter((pair) => allows(current, pair) !== allows(to, pair)).map((pair) => [pair.entry, allows(to, pair)]),
  );

/** The permissions with the boxes as currently set. */
export function applyChoices(current: Permissions, choices: BoxChoices): Permissions {
  const before = new Set(printPermissions(current));
  return parsePermissions(PAIRS.map(({ entry }) => entry).filter((entry) => choices.get(entry) ?? before.has(entry)));
}

export type BoxChange = 'granted' | 'revoked';

/** The differences, by `scope:action`. */
export function changesOf(was: Permissions, becomes: Permissions): ReadonlyMap<string, BoxChange> {
  return new Map(
    PAIRS.filter((pair) => allows(was, pair) !== allows(becomes, pair)).map((pair) => [
      pair.entry,
      allows(becomes, pair) ? 'granted' : 'revoked',
    ]),
  );
}
