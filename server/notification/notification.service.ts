import { z } from 'zod';
import type { Notification } from '#contract/notification.ts';
import type { Page } from '#contract/page.ts';
import { holds } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import { cursorMoment, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import * as store from './notification.store.ts';

/** Call this in the same transaction as the change. */
export const notifyPeople = store.insertNotifications;
export const clearRequests = store.clearRequests;
export const clearAccessRequests = store.clearAccessRequests;
export const clearProposals = store.clearProposals;
export const clearAuthority = store.clearAuthority;

const positionSchema = z.object({ at: cursorMoment, id: z.string().regex(/^\d{1,18}$/) });

/** The notifications of a person, visible to nobody else. */
export function notificationService({ db, now }: Readonly<{ db: Db; now: () => Date }>) {
  return {
    async list({ id, permissions }: Actor, { cursor, limit }: Paged): Promise<Page<Notification> & { unread: number }> {
      const seesReviews = holds(permissions.review, 'view');
      const found = await store.listNotifications(db, id, limit + 1, readCursor(positionSchema, cursor));
      const page = cutPage(
        found.map((row) => present(row, seesReviews)),
        limit,
        ({ at, id }) => ({ at, id }),
      );
      return { ...page, unread: await store.countUnread(db, id) };
    },

    async read({ id }: Actor, upTo: string): Promise<{ unread: number }> {
      await store.markRead(db, id, new Date(upTo), now());
      return { unread: await store.countUnread(db, id) };
    },
  };
}

/** Votes and comments are only shown to those who may see reviews; why a bucket is stopped, to all. */
const present = (row: store.StoredNotification, seesReviews: boolean): Notification => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  by: row.by === null ? null : { id: row.by, name: row.name ?? '' },
  bucket:
    row.cob === null
      ? null
      : { cob: row.cob, partner: { number: row.partner_number ?? 0, name: row.partner_name ?? '' } },
  role: row.role,
  set: row.set_id === null ? null : { id: row.set_id, title: row.set_title ?? '', buckets: row.buckets },
  proposal: row.proposal_id === null ? null : { id: row.proposal_id, buckets: row.buckets },
  buckets: row.buckets,
  choice: seesReviews ? row.choice : null,
  text: seesReviews || row.cob === null || row.proposal_id !== null || row.kind === 'bucket_stopped' ? row.text : '',
  comments: row.comments,
  read: row.read_at !== null,
});
