import { z } from 'zod';
import { ENTRY_NOTES, type EntryNote, type EntryNoteKind } from '#domain/bucket/check.ts';
import type { ChangeCounts } from '#domain/bucket/diff.ts';
import { BUCKET_LIMITS, type BucketEntry } from '#domain/bucket/entry.ts';
import type { BucketAbilities } from '#domain/bucket/policy.ts';
import {
  BUCKET_STATUSES,
  type BucketStatus,
  type DraftState,
  HEADER_STATES,
  type HeaderState,
} from '#domain/bucket/state.ts';
import type { BucketChange, ValueMove } from '#domain/bucket/summary.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { DIAL_STATUSES, type DialStatus } from '#domain/dial/status.ts';
import { dialChangeSchema, dialDataSchema, moment, type PersonRef, personRef } from './dial.ts';
import { valueKey, valuesSchema } from './dimension.ts';

/** A class of business by its slug; the address of a bucket is the partner's number and this. */
export const cobSlug = z.string().refine((slug) => findClass(slug) !== undefined, 'There is no such class of business');
export const partnerNumber = z.coerce.number().int().min(1).max(99_999);

export type Partner = Readonly<{ number: number; name: string }>;
export const partnerSchema = z
  .object({ number: z.int(), name: z.string() })
  .meta({ id: 'Partner' }) satisfies z.ZodType<Partner>;

const pin = { dial_id: z.uuid(), version: z.int().min(1).max(1_000_000) };

export const bucketEntrySchema = z
  .strictObject({ ...pin, overrides: valuesSchema.default({}) })
  .meta({ id: 'BucketEntry' }) satisfies z.ZodType<BucketEntry>;

/** The shape alone; what it must mean is `checkEntries` of the domain. A little more than allowed, so that the domain can say so. */
export const bucketContentSchema = z.strictObject({
  entries: z.array(bucketEntrySchema).max(BUCKET_LIMITS.entries * 2),
});

export const pinsSchema = z.strictObject({ pins: z.array(z.strictObject(pin)).max(BUCKET_LIMITS.entries * 4) });

/** A version of a dial as buckets show it. */
export type BucketDial = Readonly<{
  dial_id: string;
  version: number;
  status: DialStatus;
  deleted: boolean;
  data: DialData;
}>;
/** With the newest published version of the dial, where that is a later one. */
export type KnownBucketDial = BucketDial & Readonly<{ newer: BucketDial | null }>;

const bucketDial = {
  ...pin,
  status: z.enum(DIAL_STATUSES),
  deleted: z.boolean(),
  data: dialDataSchema,
};
export const bucketDialSchema = z.object(bucketDial).meta({ id: 'BucketDial' }) satisfies z.ZodType<BucketDial>;
export const knownBucketDialSchema = z
  .object({ ...bucketDial, newer: bucketDialSchema.nullable() })
  .meta({ id: 'KnownBucketDial' }) satisfies z.ZodType<KnownBucketDial>;

/** What may change about a published version: where it is in use, and whether a later one was published. */
export const bucketDialStateSchema = z
  .object({
    ...pin,
    status: z.enum(DIAL_STATUSES),
    deleted: z.boolean(),
    newer: z.object({ version: z.int(), status: z.enum(DIAL_STATUSES) }).nullable(),
  })
  .meta({ id: 'BucketDialState' });
export type BucketDialState = Readonly<z.output<typeof bucketDialStateSchema>>;

const noteKinds = Object.keys(ENTRY_NOTES) as [EntryNoteKind, ...EntryNoteKind[]];
const entryNote = z.object({ dial_id: z.string(), kind: z.enum(noteKinds) }) satisfies z.ZodType<EntryNote>;

export type BucketDraft = Readonly<{
  state: DraftState;
  /** The number of the live version it started from. */
  based_on: number;
  saved_at: string;
  saved_by: PersonRef;
  entries: readonly BucketEntry[];
  /** Said of its dials, by the server's clock. */
  notes: readonly EntryNote[];
  /** The review that was asked for, while it is pending. */
  review: Readonly<{ description: string; submitted_at: string; submitted_by: PersonRef }> | null;
}>;

export type BucketVersion = Readonly<{
  number: number;
  live_at: string;
  /** When the next one took its place. */
  superseded_at: string | null;
  /** Who saved it last before it went live; nobody for the empty first one. */
  saved_by: PersonRef | null;
  description: string;
  entries: readonly BucketEntry[];
  notes: readonly EntryNote[];
}>;

