import { z } from 'zod';
import { moment } from './dial.ts';
import { type Described, route } from './route.ts';

/** `address` is only in the answer that made it: only its hash is stored. */
const calendarFeedSchema = z
  .object({ created_at: moment.nullable(), address: z.url().nullable() })
  .meta({ id: 'CalendarFeed' });
export type CalendarFeed = Described<typeof calendarFeedSchema>;

export const calendarRoutes = {
  getMyCalendar: route('GET /api/me/calendar', {
    summary: 'Whether the caller has a calendar address, and since when',
    access: 'signed-in',
    answer: calendarFeedSchema,
  }),
  createMyCalendar: route('PUT /api/me/calendar', {
    summary: 'Create the secret calendar address of the caller; an earlier one stops working',
    access: 'signed-in',
    rate: { name: 'requests', maxPerMinute: 10 },
    answer: calendarFeedSchema,
  }),
  revokeMyCalendar: route('DELETE /api/me/calendar', {
    summary: 'Revoke the calendar address of the caller',
    access: 'signed-in',
    answer: calendarFeedSchema,
  }),
  readCalendar: route('GET /api/calendar/:secret', {
    summary:
      'Go-lives, and the starts and ends of dials, that the owner of the address may view now, as iCalendar; 30 days back and a year ahead',
    access: 'public',
    mediaType: 'text/calendar',
    rate: { name: 'calendar requests', maxPerMinute: 120 },
    params: z.object({ secret: z.string() }),
    answer: z.string(),
    problems: ['not-found', 'unavailable'],
  }),
} as const;
