import { z } from 'zod';
import { BATCH_LIMITS, type CounterBatch } from '#domain/feed/counters.ts';
import type { FeedKeys } from '#domain/feed/keys.ts';
import { CHANNELS, FEED_BULK } from '#domain/feed/release.ts';
import type { EngineStatus } from '#domain/feed/status.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import { cobSlug } from './bucket.ts';
import { documentSchema, releaseSchema } from './feed-content.ts';
import { sentMoment } from './moment.ts';
import type { Route } from './route.ts';

const channel = z.object({ channel: z.enum(CHANNELS) });
const sha256 = z.string().regex(/^[\da-f]{64}$/, 'This is no SHA-256');
const sequence = z.int32().min(0).nullable();
const count = z.int().min(0).max(1_000_000_000);
const text = (most: number) => z.string().max(most);

const keysSchema = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
        channel: z.enum(CHANNELS),
        endorsed_by: z.string().exactOptional(),
        endorsement: z.string().exactOptional(),
      }),
    ),
  })
  .meta({ id: 'FeedKeys' }) satisfies z.ZodType<FeedKeys>;

export const engineStatusSchema = z
  .strictObject({
    sequence,
    applied_at: sentMoment().nullable(),
    source: z.enum(['server', 'snapshot']),
    client: text(40),
    conformance: z
      .strictObject({
        pack: text(64),
        cases: count,
        passed: count,
        failed: z.array(z.strictObject({ name: text(300), expected: text(500), got: text(500) })).max(20),
      })
      .nullable(),
    error: z.strictObject({ sequence, message: text(1000), at: sentMoment() }).nullable(),
  })
  .meta({ id: 'EngineStatus' }) satisfies z.ZodType<EngineStatus>;

const won = z.strictObject(
  Object.fromEntries(VALUE_KEYS.map((key) => [key, count.exactOptional()])) as Record<
    ValueKey,
    z.ZodExactOptional<typeof count>
  >,
);
export const counterBatchSchema = z
  .strictObject({
    id: z.uuid(),
    dropped: count,
    buckets: z
      .array(
        z.strictObject({
          partner: z.int32(),
          cob: cobSlug,
          version: z.int32().min(1),
          document: sha256.exactOptional(),
          hour: z.string().regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3])$/, 'Write an hour like 2026-12-01T09'),
          decisions: count,
          nothing_set: count,
          no_max_line: count,
          stopped: count,
          compared: count,
          differs: count,
          dials: z
            .array(
              z.strictObject({
                dial_id: z.uuid(),
                version: z.int32().min(1),
                took_part: count,
                decided: count.exactOptional(),
                won,
                beaten_by: z.strictObject({ dial_id: z.uuid(), times: count }).nullable(),
              }),
            )
            .max(500),
        }),
      )
      .max(BATCH_LIMITS.buckets)
      .refine(
        (buckets) =>
          new Set(
            buckets.map(({ partner, cob, version, document, hour }) =>
              [partner, cob, version, document, hour].join(' '),
            ),
          ).size === buckets.length,
        'Count each version of a bucket once an hour',
      ),
  })
  .meta({ id: 'CounterBatch' }) satisfies z.ZodType<CounterBatch>;

/** Routes for engines. They are no part of the typed client: the server registers them by hand, and documents them here. */
export const feedRoutes = {
  readRelease: {
    method: 'GET',
    path: '/feed/v1/:channel',
    summary:
      'The newest release as a compact JWS. Answers 304 to a matching If-None-Match; Prefer: wait=30 holds the request until there is a newer one',
    access: 'engine',
    params: channel,
    mediaType: 'application/jose',
    revalidates: true,
    waits: true,
    payload: releaseSchema,
    answer: z.string(),
    problems: ['not-allowed'],
  },
  streamReleases: {
    method: 'GET',
    path: '/feed/v1/:channel/events',
    summary: 'The sequence of the newest release, and of each newer one, as server-sent events',
    access: 'engine',
    params: channel,
    streams: true,
    answer: z.object({ sequence: z.int() }),
    problems: ['not-allowed', 'too-many-requests'],
  },
  readDocument: {
    method: 'GET',
    path: '/feed/v1/documents/:hash',
    summary:
      'A bucket version by the SHA-256 of its bytes. The conformance pack and the list of dimensions, which meaning of a release names, are documents, too',
    access: 'engine',
    params: z.object({ hash: sha256 }),
    answer: documentSchema,
    problems: ['not-found'],
  },
  readDocuments: {
    method: 'POST',
    path: '/feed/v1/documents',
    summary:
      'Several documents by their hashes, each as the text of its bytes: as many as fit into one answer, in the order of the request. Ask for the rest again; what the newest release does not name is left out',
    access: 'engine',
    body: z.strictObject({ documents: z.array(sha256).min(1).max(FEED_BULK.documents) }),
    answer: z.object({ documents: z.array(z.object({ hash: sha256, content: z.string() })) }),
    problems: ['too-many-requests'],
  },
  readKeys: {
    method: 'GET',
    path: '/feed/v1/keys',
    summary: 'The public keys as a JSON Web Key Set: the current ones, and previous ones for 30 days',
    access: 'engine',
    answer: keysSchema,
  },
  reportStatus: {
    method: 'PUT',
    path: '/feed/v1/status',
    summary: 'What the engine runs',
    access: 'engine',
    body: engineStatusSchema,
    isReport: true,
    answer: z.null(),
  },
  reportDecisions: {
    method: 'POST',
    path: '/feed/v1/decisions',
    summary:
      'What the engine decided since its last batch. A batch with a known id counts once. Counts of a version that nobody knows are refused with 400 (unknown-version) and counted as dropped, while the others of the batch are stored: it is not sent again',
    access: 'engine',
    body: counterBatchSchema,
    maxBodyBytes: BATCH_LIMITS.bytes,
    isReport: true,
    answer: z.null(),
    problems: ['unknown-version', 'too-many-requests'],
  },
} as const satisfies Readonly<Record<string, Route>>;
