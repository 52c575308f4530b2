import { z } from 'zod';
import { DEFAULT_PERIOD, PRACTICE_PERIODS } from '#domain/practice/practice.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import { cobSlug, partnerNumber, partnerSchema } from './bucket.ts';
import { moment } from './dial.ts';
import { type Described, route } from './route.ts';

const count = z.int();
const day = z.iso.date();
const period = z.coerce.number().pipe(z.literal(PRACTICE_PERIODS)).default(DEFAULT_PERIOD);

/** Which production engines report. No counters: `since` is null. */
export const reportingSchema = z
  .object({
    engines: count,
    reporting: count,
    since: moment.nullable(),
    until: moment.nullable(),
    dropped: count,
  })
  .meta({ id: 'Reporting' });
export type ReportingView = Described<typeof reportingSchema>;

const won = z.object(Object.fromEntries(VALUE_KEYS.map((key) => [key, count])) as Record<ValueKey, typeof count>);

const bucketPracticeSchema = z
  .object({
    reporting: reportingSchema,
    /** The first and the last day of the period, both included. */
    from: day,
    until: day,
    /** The first day that counts: engines may report for less than the period. */
    counted_from: day,
    /** By day and version; days without decisions are left out. */
    days: z.array(
      z.object({
        day,
        version: count,
        decisions: count,
        nothing_set: count,
        no_max_line: count,
        stopped: count,
      }),
    ),
    /** The dials of the live version in their order. */
    dials: z.array(
      z.object({
        dial_id: z.uuid(),
        /** The same for this dial, which may be in the bucket or active for less than the period. */
        counted_from: day,
        /** Decisions in which it matched, and those in which it set at least one value. */
        took_part: count,
        decided: count,
        won,
        /** Those by day; days without any are left out. */
        days: z.array(z.object({ day, decided: count })),
        /** The dial that decided most often instead, if this one decided nothing. */
        beaten_by: z.uuid().nullable(),
      }),
    ),
  })
  .meta({ id: 'BucketPractice' });
export type BucketPractice = Described<typeof bucketPracticeSchema>;

const dialPracticeSchema = z
  .object({
    reporting: reportingSchema,
    from: day,
    until: day,
    counted_from: day,
    /** Decisions in which it set at least one value, by day; days without any are left out. */
    days: z.array(z.object({ day, decided: count })),
    /** Decisions in which it set at least one value, and all decisions, in all these buckets. */
    decided: count,
    decisions: count,
    /** The versions of it that they have or had. */
    in_versions: z.array(count),
    /** The buckets that have it or had it in the period, by class and partner: those in which it decided most. */
    buckets: z.array(
      z.object({
        partner: partnerSchema,
        cob: z.string(),
        /** The version of the dial there, or the last one. */
        version: count,
        is_live: z.boolean(),
        /** In all of its versions there. */
        decided: count,
        /** By version of the dial, newest first: all that decided something, and the one above. */
        versions: z.array(z.object({ version: count, decided: count })),
        /** All decisions of the bucket in the period. */
        decisions: count,
      }),
    ),
    /** How many buckets are not listed. */
    left_off: count,
  })
  .meta({ id: 'DialPractice' });
/** The buckets that are listed with the practice of a dial. */
export const MAX_DIAL_BUCKETS = 200;
export type DialPractice = Described<typeof dialPracticeSchema>;

export const practiceRoutes = {
  getReporting: route('GET /api/reporting', {
    summary: 'Which production engines report decisions, and since when',
    access: 'dials:view',
    answer: reportingSchema,
  }),
  getDialPractice: route('GET /api/dials/:dialId/practice', {
    summary: 'What engines decided with a dial, by day and bucket',
    access: 'dials:view',
    params: z.object({ dialId: z.uuid() }),
    query: z.object({ days: period }),
    answer: dialPracticeSchema,
    problems: ['not-found'],
  }),
  getBucketPractice: route('GET /api/buckets/:partner/:cob/practice', {
    summary: 'What engines decided with a bucket, by day and dial',
    access: 'bucket:view',
    params: z.object({ partner: partnerNumber, cob: cobSlug }),
    query: z.object({ days: period }),
    answer: bucketPracticeSchema,
    problems: ['not-found'],
  }),
} as const;
