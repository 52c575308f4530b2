import type { PeopleDirectory, User, UserProfile, UserState } from '#contract/user.ts';
import { splitClaims } from '#domain/user/claims.ts';
import { allows, parsePermissions } from '#domain/user/permission.ts';
import { isOriginKnown, isVerified, needsConfirmation } from '#domain/review/counterpart.ts';
import { explainUnconfirmed, explainUnverified } from '#domain/user/verification.ts';
import type { Db } from '#server/db/connect.ts';
import { findOpenInvitation } from '#server/identity/invitation.ts';
import { type BesidePerson, findBeside } from './mailbox.store.ts';
import { countWaiting, type ListedPerson, type ProfileRow } from './user.store.ts';

type SignIn = PeopleDirectory['sign_in'];
type Json = NonNullable<UserProfile['claims']>['custom'][string];

/** Without passwords a new person can sign in at once. */
function stateOf({ deactivated_at, last_seen_at, has_password }: ListedPerson, signIn: SignIn): UserState {
  if (deactivated_at !== null) return 'deactivated';
  return signIn === 'password' && last_seen_at === null && !has_password ? 'invited' : 'active';
}

/** For these people, in one query. */
export async function readBeside(
  db: Db,
  rows: readonly Pick<ListedPerson, 'id'>[],
): Promise<(row: Pick<ListedPerson, 'id'>) => BesidePerson> {
  const ids = rows.map(({ id }) => id);
  const found = new Map((ids.length === 0 ? [] : await findBeside(db, ids)).map((one) => [one.id, one]));
  return ({ id }) => found.get(id) ?? { introducers: [], same_mailbox: [] };
}

export const presentUser = (row: ListedPerson, signIn: SignIn, { introducers, same_mailbox }: BesidePerson): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  given_name: row.given_name,
  family_name: row.family_name,
  permissions: row.permissions,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  state: stateOf(row, signIn),
  verification:
    row.verification === null || row.verified_at === null || !isVerified(row)
      ? null
      : {
          method: row.verification,
          at: row.verified_at.toISOString(),
          by: row.verified_by === null ? null : { id: row.verified_by, name: row.verifier_name ?? '' },
        },
  access_request: row.access_request && { ...row.access_request, at: new Date(row.access_request.at).toISOString() },
  unverified_because: isVerified(row)
    ? null
    : explainUnverified({ link: row.link, isHosted: row.directory === 'hosted', isOriginKnown: isOriginKnown(row) }),
  unconfirmed_because:
    isVerified(row) && needsConfirmation(row) ? explainUnconfirmed(introducers, row.directory === 'hosted') : null,
  introduced_by: introducers.map(({ id, name }) => ({ id, name })),
  same_mailbox: same_mailbox.map(({ id, name }) => ({ id, name })),
});

type ProfileOptions = Readonly<{ directory: PeopleDirectory; now: Date; confirmRefusal: string | null }>;

export async function presentProfile(
  db: Db,
  row: ProfileRow,
  { directory, now, confirmRefusal }: ProfileOptions,
): Promise<UserProfile> {
  const invitation = await findOpenInvitation(db, row.id, now);
  const waiting = await countWaiting(db, row.id);
  const votes = allows(parsePermissions(row.permissions), { scope: 'review', action: 'create' });
  const user = presentUser(row, directory.sign_in, (await readBeside(db, [row]))(row));
  return {
    ...user,
    permissions: [...row.permissions],
    introduced_by: [...user.introduced_by],
    same_mailbox: [...user.same_mailbox],
    revision: String(row.revision),
    created_at: row.created_at.toISOString(),
    claims: row.claims && splitClaims(row.claims as Record<string, Json>),
    directory,
    confirm_refusal: confirmRefusal,
    invitation: invitation && {
      created_at: invitation.created_at.toISOString(),
      expires_at: invitation.expires_at.toISOString(),
    },
    waiting: { ...waiting, reviews: votes && row.deactivated_at === null ? waiting.reviews : 0 },
  };
}
