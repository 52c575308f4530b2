import { z } from 'zod';
import { findClass } from '#domain/cob/class-of-business.ts';
import type { LimitImpact } from '#domain/capacity/capacity.ts';
import { type Limit, MAX_LIMIT_AMOUNT, MAX_LIMIT_NAME, MAX_LIMIT_SOURCE, MAX_LIMITS } from '#domain/capacity/limit.ts';
import { isDay } from '#domain/day/day.ts';
import type { AddedExposure } from '#domain/impact/impact.ts';
import { cobSlug, partnerNumber } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { type Described, route } from './route.ts';
import { oneLine } from './text.ts';

/** In US dollars. `used`: of all buckets, as the exposure system of the insurer says. */
export const limitSchema = z
  .object({
    name: z.string(),
    /** Null: of all partners; the same for countries and classes. */
    partner: z.int().nullable(),
    country: z.string().nullable(),
    cob: z.string().nullable(),
    limit: z.int(),
    used: z.int(),
    as_of: z.string(),
    source: z.string(),
  })
  .meta({ id: 'Limit' }) satisfies z.ZodType<Limit>;

/** `few`: of fewer than 20 risks, hidden from callers who may not see single risks. */
const added = z.object({
  risks: z.int(),
  added: z.number(),
  few: z.literal(true).optional(),
}) satisfies z.ZodType<AddedExposure>;

/** What a list of dials adds to the limits that concern its bucket. */
export const capacitySchema = z
  .object({
    /** Whether there are limits at all. */
    is_imported: z.boolean(),
    /** In the order of their file, those of the partner last. */
    limits: z.array(z.object({ ...limitSchema.shape, lines: added, premium: added.nullable() })),
  })
  .meta({ id: 'Capacity' }) satisfies z.ZodType<{ is_imported: boolean; limits: LimitImpact[] }>;
export type Capacity = Described<typeof capacitySchema>;

const amount = z.int('Please give whole US dollars').max(MAX_LIMIT_AMOUNT, 'Too large');
const limitInput = z.strictObject({
  name: oneLine().min(1, 'Required').max(MAX_LIMIT_NAME),
  partner: z.int().positive().nullable(),
  country: z.string().max(40).nullable(),
  cob: z
    .string()
    .refine((slug) => findClass(slug) !== undefined, 'There is no such class of business')
    .nullable(),
  limit: amount.positive('Must be more than 0'),
  used: amount.nonnegative('Must not be negative'),
  as_of: z.string().refine(isDay, 'Please give a day as YYYY-MM-DD'),
  source: oneLine().max(MAX_LIMIT_SOURCE),
});

const importedLimits = z
  .object({
    items: z.array(limitSchema),
    /** The file they come from; null before the first import. */
    file: z.string().nullable(),
    imported_at: moment.nullable(),
    imported_by: personRef.nullable(),
    revision: z.string(),
  })
  .meta({ id: 'ImportedLimits' });
export type ImportedLimits = Described<typeof importedLimits>;

/** 500 limits with the longest texts. */
const MAX_IMPORT_BYTES = 512 * 1024;

export const capacityRoutes = {
  listLimits: route('GET /api/admin/limits', {
    summary: 'All limits, in the order of their file',
    access: 'admin:view',
    answer: importedLimits,
  }),
  importLimits: route('PUT /api/admin/limits', {
    summary: 'Replace all limits',
    access: 'admin:create',
    changes: true,
    body: z.strictObject({ file: oneLine().min(1).max(200), limits: z.array(limitInput).max(MAX_LIMITS) }),
    maxBodyBytes: MAX_IMPORT_BYTES,
    answer: importedLimits,
  }),
  listBucketLimits: route('GET /api/buckets/:partner/:cob/limits', {
    summary: 'The limits that risks of a bucket use, as imported',
    access: 'bucket:view',
    params: z.object({ partner: partnerNumber, cob: cobSlug }),
    answer: z.object({ items: z.array(limitSchema) }),
    problems: ['not-found'],
  }),
} as const;
