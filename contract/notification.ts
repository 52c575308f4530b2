import { z } from 'zod';
import { NOTIFICATION_KINDS } from '#domain/event/live.ts';
import { CHOICES } from '#domain/review/round.ts';
import { moment, personRef } from './dial.ts';
import { sentMoment } from './moment.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';

export const notificationSchema = z
  .object({
    id: z.string(),
    kind: z.enum(NOTIFICATION_KINDS),
    at: moment,
    /** Who did it; of a vote that no longer counts, whose it was. */
    by: personRef.nullable(),
    cob: z.string(),
    partner: z.object({ number: z.int(), name: z.string() }),
    /** The set that the bucket was submitted with, and how many of its buckets this is about. */
    set: z.object({ id: z.string(), title: z.string(), buckets: z.int() }).nullable(),
    /** What was voted, where it is about a vote. */
    choice: z.enum(CHOICES).nullable(),
    /** The words of a vote or a comment, long ones cut; empty where there are none. */
    text: z.string(),
    read: z.boolean(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof notificationSchema>;

export const notificationRoutes = {
  listNotifications: route('GET /api/notifications', {
    summary: 'What happened that concerns the person who asks, newest first, and how much of it is unread',
    access: 'signed-in',
    query: pageQuery,
    answer: z.object({ ...pageOf(notificationSchema).shape, unread: z.int() }),
  }),
  readNotifications: route('PUT /api/notifications/read', {
    summary: 'Mark as read everything up to a moment',
    access: 'signed-in',
    body: z.strictObject({ up_to: sentMoment() }),
    answer: z.object({ unread: z.int() }),
  }),
} as const;