export type Bucket = Readonly<{
  cob: string;
  partner: Partner;
  appetite: number;
  /** Moves with every change of the bucket; save, submit, reset and cancel carry it as If-Match. */
  revision: string;
  status: BucketStatus;
  header: HeaderState | null;
  live: BucketVersion;
  draft: BucketDraft | null;
  /** What the person who asked may do with it now, decided by the server. */
  abilities: BucketAbilities;
}>;

const notes = z.array(entryNote);
const entries = z.array(bucketEntrySchema);

export const bucketVersionSchema = z
  .object({
    number: z.int(),
    live_at: moment,
    superseded_at: moment.nullable(),
    saved_by: personRef.nullable(),
    description: z.string(),
    entries,
    notes,
  })
  .meta({ id: 'BucketVersion' }) satisfies z.ZodType<BucketVersion>;

const draftSchema = z.object({
  state: z.enum(['draft', 'pending_review']),
  based_on: z.int(),
  saved_at: moment,
  saved_by: personRef,
  entries,
  notes,
  review: z.object({ description: z.string(), submitted_at: moment, submitted_by: personRef }).nullable(),
}) satisfies z.ZodType<BucketDraft>;

export const bucketSchema = z
  .object({
    cob: z.string(),
    partner: partnerSchema,
    appetite: z.number(),
    revision: z.string(),
    status: z.enum(BUCKET_STATUSES),
    header: z.enum(HEADER_STATES).nullable(),
    live: bucketVersionSchema,
    draft: draftSchema.nullable(),
    abilities: z.object({
      edit: z.boolean(),
      submit: z.boolean(),
      reset: z.boolean(),
      discard_review: z.boolean(),
      review: z.boolean(),
    }),
  })
  .meta({ id: 'Bucket' }) satisfies z.ZodType<Bucket>;

/** One bucket in lists and in the matrix. */
export type BucketRow = Readonly<{
  cob: string;
  partner: number;
  appetite: number;
  status: BucketStatus;
  /** Dials of the live version. */
  dials: number;
  live_number: number;
  live_at: string;
  /** The draft against live, where there is one. */
  draft: Readonly<{ changes: ChangeCounts; saved_at: string; saved_by: PersonRef }> | null;
}>;

const counts = z.object({
  added: z.int(),
  removed: z.int(),
  updated: z.int(),
  overridden: z.int(),
  reordered: z.int(),
}) satisfies z.ZodType<ChangeCounts>;

export const bucketRowSchema = z
  .object({
    cob: z.string(),
    partner: z.int(),
    appetite: z.number(),
    status: z.enum(BUCKET_STATUSES),
    dials: z.int(),
    live_number: z.int(),
    live_at: moment,
    draft: z.object({ changes: counts, saved_at: moment, saved_by: personRef }).nullable(),
  })
  .meta({ id: 'BucketRow' }) satisfies z.ZodType<BucketRow>;

export const changeCountsSchema = counts;

export type BucketVersionRow = Omit<BucketVersion, 'entries' | 'notes'> & Readonly<{ dials: number }>;
export const bucketVersionRowSchema = bucketVersionSchema
  .omit({ entries: true, notes: true })
  .extend({ dials: z.int() })
  .meta({ id: 'BucketVersionRow' }) satisfies z.ZodType<BucketVersionRow>;

const amount = z.union([z.string(), z.number()]).nullable();
const named = { dial_id: z.string(), name: z.string() };
const whole = { ...named, version: z.int(), position: z.int(), data: dialDataSchema, overrides: valuesSchema };

const valueMove = z.object({
  value: valueKey,
  before: amount,
  after: amount,
  overridden: z.boolean(),
}) satisfies z.ZodType<ValueMove>;

export const bucketChangeSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('added'), ...whole }),
    z.object({ kind: z.literal('removed'), ...whole }),
    z.object({
      kind: z.literal('updated'),
      ...named,
      before: z.int(),
      after: z.int(),
      changes: z.array(dialChangeSchema),
    }),
    z.object({ kind: z.literal('overridden'), ...named, version: z.int(), values: z.array(valueMove) }),
    z.object({ kind: z.literal('reordered'), ...named, version: z.int(), from: z.int(), to: z.int() }),
  ])
  .meta({ id: 'BucketChange' }) satisfies z.ZodType<BucketChange>;

/** The order before and after, for the picture of what moved. */
export const bucketChangesSchema = z.object({
  counts: changeCountsSchema,
  changes: z.array(bucketChangeSchema),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
