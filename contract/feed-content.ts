import { z } from 'zod';
import { JOURNEYS } from '#domain/dial/dial.ts';
import type { Dimension } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import type { FeedDocument } from '#domain/feed/document.ts';
import { CHANNELS, type Release } from '#domain/feed/release.ts';
import { VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';

/** What the bytes of the feed mean: the payload of a release, and a document. */
const sha256 = z.string().regex(/^[\da-f]{64}$/);
const day = z.iso.date();
const version = { version: z.int().min(0), document: sha256 };

export const releaseSchema = z
  .object({
    format: z.literal(1),
    channel: z.enum(CHANNELS),
    sequence: z.int().min(0),
    previous: sha256.nullable(),
    issued_at: z.iso.datetime(),
    alarm_after_seconds: z.int().min(0),
    meaning: z.object({ conformance: sha256, dimensions: sha256 }),
    partners: z.array(z.int().min(0)).exactOptional(),
    buckets: z.array(
      z.object({
        partner: z.int().min(0),
        cob: z.string(),
        ...version,
        appetite: z.number().min(0),
        stopped: z.boolean(),
        approved: sha256.nullable(),
        submitted: sha256.exactOptional(),
        before: z.object(version).exactOptional(),
        next: z.object({ ...version, from: day, approved: sha256 }).exactOptional(),
      }),
    ),
  })
  .meta({ id: 'FeedRelease' }) satisfies z.ZodType<Release>;

const oneOf = (options: readonly Readonly<{ value: string }>[]) => z.enum(options.map(({ value }) => value));

function dimensionSchema(dimension: Dimension): z.ZodType {
  switch (dimension.kind) {
    case 'intervals':
      return z.string();
    case 'options':
      return z.array(z.string());
    case 'choices':
      return z.array(oneOf(dimension.options));
    case 'one-of':
      return oneOf(dimension.options);
    case 'yes-no':
      return z.boolean();
    default:
      return dimension satisfies never;
  }
}

const dimensions = z.strictObject(
  Object.fromEntries(DIMENSION_KEYS.map((key) => [key, dimensionSchema(dimensionOf(key)).nullable().optional()])),
);

function valueSchema(key: ValueKey): z.ZodType {
  const value = VALUES[key];
  if (value.kind === 'option') return oneOf(value.options);
  return value.unit === 'percent' ? z.number().gt(0).max(100) : z.int().min(1);
}
const values = z.strictObject(Object.fromEntries(VALUE_KEYS.map((key) => [key, valueSchema(key).optional()])));

export const documentSchema = z
  .object({
    format: z.literal(1),
    entries: z.array(
      z.object({
        dial_id: z.string(),
        version: z.int(),
        name: z.string(),
        overrides: values,
        dial: z.object({
          active_from: day.nullable(),
          active_until: day.nullable(),
          journeys: z.array(oneOf(JOURNEYS)),
          dimensions,
          values,
        }),
      }),
    ),
  })
  .meta({ id: 'FeedDocument' });

/** A true document: an engine of this version reads it. */
export const DOCUMENT_EXAMPLE: FeedDocument = {
  format: 1,
  entries: [
    {
      dial_id: '4b3f1c52-7d0a-4f6e-9a55-0d6f2f1f9a10',
      version: 3,
      name: 'Cargo renewals of small companies',
      overrides: { policy_share_cap: 25 },
      dial: {
        active_from: '2026-12-01',
        active_until: null,
        journeys: ['renewal'],
        dimensions: { risk_codes: ['V', 'Q'], is_primary: 'primary', revenue_ranges: '[0,10000000)' },
        values: { max_line: 2_000_000, policy_share_cap: 20 },
      },
    },
    {
      dial_id: '0e8c6a14-52b6-4a6b-8f0d-6a3f6a0f3c77',
      version: 1,
      name: 'Everything else',
      overrides: {},
      dial: {
        active_from: null,
        active_until: null,
        journeys: [],
        dimensions: {},
        values: { max_line: 500_000, ignore_expiring_line: 'maintains' },
      },
    },
  ],
};
