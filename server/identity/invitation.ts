import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './password.store.ts';
import { MOUNT_PATH } from '#server/config.ts';

/** Long enough for a weekend, short enough for a mailbox. */
export const INVITATION_HOURS = 72;

type InvitationRequest = Readonly<{
  personId: string;
  by: string | null;
  at: Date;
  publicUrl: string;
  /** It is only mailed to the person. */
  mailed: boolean;
}>;
/** `hash` is the stored part of the link. */
export type InvitationLink = Readonly<{ link: string; expires_at: string; hash: string }>;

/** Creates a one-time link to set a password and invalidates earlier ones. Only the hash of its value is stored. */
export async function openInvitation(
  trx: Trx,
  { personId, by, at, publicUrl, mailed }: InvitationRequest,
): Promise<InvitationLink> {
  const token = randomBytes(32).toString('base64url');
  const expires = new Date(at.getTime() + INVITATION_HOURS * 3_600_000);
  await store.closeInvitations(trx, personId, at);
  const hash = hashOfToken(token);
  await store.insertInvitation(trx, {
    token_hash: hash,
    person_id: personId,
    created_at: at,
    created_by: by,
    expires_at: expires,
    mailed,
  });
  return { link: `${publicUrl}${MOUNT_PATH}/invitation/${token}`, expires_at: expires.toISOString(), hash };
}

type AcceptedLink = Readonly<{ token: string; personId: string; at: Date; isFirst: boolean }>;

/**
 * A password was set with this link: it and all other links of the person stop working. No notice is sent for the link that
 * set the first password: whoever was invited has just used it.
 */
export async function acceptInvitation(trx: Trx, { token, personId, at, isFirst }: AcceptedLink): Promise<void> {
  await store.closeInvitations(trx, personId, at);
  await store.markAccepted(trx, hashOfToken(token), at, isFirst);
}

/** Invalidates one link, or all links of a person. */
export const { closeInvitation, closeInvitations } = store;

/** Enough to see what happened before the newest one. */
const MAX_LINKS_SHOWN = 10;

export async function listLinks(db: Db, personId: string) {
  const rows = await store.listLinks(db, personId, MAX_LINKS_SHOWN);
  return {
    items: rows.map(({ created_at, created_by, name, used }) => ({
      at: created_at.toISOString(),
      by: created_by === null ? null : { id: created_by, name: name ?? '' },
      used,
    })),
    unread: await store.countUnread(db, personId),
  };
}

export async function markLinksRead(db: Db, personId: string, upTo: Date, at: Date): Promise<{ unread: number }> {
  await store.markRead(db, personId, upTo, at);
  return { unread: await store.countUnread(db, personId) };
}

/** The link of a person that can still be used. */
export const findOpenInvitation = async (db: Db, personId: string, now: Date) =>
  (await store.findOpen(db, personId, now)) ?? null;

export type InvitedPerson = Readonly<{ id: string; name: string; email: string }>;
export type InvitationState =
  | Readonly<{ usable: true; person: InvitedPerson; mailed: boolean; madeBy: string | null }>
  | Readonly<{ usable: false; because: 'unknown' | 'used' | 'expired'; ask: string | null }>;

export const readInvitation = async (db: Db, token: string, now: Date): Promise<InvitationState> =>
  stateOf(await store.findInvitation(db, hashOfToken(token)), now);

/** Locks the invitation until the transaction ends. */
export async function lockInvitation(trx: Trx, token: string, now: () => Date): Promise<InvitationState> {
  const found = await store.lockInvitation(trx, hashOfToken(token));
  return stateOf(found, now());
}

function stateOf(found: store.StoredInvitation | undefined, now: Date): InvitationState {
  if (found === undefined || found.deactivated_at !== null) return { usable: false, because: 'unknown', ask: null };
  if (found.used_at !== null) return { usable: false, because: 'used', ask: found.by_name };
  if (found.expires_at <= now) return { usable: false, because: 'expired', ask: found.by_name };
  return {
    usable: true,
    person: { id: found.person_id, name: found.name, email: found.email },
    mailed: found.mailed,
    madeBy: found.created_by,
  };
}

const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
