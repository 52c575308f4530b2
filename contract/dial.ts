import { z } from 'zod';
import { checkDays, checkFields } from '#domain/dial/check.ts';
import { type DialData, EMPTY_DIAL, JOURNEYS, LIMITS } from '#domain/dial/dial.ts';
import { type Coming, DIAL_STATUSES, STATUS_TABS, type StatusTab, VERSION_STATUSES } from '#domain/dial/status.ts';
import type { DialUse } from '#domain/dial/use.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import { DIAL_SORTS } from '#domain/dial/list.ts';
import type { DialAbilities } from '#domain/dial/policy.ts';
import { dimensionKey as dimension, dimensionsSchema, oneOf, valueKey, valuesSchema } from './dimension.ts';
import type { Described } from './route.ts';
import { withRules } from './rules.ts';

const journeysSchema = z.array(oneOf(JOURNEYS)).max(JOURNEYS.length);
const words = (most: number, each: number) => z.array(z.string().trim().min(1).max(each)).max(most);

/** The shape only; `checkDial` validates the rest, in form and server. */
export const dialDataSchema = z
  .strictObject({
    name: z.string().max(LIMITS.name),
    description: z.string().max(LIMITS.description).default(EMPTY_DIAL.description),
    tags: words(LIMITS.tags, LIMITS.tag).default([]),
    authors: words(LIMITS.authors, LIMITS.name).default([]),
    journeys: journeysSchema.default([]),
    reason: z.string().max(LIMITS.reason).default(EMPTY_DIAL.reason),
    dimensions: dimensionsSchema.default({}),
    values: valuesSchema.default({}),
    active_from: z.string().nullable().default(null),
    active_until: z.string().nullable().default(null),
  })
  .meta({ id: 'DialData' }) satisfies z.ZodType<DialData>;

/** In responses and exports. */
export const dialWithIdSchema = dialDataSchema.extend({ dial_id: z.uuid() }).meta({ id: 'DialWithId' });

/** In requests: accepts what was read. */
export const dialInputSchema = withRules(
  dialDataSchema.extend({ dial_id: z.uuid().optional() }),
  (data) => [...checkFields(data), ...checkDays(data, new Date().toISOString().slice(0, 10))],
  EMPTY_DIAL as never,
).meta({ id: 'DialInput' });
export type DialInput = z.output<typeof dialInputSchema>;

export const personRef = z.object({ id: z.string(), name: z.string() }).meta({ id: 'PersonRef' });
export type PersonRef = Described<typeof personRef>;

export const moment = z.iso.datetime();
/**
 * `status` of this version: active only if a live bucket contains it. `saved_at`: the last save of a draft, or the time of
 * publication.
 */
const version = {
  version: z.int(),
  state: z.enum(['draft', 'published']),
  status: z.enum(VERSION_STATUSES),
  created_at: moment,
  created_by: personRef,
  saved_at: moment,
  saved_by: personRef,
};

const dialVersionSummarySchema = z.object({ ...version, reason: z.string() }).meta({ id: 'DialVersionSummary' });
export type DialVersionSummary = Described<typeof dialVersionSummarySchema>;

const versionUses = z.array(z.object({ version: z.int(), buckets: z.int() }));

export const dialSchema = z
  .object({
    id: z.string(),
    ...version,
    /** Of the dial, as in the list, where the newest published version is shown; else of the version. */
    status: z.enum(VERSION_STATUSES),
    /** Of the dial, not the version; save, publish, discard and delete send it as If-Match. */
    revision: z.string(),
    data: dialWithIdSchema,
    /** Newest first. */
    versions: z.array(dialVersionSummarySchema),
    /** Buckets that contain it, live or in their draft. */
    bucket_count: z.int(),
    /** The same by version, newest first. */
    use: z.object({ live: versionUses, drafts: versionUses }) satisfies z.ZodType<DialUse>,
    /** What the caller may do, decided by the server. */
    abilities: z.object({
      edit: z.boolean(),
      publish: z.boolean(),
      discard: z.boolean(),
      duplicate: z.boolean(),
      delete: z.boolean(),
    }) satisfies z.ZodType<DialAbilities>,
  })
  .meta({ id: 'Dial' });
