import { z } from 'zod';
import { isMonth } from '#domain/practice/report.ts';
import { classFactsSchema } from './authority.ts';
import { cobSlug, partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { comparisonSchema } from './outcome.ts';
import { reportingSchema } from './practice.ts';
import { type Described, route } from './route.ts';

const count = z.int();
const day = z.iso.date();
/** A dial that decided nothing, or that ends. */
const dial = { dial_id: z.uuid(), name: z.string(), version: count };

export const MAX_REPORT_ROWS = 200;

const reportSchema = z
  .object({
    /** Its first day, and its last one or today. */
    from: day,
    until: day,
    reporting: reportingSchema,
    /** Decisions of engines in the month. */
    decisions: count,
    /** Buckets with a live version at the end. */
    buckets: count,
    /** Who answers for the class, and when it is reviewed next. */
    record: classFactsSchema,
    /** Versions that went live, by partner, then in order. */
    changes: z.array(
      z.object({
        partner: partnerSchema,
        version: count,
        live_at: moment,
        description: z.string(),
        submitted_by: personRef.nullable(),
        approved_by: z.array(personRef),
        ...comparisonSchema.shape,
      }),
    ),
    /** Dials that decided nothing in the month, although their bucket made at least 200 decisions with them. */
    idle: z.array(
      z.object({
        ...dial,
        partner: partnerSchema,
        decisions: count,
        /** Decisions in which it matched. */
        took_part: count,
        /** The day its window ended, if that has passed. */
        ended_on: day.nullable(),
        /** The name of the dial that decided most often instead. */
        beaten_by: z.string().nullable(),
      }),
    ),
    /** Live dials that end within 60 days after the last day. */
    ends: z.array(z.object({ ...dial, day, partners: z.array(partnerSchema) })),
    /** Rows beyond 200 of a list. */
    left_off: z.object({ changes: count, idle: count, ends: count }),
  })
  .meta({ id: 'MonthlyReport' });
export type MonthlyReport = Described<typeof reportSchema>;

export const reportRoutes = {
  getMonthlyReport: route('GET /api/classes/:cob/report', {
    summary: 'What changed in the buckets of a class in a month, and what engines decided with them',
    access: 'bucket:view',
    params: z.object({ cob: cobSlug }),
    query: z.object({ month: z.string().refine(isMonth, 'Please write the month as 2026-11') }),
    answer: reportSchema,
  }),
} as const;
