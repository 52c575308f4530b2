import { z } from 'zod';
import type { SharedEnding } from '#domain/bucket/ending.ts';
import type { BucketEdit, InsertPosition } from '#domain/bucket/rollout.ts';
import { UNUSUAL_KINDS } from '#domain/bucket/unusual.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { DraftFacts } from '#domain/review/set-facts.ts';
import { MAX_EDITS_PER_BUCKET, MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { cobSlug, partnerSchema, submissionSchema, valueMove } from './bucket.ts';
import { dialDataSchema, moment, personRef } from './dial.ts';
import { valueKey, valuesSchema } from './dimension.ts';
import { type Described, route } from './route.ts';

/** The address of a bucket in a body. */
export const bodyAddress = { partner: z.int().min(1).max(99_999), cob: cobSlug };

/** Distinct buckets, at least one. */
export const distinctBuckets = <S extends z.ZodObject<{ partner: z.ZodType<number>; cob: z.ZodType<string> }>>(
  bucket: S,
  max: number = MAX_SET_BUCKETS,
) =>
  z
    .array(bucket)
    .min(1, 'Choose a bucket')
    .max(max)
    .refine(
      (buckets) => new Set(buckets.map(({ partner, cob }) => `${partner}/${cob}`)).size === buckets.length,
      'A bucket is named twice',
    );

const pin = { dial_id: z.uuid(), version: z.int().min(1).max(1_000_000) };
const place = z.union([
  z.strictObject({ at: z.enum(['top', 'end']) }),
  z.strictObject({ at: z.enum(['before', 'after']), dial_id: z.uuid() }),
]) satisfies z.ZodType<InsertPosition>;
const answers = z.partialRecord(z.enum(VALUE_KEYS), z.enum(['override', 'dial']));

const bucketEditSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('update'), ...pin, answers: answers.default({}) }),
    z.strictObject({ kind: z.literal('add'), ...pin, overrides: valuesSchema.default({}), place }),
    z.strictObject({ kind: z.literal('set'), ...pin, overrides: valuesSchema.default({}) }),
    z.strictObject({ kind: z.literal('move'), dial_id: z.uuid(), place }),
    z.strictObject({ kind: z.literal('remove'), dial_id: z.uuid() }),
  ])
  .meta({ id: 'BucketEdit' }) satisfies z.ZodType<BucketEdit>;

export const bucketEditsSchema = z.array(bucketEditSchema).max(MAX_EDITS_PER_BUCKET);
export const MAX_ROLLOUT_BYTES = 1024 * 1024;

const revision = z.string().regex(/^\d{1,10}$/, 'This is not a revision');

/** The edits of a bucket at a revision; without edits, its draft as it is. */
const editedBucketSchema = z.strictObject({
  ...bodyAddress,
  revision,
  edits: bucketEditsSchema,
  /** The day that this bucket goes live, in place of the day of the submission. */
  live_on: z.iso.date().optional(),
});

const namedExample = z.object({ id: z.string(), name: z.string() });
const draftNoteSchema = z
  .object({
    partner: z.int(),
    cob: z.string(),
    /** The change of the draft, if it is one value alone. */
    move: valueMove.nullable(),
    /** Examples that pass in the live version and break in the draft. */
    broken: z.array(namedExample),
    /** Examples that break in both. */
    broken_before: z.array(namedExample),
    /** All examples of the bucket. */
    examples: z.int(),
    /** Dials in force that a version replaces which is not. */
    gaps: z.array(
      z.object({
        dial_id: z.string(),
        name: z.string(),
        kind: z.enum(['starts', 'ended']),
        day: z.iso.date(),
        values: z.array(valueKey),
      }),
    ),
    /** Unusual values by kind of value and reason, most first. */
    unusual: z.array(z.object({ key: valueKey, kind: z.enum(UNUSUAL_KINDS), count: z.int() })),
    /** Comments of any round; 0 for callers who may not view reviews. */
    unresolved: z.int(),
  })
  .meta({ id: 'DraftNote' }) satisfies z.ZodType<DraftFacts>;
