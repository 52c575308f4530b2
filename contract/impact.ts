import { z } from 'zod';
import {
  type ChangeCount,
  type Figure,
  type Given,
  type Grouping,
  type Impact,
  MAX_COUNTED_FIGURES,
  type Share,
} from '#domain/impact/impact.ts';
import { MEASURED_DAYS } from '#domain/portfolio/portfolio.ts';
import { bucketContentSchema, cobSlug, partnerNumber } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { dialVersion } from './dial-routes.ts';
import { dimensionKey, valueKey, valuesSchema } from './dimension.ts';
import { riskSchema } from './example.ts';
import { pageOf, pageQuery } from './page.ts';
import { bodyAddress, bucketEditsSchema, distinctBuckets, MAX_ROLLOUT_BYTES } from './rollout.ts';
import { type Described, MAX_LONG_FORM_BYTES, route } from './route.ts';

/** `few`: fewer than 20, which are not shown to whoever may not see single risks. */
const share = z.object({
  risks: z.int(),
  premium: z.number().nullable(),
  few: z.literal(true).optional(),
}) satisfies z.ZodType<Share>;
const given = z.union([z.string().max(40), z.number()]).nullable() satisfies z.ZodType<Given>;
const grouping = z.union([
  z.strictObject({ dimension: dimensionKey }),
  z.strictObject({ column: z.string().max(200) }),
]) satisfies z.ZodType<Grouping>;
const key = z.string().max(200).nullable();
const dialShare = z.object({ dial_id: z.string(), ...share.shape });

export const impactSchema = z
  .object({
    all: share,
    changed: share,
    values: z.array(
      z.object({
        value: valueKey,
        lower: share,
        higher: share,
        other: share,
        moves: z.array(z.object({ before: given, after: given, ...share.shape })),
        unlisted: share,
      }),
    ),
    decided: z.array(dialShare),
    behind: z.array(dialShare),
    groups: z.array(
      z.object({
        by: grouping,
        members: z.array(z.object({ key: z.string().nullable(), changed: share, all: share })),
        count: z.int(),
      }),
    ),
    segments: z.object({
      listed: z.array(
        z.object({ layer: z.string().nullable(), country: z.string().nullable(), changed: share, all: share }),
      ),
      count: z.int(),
    }),
    largest: z.array(z.object({ row: z.int(), before: valuesSchema, after: valuesSchema, alike: z.int() })),
    /** Figures are rounded down to 20 risks, and smaller groups left out. */
    coarse: z.literal(true).optional(),
  })
  .meta({ id: 'Impact' }) satisfies z.ZodType<Impact>;

/** The portfolio that was measured against. `hash` is of all its risks. */
const measuredPortfolioSchema = z
  .object({ id: z.string(), name: z.string(), loaded_at: moment, hash: z.string(), risks: z.int() })
  .meta({ id: 'MeasuredPortfolio' });
export type MeasuredPortfolio = Described<typeof measuredPortfolioSchema>;

/** One risk of a portfolio, with what it gets before and after. */
const measuredRiskSchema = z
  .object({
    row: z.int(),
    reference: z.string(),
    risk: riskSchema,
    premium: z.number().nullable(),
    kept: z.record(z.string(), z.string()),
    before: valuesSchema,
    after: valuesSchema,
  })
  .meta({ id: 'MeasuredRisk' });
export type MeasuredRisk = Described<typeof measuredRiskSchema>;

const measured = {
  portfolio: measuredPortfolioSchema,
  /** The number of the live version it was measured against, or null where that was the saved draft. */
  against: z.int().nullable(),
  /** The day all risks were measured on, or null where each was on its own date. */
  day: z.string().nullable(),
  impact: impactSchema,
  /** The risks that stand for the largest changes, in their order, where the person may see single risks. */
  largest: z.array(measuredRiskSchema),
};

const noPortfolio = z.object({ state: z.literal('no-portfolio') });
const measurementSchema = z
  .discriminatedUnion('state', [
    noPortfolio,
    z.object({ state: z.literal('none-of-class'), portfolio: measuredPortfolioSchema }),
    z.object({ state: z.literal('measured'), ...measured }),
  ])
  .meta({ id: 'Measurement' });
export type Measurement = Described<typeof measurementSchema>;
export type Measured = Extract<Measurement, { state: 'measured' }>;

/** What was measured for a review round and kept with it. */
export const storedMeasurementSchema = z
  .object({
    ...measured,
    measured_at: moment,
    measured_by: personRef,
    /** Measured because the review was asked for; otherwise later, by whoever looked or asked. */
    at_submit: z.boolean(),
    /** Names the way it was measured: two results of different engines may differ. */
    engine: z.string(),
    /** Whether drafts are still measured against the same portfolio. */
    is_used: z.boolean(),
  })
  .meta({ id: 'StoredMeasurement' });
export type StoredMeasurement = Described<typeof storedMeasurementSchema>;

const dialId = z.string().max(40);
const figure = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('changed') }),
  z.strictObject({ of: z.literal('value'), value: valueKey, direction: z.enum(['lower', 'higher', 'other']) }),
  z.strictObject({ of: z.literal('move'), value: valueKey, before: given, after: given }),
  z.strictObject({ of: z.enum(['decided', 'behind']), dial_id: dialId }),
  z.strictObject({ of: z.literal('group'), by: grouping, key }),
  z.strictObject({ of: z.literal('segment'), layer: key, country: key }),
  z.strictObject({ of: z.literal('alike'), before: valuesSchema, after: valuesSchema }),
  z.strictObject({ of: z.literal('overlap'), first: dialId, second: dialId, value: valueKey }),
  z.strictObject({ of: z.literal('unset'), value: valueKey }),
]) satisfies z.ZodType<Figure>;

