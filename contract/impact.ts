import { z } from 'zod';
import {
  DIRECTIONS,
  EXPOSURE_MEASURES,
  type Figure,
  type ResultValue,
  type Grouping,
  type Impact,
  mapDirections,
  MAX_COUNTED_FIGURES,
} from '#domain/impact/impact.ts';
import { MEASURED_DAYS } from '#domain/portfolio/portfolio.ts';
import { capacitySchema } from './capacity.ts';
import { bucketContentSchema, cobSlug, partnerNumber } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { dialVersion } from './dial-routes.ts';
import { dimensionKey, valueKey, valuesSchema } from './dimension.ts';
import { riskSchema } from './example.ts';
import { bucketImpactSchema, shareSchema } from './impact-count.ts';
import { pageOf, pageQuery } from './page.ts';
import { bodyAddress, bucketEditsSchema, distinctBuckets, MAX_ROLLOUT_BYTES } from './rollout.ts';
import { type Described, MAX_LONG_FORM_BYTES, route } from './route.ts';

const resultValue = z.union([z.string().max(40), z.number()]).nullable() satisfies z.ZodType<ResultValue>;
const grouping = z.union([
  z.strictObject({ dimension: dimensionKey }),
  z.strictObject({ column: z.string().max(200) }),
]) satisfies z.ZodType<Grouping>;
const key = z.string().max(200).nullable();
const dialShare = z.object({ dial_id: z.string(), ...shareSchema.shape });

export const impactSchema = z
  .object({
    all: shareSchema,
    changed: shareSchema,
    values: z.array(
      z.object({
        value: valueKey,
        ...mapDirections(() => shareSchema),
        moves: z.array(z.object({ before: resultValue, after: resultValue, ...shareSchema.shape })),
        unlisted: shareSchema,
      }),
    ),
    decided: z.array(dialShare),
    behind: z.array(dialShare),
    groups: z.array(
      z.object({
        by: grouping,
        members: z.array(z.object({ key: z.string().nullable(), changed: shareSchema, all: shareSchema })),
        count: z.int(),
      }),
    ),
    segments: z.object({
      listed: z.array(
        z.object({
          layer: z.string().nullable(),
          country: z.string().nullable(),
          changed: shareSchema,
          all: shareSchema,
        }),
      ),
      count: z.int(),
    }),
    largest: z.array(z.object({ row: z.int(), before: valuesSchema, after: valuesSchema, alike: z.int() })),
    /** Rounded down to 20 risks, without smaller groups. */
    coarse: z.literal(true).optional(),
  })
  .meta({ id: 'Impact' }) satisfies z.ZodType<Impact>;

/** `hash` covers all its risks. `rows`: those of its file, of which some may have been left out; null if it was generated. */
const measuredPortfolioSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    loaded_at: moment,
    hash: z.string(),
    risks: z.int(),
    rows: z.int().nullable().default(null),
    /** Of its risks, both days inclusive; null where it was measured before this was stored. */
    period: z.object({ from: z.string(), until: z.string() }).nullable().default(null),
  })
  .meta({ id: 'MeasuredPortfolio' });
export type MeasuredPortfolio = Described<typeof measuredPortfolioSchema>;

/** A risk with its values before and after. */
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
  /** The live version it was compared with; null for the saved draft. */
  against: z.int().nullable(),
  /** The evaluation day of all risks; null for their own dates. */
  day: z.string().nullable(),
  impact: impactSchema,
  /** What it adds to limits; null against a saved draft, and where it was measured before there were limits. */
  capacity: capacitySchema.nullable().default(null),
  /** Representative risks of the largest changes; empty if the caller may not see single risks. */
  largest: z.array(measuredRiskSchema),
};

/** `preparing`: percent of the demo portfolio, while it is being generated. */
const noPortfolio = z.object({ state: z.literal('no-portfolio'), preparing: z.int().optional() });
export type NoPortfolio = Described<typeof noPortfolio>;
const measurementSchema = z
  .discriminatedUnion('state', [
    noPortfolio,
    z.object({ state: z.literal('none-of-class'), portfolio: measuredPortfolioSchema }),
    z.object({ state: z.literal('measured'), ...measured }),
  ])
  .meta({ id: 'Measurement' });
export type Measurement = Described<typeof measurementSchema>;
export type Measured = Extract<Measurement, { state: 'measured' }>;

/** A measurement stored with a review round. */
export const storedMeasurementSchema = z
  .object({
    ...measured,
    measured_at: moment,
    measured_by: personRef,
    /** Measured at submission, not later. */
    at_submit: z.boolean(),
    /** Results of different engines may differ. */
    engine: z.string(),
    /** Whether the portfolio is still in use. */
    is_used: z.boolean(),
  })
  .meta({ id: 'StoredMeasurement' });
export type StoredMeasurement = Described<typeof storedMeasurementSchema>;

const dialId = z.string().max(40);
const figure = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('changed') }),
  z.strictObject({ of: z.literal('value'), value: valueKey, direction: z.enum(DIRECTIONS) }),
  z.strictObject({ of: z.literal('move'), value: valueKey, before: resultValue, after: resultValue }),
  z.strictObject({ of: z.enum(['decided', 'behind']), dial_id: dialId }),
  z.strictObject({ of: z.literal('group'), by: grouping, key }),
  z.strictObject({ of: z.literal('segment'), layer: key, country: key }),
  z.strictObject({ of: z.literal('alike'), before: valuesSchema, after: valuesSchema }),
  z.strictObject({ of: z.literal('overlap'), first: dialId, second: dialId, value: valueKey }),
  z.strictObject({ of: z.literal('unset'), value: valueKey }),
  z.strictObject({ of: z.literal('gap'), dial_id: dialId, value: valueKey }),
  z.strictObject({ of: z.literal('exposure'), measure: z.enum(EXPOSURE_MEASURES), country: key }),
]) satisfies z.ZodType<Figure>;