export type DraftNote = Described<typeof draftNoteSchema>;

const sharedEndingSchema = z
  .object({
    dial_id: z.string(),
    name: z.string(),
    /** The first day on which it takes no part. */
    day: z.iso.date(),
    buckets: z.array(z.object(bodyAddress)),
  })
  .meta({ id: 'SharedEnding' }) satisfies z.ZodType<SharedEnding<BucketAddress>>;

/** A bucket as the basis of a bulk change: its draft, or else live. */
const dialPlaceSchema = z
  .object({
    cob: z.string(),
    partner: partnerSchema,
    appetite: z.number(),
    revision: z.string(),
    dials: z.int(),
    /** Null if the bucket does not contain the dial. */
    held: z.object({ position: z.int(), version: z.int(), overrides: valuesSchema }).nullable(),
    /** The live version of the dial, if any. */
    live_version: z.int().nullable(),
    draft: z.object({ state: z.enum(['draft', 'pending_review']), saved_at: moment, saved_by: personRef }).nullable(),
  })
  .meta({ id: 'DialPlace' });
export type DialPlace = Described<typeof dialPlaceSchema>;

export const rolloutRoutes = {
  listDialPlaces: route('GET /api/dials/:dialId/places', {
    summary: 'All buckets and how they contain a dial, for bulk changes',
    access: 'bucket:view',
    params: z.object({ dialId: z.uuid() }),
    answer: z.object({
      /** The published versions in use, and the newest. */
      versions: z.array(z.object({ version: z.int(), data: dialDataSchema })),
      buckets: z.array(dialPlaceSchema),
    }),
    problems: ['not-found'],
  }),
  saveDrafts: route('PUT /api/bucket-drafts', {
    summary: 'Change several buckets at once, all or none; with a description the drafts are submitted as a set',
    access: 'bucket:edit',
    body: z.strictObject({
      buckets: distinctBuckets(editedBucketSchema),
      submit: submissionSchema.nullable().default(null),
      /** The bucket that the changes were copied from. */
      copied_from: z.strictObject(bodyAddress).nullable().default(null),
    }),
    maxBodyBytes: MAX_ROLLOUT_BYTES,
    answer: z.object({
      /** The review set, if submitted. */
      set: z.string().nullable(),
      /** The set of drafts that can be undone together, if any was saved and not submitted. */
      draft_set: z.string().nullable(),
      buckets: z.array(z.object({ partner: z.int(), cob: z.string(), revision: z.string() })),
    }),
    problems: ['not-found', 'conflict', 'stale'],
  }),
  discardDrafts: route('POST /api/bucket-drafts/discard', {
    summary: 'Discard several drafts, all or none; live stays as it is',
    access: 'bucket:edit',
    body: z.strictObject({ buckets: distinctBuckets(z.strictObject({ ...bodyAddress, revision })) }),
    answer: z.object({ buckets: z.int() }),
    problems: ['not-found', 'conflict', 'stale'],
  }),
  undoDraftSet: route('POST /api/draft-sets/:setId/undo', {
    summary: 'Undo a change of several drafts: each bucket gets back the draft it had before, all or none',
    access: 'bucket:edit',
    params: z.object({ setId: z.uuid() }),
    answer: z.object({ buckets: z.int() }),
    problems: ['not-found', 'conflict', 'stale'],
  }),
  listEndings: route('POST /api/bucket-drafts/endings', {
    summary: 'Dials of several drafts, or live lists where there is no draft, that will have ended by a day. Read-only',
    access: 'bucket:view',
    body: z.strictObject({ buckets: distinctBuckets(z.strictObject(bodyAddress)), by: z.iso.date() }),
    answer: z.object({ items: z.array(sharedEndingSchema) }),
  }),
  noteDrafts: route('POST /api/bucket-drafts/notes', {
    summary: 'What deserves attention in several drafts before they are submitted. Read-only',
    access: 'bucket:view',
    isHeavy: true,
    body: z.strictObject({ buckets: distinctBuckets(z.strictObject(bodyAddress)) }),
    answer: z.object({ items: z.array(draftNoteSchema) }),
  }),
} as const;