export type Dial = Described<typeof dialSchema>;

/** A list row: the newest published version, or else the draft. */
export const dialRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    tags: z.array(z.string()),
    /** Of the dial: active if a live bucket contains any version. */
    status: z.enum(DIAL_STATUSES),
    version: z.int(),
    /** The open draft of a published dial. */
    draft_version: z.int().nullable(),
    active_from: z.string().nullable(),
    active_until: z.string().nullable(),
    /** Buckets that contain it, live or in their draft. */
    bucket_count: z.int(),
    in_live_bucket: z.boolean(),
    /** Without a class of its own; sorted last when filtered by class. */
    for_every_class: z.boolean(),
    /** Whether the caller may change or start a draft. */
    editable: z.boolean(),
    dimensions: dimensionsSchema,
    journeys: journeysSchema,
    values: valuesSchema,
  })
  .meta({ id: 'DialRow' });
export type DialRow = Described<typeof dialRowSchema>;

const tabs = z.enum(STATUS_TABS);
export const dialFilter = z.object({
  q: z.string().trim().max(200).optional(),
  status: tabs.optional(),
  cob: z.string().max(80).optional(),
  tag: z.string().max(LIMITS.tag).optional(),
  author: z.string().max(LIMITS.name).optional(),
  /** Live for 90 days in buckets that engines decided with, and no decision used it. */
  unused: z.literal('yes').optional(),
  sort: z.enum(DIAL_SORTS).default('name'),
});

/** The search words after typo correction. */
export const searchedWords = z.array(z.string());

export const tabCounts = z.object({
  all: z.int(),
  active: z.int(),
  /** Includes drafts of published dials. */
  draft: z.int(),
  expired: z.int(),
  ready: z.int(),
  upcoming: z.int(),
}) satisfies z.ZodType<Record<StatusTab | 'all', number>>;
export type TabCounts = Described<typeof tabCounts>;

export const bucketUseSchema = z
  .object({
    cob: z.string(),
    partner: z.object({ number: z.int(), name: z.string() }),
    position: z.int(),
    version: z.int(),
    overrides: valuesSchema,
    status: z.enum(['active', 'draft', 'pending_review']),
  })
  .meta({ id: 'BucketUse' });
export type BucketUse = Described<typeof bucketUseSchema>;

const notation = z.string().nullable();
const choice = z.union([z.string(), z.boolean()]).nullable();
const amount = z.union([z.string(), z.number()]).nullable();
const sets = { added: z.array(z.string()), removed: z.array(z.string()), kept: z.array(z.string()) };

export const dialChangeSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('text'),
      field: z.enum(['name', 'description', 'reason', 'active_from', 'active_until']),
      before: notation,
      after: notation,
    }),
    z.object({ kind: z.literal('list'), field: z.enum(['tags', 'authors', 'journeys']), ...sets }),
    z.object({ kind: z.literal('options'), dimension, before: z.boolean(), after: z.boolean(), ...sets }),
    z.object({
      kind: z.literal('intervals'),
      dimension,
      before: notation,
      after: notation,
      gained: z.string(),
      lost: z.string(),
    }),
    z.object({ kind: z.literal('choice'), dimension, before: choice, after: choice }),
    z.object({ kind: z.literal('value'), value: valueKey, before: amount, after: amount }),
  ])
  .meta({ id: 'DialChange' }) satisfies z.ZodType<DialChange>;

/** A published dial that starts or ends soon. */
export const comingDialSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    bucket_count: z.int(),
    kind: z.enum(['starts', 'ends']),
    day: z.iso.date(),
  })
  .meta({ id: 'ComingDial' }) satisfies z.ZodType<Coming>;
export type ComingDial = Described<typeof comingDialSchema>;
