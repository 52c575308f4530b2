import { z } from 'zod';
import { VERDICTS } from '#domain/practice/expected.ts';
import { type BySide, mapSides } from '#domain/practice/value-outcome.ts';
import { cobSlug, partnerNumber } from './bucket.ts';
import { moment } from './dial.ts';
import { valueKey } from './dimension.ts';
import { reportingSchema } from './practice.ts';
import { type Described, route } from './route.ts';

const count = z.int();

/** What a review expected of a version, and what engines counted since it went live. */
const comparisonShape = {
  /** As its review measured it last; `changed` is null below 20 risks for callers who may not see single risks. */
  expected: z.object({ changed: count.nullable(), all: count }).nullable(),
  /** Decisions that engines also made with the version before, and those of them with other values. */
  compared: count,
  differs: count,
  verdict: z.enum(VERDICTS),
  /** Where the shares of 95 of 100 such samples lie, from 0 to 1; null if it is unknown or not shown to the caller. */
  band: z.object({ low: z.number(), high: z.number() }).nullable(),
};
export const comparisonSchema = z.object(comparisonShape).meta({ id: 'OutcomeComparison' });

const bySide = mapSides(() => count) satisfies Record<keyof BySide, typeof count>;

/** Values of the version before are counted in the 30 days before the go-live. */
const outcomeSchema = z
  .object({
    version: count,
    live_at: moment,
    superseded_at: moment.nullable(),
    ...comparisonShape,
    /** What risks got for each value: with the version before, expected by the review, and since the go-live. */
    values: z.array(
      z.object({
        value: valueKey,
        /** The most frequent results; null: no dial set it. */
        results: z.array(z.object({ result: z.union([z.string(), z.number()]).nullable(), ...bySide })),
        others: z.object(bySide),
      }),
    ),
  })
  .meta({ id: 'Outcome' });
export type Outcome = Described<typeof outcomeSchema>;

export const bucketOutcomeSchema = z
  .object({ reporting: reportingSchema, outcome: outcomeSchema })
  .meta({ id: 'BucketOutcome' });
export type BucketOutcome = Described<typeof bucketOutcomeSchema>;

export const outcomeRoutes = {
  getOutcome: route('GET /api/buckets/:partner/:cob/outcome', {
    summary: 'What the review of a version expected, and what engines decided with it',
    access: 'bucket:view',
    params: z.object({ partner: partnerNumber, cob: cobSlug }),
    /** Without a number: the live version. */
    query: z.object({ version: z.coerce.number().int().positive().max(1_000_000).optional() }),
    answer: bucketOutcomeSchema,
    problems: ['not-found'],
  }),
} as const;