const address = z.object({ partner: partnerNumber, cob: cobSlug });
/** A list of dials, saved or not, to compare with live or the saved draft. */
const measureRequest = {
  ...bucketContentSchema.shape,
  against: z.enum(['live', 'draft']).default('live'),
  /** Or the day of an earlier measurement. */
  day: z.union([z.enum(MEASURED_DAYS), z.iso.date()]).default('today'),
};

const measuredToday = { state: z.literal('measured'), portfolio: measuredPortfolioSchema, day: z.string() };

const versionImpactSchema = z
  .discriminatedUnion('state', [
    noPortfolio,
    z.object({
      ...measuredToday,
      /**
       * Live buckets by class and partner, with the version each contains. Overrides are kept unless equal to the new value.
       */
      buckets: z.array(z.object({ ...bucketImpactSchema.shape, version: z.int() })),
      /** More buckets than the limit. */
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
      /** Drafts, or else live lists, in request order, each on its day. Leaves out buckets that refuse the edits. */
      buckets: z.array(z.object({ ...bucketImpactSchema.shape, day: z.string() })),
    }),
  ])
  .meta({ id: 'EditsImpact' });
export type EditsImpact = Described<typeof editsImpactSchema>;

export const impactRoutes = {
  measureImpact: route('POST /api/buckets/:partner/:cob/impact', {
    summary: 'Measure the impact of a list of dials on the portfolio in use. Read-only',
    access: 'bucket:view',
    isHeavy: true,
    params: address,
    body: z.strictObject(measureRequest),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: measurementSchema,
    problems: ['not-found', 'unavailable'],
  }),
  listMeasuredRisks: route('POST /api/buckets/:partner/:cob/impact/risks', {
    summary: 'The risks of a figure with their values before and after. Read-only',
    access: 'bucket:view',
    isHeavy: true,
    params: address,
    query: pageQuery,
    body: z.strictObject({ ...measureRequest, figure }),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: z.object({ ...pageOf(measuredRiskSchema).shape, total: z.int() }),
    problems: ['not-found', 'not-allowed', 'unavailable'],
  }),
  countFigures: route('POST /api/buckets/:partner/:cob/impact/counts', {
    summary: 'Count the risks of several figures. Read-only',
    access: 'bucket:view',
    isHeavy: true,
    params: address,
    body: z.strictObject({ ...measureRequest, figures: z.array(figure).max(MAX_COUNTED_FIGURES) }),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    /** In the order of the figures; null where there are no risks, or too few to show. */
    answer: z.object({ risks: z.array(z.int().nullable()).nullable() }),
    problems: ['not-found', 'unavailable'],
  }),
  readReviewImpact: route('GET /api/buckets/:partner/:cob/review/impact', {
    summary: 'The measurements of a review, and whether they are still current',
    access: 'bucket:view',
    isHeavy: true,
    params: address,
    answer: z.object({
      /** Measurements of the newest round, oldest first. */
      stored: z.array(storedMeasurementSchema),
      /** Why nothing is stored. */
      missing: z.enum(['no-round', 'no-portfolio', 'none-of-class', 'on-its-way']).nullable(),
      /** Whether a new measurement would be equal; null where it cannot be repeated. */
      unchanged: z.boolean().nullable(),
      /** Whether limits of this bucket were imported since the newest measurement. */
      has_new_limits: z.boolean(),
      /** The current live version. */
      live: z.int(),
    }),
    problems: ['not-found', 'unavailable'],
  }),
  measureReviewAgain: route('POST /api/buckets/:partner/:cob/review/impact', {
    summary: 'Measure the draft in review again and store the result',
    access: 'review:view',
    isHeavy: true,
    params: address,
    answer: z.object({ stored: z.literal(true) }),
    problems: ['not-found', 'not-allowed', 'conflict', 'unavailable'],
  }),
  measureVersion: route('GET /api/dials/:dialId/versions/:version/impact', {
    summary: 'The impact of a dial version on each bucket that contains another one. Read-only',
    access: 'bucket:view',
    isHeavy: true,
    params: dialVersion,
    answer: versionImpactSchema,
    problems: ['not-found', 'unavailable'],
  }),
  measureEdits: route('POST /api/bucket-drafts/impact', {
    summary: 'The impact of a bulk change on each bucket. Read-only',
    access: 'bucket:view',
    isHeavy: true,
    body: z.strictObject({
      buckets: distinctBuckets(
        z.strictObject({
          ...bodyAddress,
          edits: bucketEditsSchema,
          /** The day to measure it on; by default today. */
          day: z.iso.date().optional(),
        }),
      ),
      /** Against the list that the edits change, or against live. */
      against: z.enum(['saved', 'live']).default('saved'),
    }),
    maxBodyBytes: MAX_ROLLOUT_BYTES,
    answer: editsImpactSchema,
    problems: ['unavailable'],
  }),
} as const;
