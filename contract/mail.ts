import { z } from 'zod';
import { isTimeZone } from '#domain/digest/digest.ts';
import { type Described, route } from './route.ts';

const timeZone = z.string().max(60).refine(isTimeZone, 'Write a time zone like Europe/London');

const mailPreferenceSchema = z
  .object({
    /** Whether this installation sends e-mail. */
    sends: z.boolean(),
    /** A review that needs exactly this person. */
    at_once: z.boolean(),
    /** Each morning, what waits. */
    digest: z.boolean(),
    time_zone: z.string(),
  })
  .meta({ id: 'MailPreference' });
export type MailPreference = Described<typeof mailPreferenceSchema>;

export const mailRoutes = {
  getMyMail: route('GET /api/me/mail', {
    summary: 'What the caller wants by e-mail',
    access: 'signed-in',
    answer: mailPreferenceSchema,
  }),
  changeMyMail: route('PUT /api/me/mail', {
    summary: 'Choose what the caller gets by e-mail, and the time zone of the morning',
    access: 'signed-in',
    body: z.object({ at_once: z.boolean(), digest: z.boolean(), time_zone: timeZone }),
    answer: mailPreferenceSchema,
  }),
} as const;
