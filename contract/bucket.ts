import { z } from 'zod';
import { ENTRY_NOTES, type EntryNote, type EntryNoteKind } from '#domain/bucket/check.ts';
import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import { BUCKET_LIMITS, type BucketEntry } from '#domain/bucket/entry.ts';
import type { bucketAbilities } from '#domain/bucket/policy.ts';
import type { stopAbilities } from '#domain/bucket/stop.ts';
import { BUCKET_STATUSES, HEADER_STATES } from '#domain/bucket/state.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import type { HighestValues } from '#domain/bucket/unusual.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { EXAMPLE_LIMITS } from '#domain/example/example.ts';
import { COMMENT_LIMIT, type submissionAbilities } from '#domain/review/round.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import type { SubmissionNotes } from '#domain/review/submission.ts';
import { VERSION_STATUSES } from '#domain/dial/status.ts';
import { dialChangeSchema, dialDataSchema, moment, personRef } from './dial.ts';
import { valueKey, valuesSchema } from './dimension.ts';
import type { Described } from './route.ts';

/** The slug of a class; with the partner number it is the address of a bucket. */
export const cobSlug = z.string().refine((slug) => findClass(slug) !== undefined, 'There is no such class of business');
export const partnerNumber = z.coerce.number().int().min(1).max(99_999);

export const partnerSchema = z.object({ number: z.int(), name: z.string() }).meta({ id: 'Partner' });
export type Partner = Described<typeof partnerSchema>;

const pin = { dial_id: z.uuid(), version: z.int().min(1).max(1_000_000) };

export const bucketEntrySchema = z
  .strictObject({ ...pin, overrides: valuesSchema.default({}) })
  .meta({ id: 'BucketEntry' }) satisfies z.ZodType<BucketEntry>;

/** The shape only; `checkEntries` validates the rest. Allows more entries than the limit, for a better error message. */
export const bucketContentSchema = z.strictObject({
  entries: z.array(bucketEntrySchema).max(BUCKET_LIMITS.entries * 2),
});

export const pinsSchema = z.strictObject({ pins: z.array(z.strictObject(pin)).max(BUCKET_LIMITS.entries * 4) });

const dialState = { ...pin, status: z.enum(VERSION_STATUSES), deleted: z.boolean() };
const bucketDial = { ...dialState, data: dialDataSchema };

export const bucketDialSchema = z.object(bucketDial).meta({ id: 'BucketDial' });
export type BucketDial = Described<typeof bucketDialSchema>;

/** Dials of the requested class precede those for every class. */
export const pickedDialSchema = z.object({ ...bucketDial, for_every_class: z.boolean() }).meta({ id: 'PickedDial' });
export type PickedDial = Described<typeof pickedDialSchema>;

/** With the newest published version, if later. */
export const knownBucketDialSchema = z
  .object({ ...bucketDial, newer: bucketDialSchema.nullable() })
  .meta({ id: 'KnownBucketDial' });
export type KnownBucketDial = Described<typeof knownBucketDialSchema>;

/** The mutable state of a published version. */
export const bucketDialStateSchema = z
  .object({ ...dialState, newer: z.object({ version: z.int(), status: z.enum(VERSION_STATUSES) }).nullable() })
  .meta({ id: 'BucketDialState' });
export type BucketDialState = Described<typeof bucketDialStateSchema>;

const noteKinds = Object.keys(ENTRY_NOTES) as [EntryNoteKind, ...EntryNoteKind[]];
const entryNote = z.object({ dial_id: z.string(), kind: z.enum(noteKinds) }) satisfies z.ZodType<EntryNote>;

/** Notes depend on the server's clock. */
const content = { entries: z.array(bucketEntrySchema), notes: z.array(entryNote) };

