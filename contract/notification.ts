import { z } from 'zod';
import { NOTIFICATION_KINDS } from '#domain/event/live.ts';
import { CHOICES } from '#domain/review/round.ts';
import { ROLES } from '#domain/user/role.ts';
import { moment, personRef } from './dial.ts';
import { sentMoment } from './moment.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';

export const notificationSchema = z
  .object({
    id: z.string(),
    kind: z.enum(NOTIFICATION_KINDS),
    at: moment,
    /** The actor; for discounted votes the voter. */
    by: personRef.nullable(),
    /** Null if it is about a person. */
    bucket: z.object({ cob: z.string(), partner: z.object({ number: z.int(), name: z.string() }) }).nullable(),
    /** What `by` asks for, or what the reader asked for. */
    role: z.enum(ROLES).nullable(),
    /** The review set, and the number of its buckets concerned. */
    set: z.object({ id: z.string(), title: z.string(), buckets: z.int() }).nullable(),
    /** The number of buckets it is about. */
    buckets: z.int(),
    /** The proposal of raised appetites, and the number of its buckets concerned; or the proposal of authority. */
    proposal: z.object({ id: z.string(), buckets: z.int() }).nullable(),
    choice: z.enum(CHOICES).nullable(),
    /** The text of a vote or comment, truncated; may be empty. */
    text: z.string(),
    /** The number of comments it stands for; `by` and `text` are of the last. */
    comments: z.int(),
    read: z.boolean(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof notificationSchema>;

export const notificationRoutes = {
  listNotifications: route('GET /api/notifications', {
    summary: 'The notifications of the caller, newest first, and the number of unread ones',
    access: 'signed-in',
    query: pageQuery,
    answer: z.object({ ...pageOf(notificationSchema).shape, unread: z.int() }),
  }),
  readNotifications: route('PUT /api/notifications/read', {
    summary: 'Mark everything up to a point in time as read',
    access: 'signed-in',
    body: z.strictObject({ up_to: sentMoment() }),
    answer: z.object({ unread: z.int() }),
  }),
} as const;
