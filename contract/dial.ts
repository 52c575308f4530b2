import { z } from 'zod';
import { type DialData, EMPTY_DIAL, JOURNEYS, LIMITS } from '#domain/dial/dial.ts';
import type { Coming } from '#domain/dial/coming.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import { DIAL_SORTS } from '#domain/dial/list.ts';
import type { DialAbilities } from '#domain/dial/policy.ts';
import { DIAL_STATUSES, type DialStatus, STATUS_TABS, type StatusTab } from '#domain/dial/status.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import type { DialValues } from '#domain/value/registry.ts';
import { dimensionKey as dimension, dimensionsSchema, oneOf, valueKey, valuesSchema } from './dimension.ts';

// They live in the domain so that a screen can read them without the schemas.
export { DIAL_SORTS, type DialSort, MOST_COUNTED } from '#domain/dial/list.ts';

const words = (most: number, each: number) => z.array(z.string().trim().min(1).max(each)).max(most);

/** The shape alone; what it must mean is `checkDial` of the domain, asked by form and server alike. */
export const dialDataSchema = z
  .strictObject({
    name: z.string().max(LIMITS.name),
    description: z.string().max(LIMITS.description).default(EMPTY_DIAL.description),
    tags: words(LIMITS.tags, LIMITS.tag).default([]),
    authors: words(LIMITS.authors, LIMITS.name).default([]),
    journeys: z.array(oneOf(JOURNEYS)).max(JOURNEYS.length).default([]),
    reason: z.string().max(LIMITS.reason).default(EMPTY_DIAL.reason),
    dimensions: dimensionsSchema.default({}),
    values: valuesSchema.default({}),
    active_from: z.string().nullable().default(null),
    active_until: z.string().nullable().default(null),
  })
  .meta({ id: 'DialData' }) satisfies z.ZodType<DialData>;

export type PersonRef = Readonly<{ id: string; name: string }>;
export const personRef = z
  .object({ id: z.string(), name: z.string() })
  .meta({ id: 'PersonRef' }) satisfies z.ZodType<PersonRef>;

export type DialVersionSummary = Readonly<{
  version: number;
  state: 'draft' | 'published';
  status: DialStatus;
  reason: string;
  created_at: string;
  created_by: PersonRef;
  /** Last save of a draft, or the moment of publishing. */
  saved_at: string;
  saved_by: PersonRef;
}>;

const status = z.enum(DIAL_STATUSES);
export const moment = z.iso.datetime();

export const dialVersionSummarySchema = z
  .object({
    version: z.int(),
    state: z.enum(['draft', 'published']),
    status,
    reason: z.string(),
    created_at: moment,
    created_by: personRef,
    saved_at: moment,
    saved_by: personRef,
  })
  .meta({ id: 'DialVersionSummary' }) satisfies z.ZodType<DialVersionSummary>;

export type Dial = Readonly<{
  id: string;
  /** The version whose data this is. */
  version: number;
  state: 'draft' | 'published';
  status: DialStatus;
  /** Of the dial, whichever version this is; save, publish, discard and delete carry it as If-Match. */
  revision: string;
  created_at: string;
  created_by: PersonRef;
  saved_at: string;
  saved_by: PersonRef;
  data: DialData;
  /** Newest first. */
  versions: readonly DialVersionSummary[];
  /** The buckets whose live version or draft holds it. */
  bucket_count: number;
  /** What the person who asked may do with it now, decided by the server. */
  abilities: DialAbilities;
}>;

export const dialSchema = z
  .object({
    id: z.string(),
    version: z.int(),
    state: z.enum(['draft', 'published']),
    status,
    revision: z.string(),
    created_at: moment,
    created_by: personRef,
    saved_at: moment,
    saved_by: personRef,
    data: dialDataSchema,
    versions: z.array(dialVersionSummarySchema),
    bucket_count: z.int(),
    abilities: z.object({
      edit: z.boolean(),
      publish: z.boolean(),
      discard: z.boolean(),
      duplicate: z.boolean(),
      delete: z.boolean(),
    }),
  })
  .meta({ id: 'Dial' }) satisfies z.ZodType<Dial>;

/** One row of the list: the newest published version, or the draft where there is none. */
export type DialRow = Readonly<{
  id: string;
  name: string;
  tags: readonly string[];
  status: DialStatus;
  version: number;
  /** A newer draft beside the published version. */
  draft_version: number | null;
  active_from: string | null;
  active_until: string | null;
  bucket_count: number;
  dimensions: DialDimensions;
}>;

export const dialRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    tags: z.array(z.string()),
    status,
    version: z.int(),
    draft_version: z.int().nullable(),
    active_from: z.string().nullable(),
    active_until: z.string().nullable(),
    bucket_count: z.int(),
    dimensions: dimensionsSchema,
  })
  .meta({ id: 'DialRow' }) satisfies z.ZodType<DialRow>;

const tabs = z.enum(STATUS_TABS);
export const dialFilter = z.object({
  q: z.string().trim().max(200).optional(),
  status: tabs.optional(),
  cob: z.string().max(80).optional(),
  tag: z.string().max(LIMITS.tag).optional(),
  sort: z.enum(DIAL_SORTS).default('name'),
});

/** What was searched for: the words that were typed, or where no dial has one, those that are one typing error away. */
export const searchedWords = z.array(z.string());

export type TabCounts = Readonly<Record<StatusTab | 'all', number>>;
export const tabCounts = z.object({
  all: z.int(),
  draft: z.int(),
  expired: z.int(),
  ready: z.int(),
  upcoming: z.int(),
}) satisfies z.ZodType<TabCounts>;

export type BucketUse = Readonly<{
  cob: string;
  partner: Readonly<{ number: number; name: string }>;
  position: number;
  version: number;
  overrides: DialValues;
  status: 'active' | 'draft' | 'pending_review';
}>;
export const bucketUseSchema = z
  .object({
    cob: z.string(),
    partner: z.object({ number: z.int(), name: z.string() }),
    position: z.int(),
    version: z.int(),
    overrides: valuesSchema,
    status: z.enum(['active', 'draft', 'pending_review']),
  })
  .meta({ id: 'BucketUse' }) satisfies z.ZodType<BucketUse>;

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
export type ComingDial = Coming & Readonly<{ id: string; name: string; bucket_count: number }>;
export const comingDialSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    bucket_count: z.int(),
    kind: z.enum(['starts', 'ends']),
    day: z.iso.date(),
  })
  .meta({ id: 'ComingDial' }) satisfies z.ZodType<ComingDial>;