export const bucketVersionSchema = z
  .object({
    number: z.int(),
    /** Since when it decides: a version that waited for a day, since its first moment (UTC). */
    live_at: moment,
    /** When a server made it live: the moment of the deciding vote, or shortly after its day began. */
    activated_at: moment,
    /** When the next version went live. */
    superseded_at: moment.nullable(),
    /** Who saved it last; null for the initial empty version. */
    saved_by: personRef.nullable(),
    description: z.string(),
    ...content,
  })
  .meta({ id: 'BucketVersion' });
export type BucketVersion = Described<typeof bucketVersionSchema>;

/** A stopped bucket answers no risk. */
export const bucketStopSchema = z.object({ id: z.string(), at: moment, by: personRef, reason: z.string() });

const draftSchema = z.object({
  state: z.enum(['draft', 'pending_review']),
  /** The number of the live version it started from. */
  based_on: z.int(),
  /** From the last submission; empty before. */
  description: z.string(),
  saved_at: moment,
  saved_by: personRef,
  ...content,
  /** The open review. */
  review: z
    .object({
      description: z.string(),
      submitted_at: moment,
      submitted_by: personRef,
      /** The day it goes live; null: as soon as it is approved. */
      live_on: z.iso.date().nullable(),
      /** Since when it is approved and waits for that day. */
      approved_at: moment.nullable(),
      /** Whether it ends the stop of the bucket. */
      restart: z.boolean(),
      /** The earlier day that people are asked to approve while it waits. */
      earlier: z
        .object({ live_on: z.iso.date(), reason: z.string(), asked_at: moment, asked_by: personRef })
        .nullable(),
    })
    .nullable(),
});
export type BucketDraft = Described<typeof draftSchema>;

export const bucketSchema = z
  .object({
    cob: z.string(),
    partner: partnerSchema,
    appetite: z.number(),
    /** The raise that waits for a second person; its proposal is null if the caller may not see it. */
    raise: z.object({ becomes: z.number(), proposal: z.string().nullable() }).nullable(),
    /** Changes with every update; save, submit, reset and cancel send it as If-Match. */
    revision: z.string(),
    status: z.enum(BUCKET_STATUSES),
    header: z.enum(HEADER_STATES).nullable(),
    live: bucketVersionSchema,
    draft: draftSchema.nullable(),
    /** While it is stopped: by whom, when and why. */
    stop: bucketStopSchema.nullable(),
    /** What the caller may do, decided by the server. */
    abilities: z.object({
      edit: z.boolean(),
      submit: z.boolean(),
      reset: z.boolean(),
      discard_review: z.boolean(),
      reschedule: z.boolean(),
      review: z.boolean(),
      stop: z.boolean(),
      restart: z.boolean(),
    }) satisfies z.ZodType<
      ReturnType<typeof bucketAbilities> & ReturnType<typeof submissionAbilities> & ReturnType<typeof stopAbilities>
    >,
  })
  .meta({ id: 'Bucket' });
export type Bucket = Described<typeof bucketSchema>;

export const changeCountsSchema = z.object({
  added: z.int(),
  removed: z.int(),
  updated: z.int(),
  overridden: z.int(),
  reordered: z.int(),
}) satisfies z.ZodType<ChangeCounts>;