const address = z.object({ partner: partnerNumber, cob: cobSlug });
/** What is measured: a list of dials, saved or not, against live or the saved draft. */
const asked = {
  ...bucketContentSchema.shape,
  against: z.enum(['live', 'draft']).default('live'),
  /** Or the day that something was measured on before. */
  day: z.union([z.enum(MEASURED_DAYS), z.iso.date()]).default('today'),
};

const count = z.object({
  all: share,
  changed: share,
  values: z.array(z.object({ value: valueKey, lower: z.int(), higher: z.int(), other: z.int() })),
}) satisfies z.ZodType<ChangeCount>;

/** What a change would do in one of several buckets: its list against the same with the change made. */
const bucketImpactSchema = z.object({ partner: z.int(), cob: z.string(), ...count.shape }).meta({ id: 'BucketImpact' });
export type BucketImpact = Described<typeof bucketImpactSchema>;

const measuredToday = { state: z.literal('measured'), portfolio: measuredPortfolioSchema, day: z.string() };

const versionImpactSchema = z
  .discriminatedUnion('state', [
    noPortfolio,
    z.object({
      ...measuredToday,
      /**
       * Their live lists, by class and partner, with the version that each holds. Where a bucket overrides a value, the
       * override is kept unless the other version says the same.
       */
      buckets: z.array(z.object({ ...bucketImpactSchema.shape, version: z.int() })),
      /** Whether there are more of them than are measured at once. */
      more: z.boolean(),
    }),
  ])
  .meta({ id: 'VersionImpact' });
export type VersionImpact = Described<typeof versionImpactSchema>;

const editsImpactSchema = z
  .discriminatedUnion('state', [
    noPortfolio,
    z.object({
      ...measuredToday,
      /** Their drafts, or else their live lists, in the order they were named; those that cannot take the edits are left out. */
      buckets: z.array(bucketImpactSchema),
    }),
  ])
  .meta({ id: 'EditsImpact' });
export type EditsImpact = Described<typeof editsImpactSchema>;

export const impactRoutes = {
  measureImpact: route('POST /api/buckets/:partner/:cob/impact', {
    summary: 'What a list of dials would do to the risks of the portfolio that is used. Changes nothing',
    access: 'bucket:view',
    isHeavy: true,
    params: address,
    body: z.strictObject(asked),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: measurementSchema,
    problems: ['not-found', 'unavailable'],
  }),
  listMeasuredRisks: route('POST /api/buckets/:partner/:cob/impact/risks', {
    summary: 'The risks behind a figure of an impact, with what each gets before and after. Changes nothing',
    access: 'bucket:view',
    isHeavy: true,
    params: address,
    query: pageQuery,
    body: z.strictObject({ ...asked, figure }),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: z.object({ ...pageOf(measuredRiskSchema).shape, total: z.int() }),
    problems: ['not-found', 'not-allowed', 'unavailable'],
  }),
  countFigures: route('POST /api/buckets/:partner/:cob/impact/counts', {
    summary: 'How many risks of the portfolio that is used are behind each of some figures. Changes nothing',
    access: 'bucket:view',
    isHeavy: true,
    params: address,
    body: z.strictObject({ ...asked, figures: z.array(figure).max(MAX_COUNTED_FIGURES) }),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    /** In the order of the figures; null where there are no risks to be counted, or too few to be shown. */
    answer: z.object({ risks: z.array(z.int().nullable()).nullable() }),
    problems: ['not-found', 'unavailable'],
  }),
  readReviewImpact: route('GET /api/buckets/:partner/:cob/review/impact', {
    summary: 'What was measured when the review was asked for, and whether it still holds',
    access: 'bucket:view',
    isHeavy: true,
    params: address,
    answer: z.object({
      /** Of the newest round: what was stored, first what was measured at submit, then each time it was measured again. */
      stored: z.array(storedMeasurementSchema),
      /** Why nothing is stored, where nothing is. */
      missing: z.enum(['no-round', 'no-portfolio', 'none-of-class', 'on-its-way']).nullable(),
      /** Whether measuring the same again gives the same; null where it cannot be measured again. */
      unchanged: z.boolean().nullable(),
      /** The number of the version that is live now. */
      live: z.int(),
    }),
    problems: ['not-found', 'unavailable'],
  }),
  measureReviewAgain: route('POST /api/buckets/:partner/:cob/review/impact', {
    summary: 'Measure the draft in review against live as it is now, and store that beside what was measured at submit',
    access: 'review:view',
    isHeavy: true,
    params: address,
    answer: z.object({ stored: z.literal(true) }),
    problems: ['not-found', 'not-allowed', 'conflict', 'unavailable'],
  }),
  measureVersion: route('GET /api/dials/:dialId/versions/:version/impact', {
    summary: 'The risks that would change in each bucket that holds another version of a dial. Changes nothing',
    access: 'bucket:view',
    isHeavy: true,
    params: dialVersion,
    answer: versionImpactSchema,
    problems: ['not-found', 'unavailable'],
  }),
  measureEdits: route('POST /api/bucket-drafts/impact', {
    summary: 'The risks that a change of several buckets would change in each of them. Changes nothing',
    access: 'bucket:view',
    isHeavy: true,
    body: z.strictObject({ buckets: distinctBuckets(z.strictObject({ ...bodyAddress, edits: bucketEditsSchema })) }),
    maxBodyBytes: MAX_ROLLOUT_BYTES,
    answer: editsImpactSchema,
    problems: ['unavailable'],
  }),
} as const;