/** One bucket in lists and in the matrix. */
export const bucketRowSchema = z
  .object({
    cob: z.string(),
    partner: z.int(),
    appetite: z.number(),
    revision: z.string(),
    status: z.enum(BUCKET_STATUSES),
    stopped: z.boolean(),
    /** Dials of the live version. */
    dials: z.int(),
    live_number: z.int(),
    live_at: moment,
    /** The draft against live, where there is one. */
    draft: z
      .object({ changes: changeCountsSchema, started_at: moment, saved_at: moment, saved_by: personRef })
      .extend({
        /** The drafts that the caller saved together with this one, until they are submitted. */
        set: z
          .object({
            id: z.string(),
            title: z.string(),
            saved_at: moment,
            /** The bucket that the changes were copied from, or the dial they are about. */
            source: z.object({ partner: z.int(), cob: z.string() }).nullable(),
            dial_id: z.string().nullable(),
            /** Whether none of them changed since. */
            can_undo: z.boolean(),
          })
          .nullable(),
        /** While it is in review. */
        review: z
          .object({
            submitted_at: moment,
            submitted_by: personRef,
            /** The day it goes live, once it is approved for it. */
            approved_for: z.iso.date().nullable(),
            /** Only for callers who may view reviews. */
            votes: z
              .object({
                approvals: z.int(),
                rejections: z.int(),
                required: z.int(),
                set: z.object({ id: z.string(), title: z.string() }).nullable(),
              })
              .nullable(),
          })
          .nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'BucketRow' });
export type BucketRow = Described<typeof bucketRowSchema>;

export const bucketVersionRowSchema = bucketVersionSchema
  .omit({ entries: true, notes: true })
  .extend({ dials: z.int() })
  .meta({ id: 'BucketVersionRow' });
export type BucketVersionRow = Described<typeof bucketVersionRowSchema>;

const amount = z.union([z.string(), z.number()]).nullable();
const named = { dial_id: z.string(), name: z.string() };
const whole = { ...named, version: z.int(), position: z.int(), data: dialDataSchema, overrides: valuesSchema };

const move = { before: amount, after: amount };
/** `own`: the change of the dial's own value in the new version, if any. */
export const valueMove = z.object({
  value: valueKey,
  ...move,
  overridden: z.boolean(),
  own: z.object(move).nullable(),
});

const bucketChangeSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('added'), ...whole }),
    z.object({ kind: z.literal('removed'), ...whole }),
    z.object({
      kind: z.literal('updated'),
      ...named,
      before: z.int(),
      after: z.int(),
      changes: z.array(dialChangeSchema),
      /** Changed values whose override stays in effect. */
      kept: z.array(z.object({ value: valueKey, ...move, override: z.union([z.string(), z.number()]) })),
      /** Changed values that are listed as overridden. */
      elsewhere: z.array(valueKey),
    }),
    z.object({ kind: z.literal('overridden'), ...named, version: z.int(), values: z.array(valueMove) }),
    z.object({ kind: z.literal('reordered'), ...named, version: z.int(), from: z.int(), to: z.int() }),
  ])
  .meta({ id: 'BucketChange' }) satisfies z.ZodType<BucketChange>;

/** `before` and `after`: the order of the dials. */
export const bucketChangesSchema = z.object({
  counts: changeCountsSchema,
  changes: z.array(bucketChangeSchema),
  before: z.array(z.string()),
  after: z.array(z.string()),
});

/** The highest values in other live buckets: of the class by any dial, and of all classes by the dials of this bucket. */
export const highestValuesSchema = z
  .object({ of_class: valuesSchema, of_dials: z.array(z.object({ dial_id: z.string(), values: valuesSchema })) })
  .meta({ id: 'HighestValues' }) satisfies z.ZodType<HighestValues>;

/** What a submission says; a set says it once for all its drafts. */
export const submissionSchema = z.strictObject({
  description: z.string().trim().max(BUCKET_LIMITS.description),
  /** The ids of the examples that pass live and break in the draft; a submission names all of them. */
  broken_examples: z
    .array(z.uuid())
    .max(EXAMPLE_LIMITS.perBucket * MAX_SET_BUCKETS)
    .default([]),
  /** The answer to the last rejection; required if the draft was not changed since. */
  reply: z.string().trim().max(COMMENT_LIMIT).default(''),
  /** The UTC day it goes live, tomorrow at the earliest; null: as soon as it is approved. */
  live_on: z.iso.date().nullable().default(null),
  /** Ends the stop of each bucket that is stopped; it needs no other change, and no draft. */
  restart: z.boolean().default(false),
}) satisfies z.ZodType<SubmissionNotes>;
