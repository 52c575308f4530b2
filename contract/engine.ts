import { z } from 'zod';
import { ENGINE_STATES, TOKEN_STATES } from '#domain/feed/engine.ts';
import { CHANNELS } from '#domain/feed/release.ts';
import { ENGINE_LIMITS } from '#domain/feed/token.ts';
import { partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { pageOf, pageQuery } from './page.ts';
import { type Described, route } from './route.ts';
import { oneLine } from './text.ts';

const channel = z.enum(CHANNELS);
const sequence = z.int().min(0);

/** What a release changed: how many buckets, and the first of them. */
const releaseChangeSchema = z
  .object({
    total: z.int(),
    buckets: z.array(
      z.object({
        partner: partnerSchema,
        cob: z.string(),
        action: z.enum([
          'activated',
          'scheduled',
          'unscheduled',
          'appetite',
          'stopped',
          'restarted',
          'added',
          'review',
        ]),
        /** The version, day or appetite that it has now. */
        became: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ReleaseChange' });
export type ReleaseChanges = Described<typeof releaseChangeSchema>;

const conformanceSchema = z.object({
  passed: z.int(),
  cases: z.int(),
  failed: z.array(z.object({ name: z.string(), expected: z.string(), got: z.string() })),
});

const engineSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    channel,
    /** The partners that it may read; null: all, also later ones. */
    partners: z.array(partnerSchema).nullable(),
    created_at: moment,
    created_by: personRef,
    token: z.object({
      /** Its last four characters. */
      tail: z.string(),
      state: z.enum(TOKEN_STATES),
      expires_at: moment,
      /** The replaced token works until then. */
      old_ends_at: moment.nullable(),
    }),
    state: z.enum(ENGINE_STATES),
    last_seen_at: moment.nullable(),
    /** The release that it runs; null before its first report. */
    sequence: sequence.nullable(),
    applied_at: moment.nullable(),
    /** How long after the release was issued; null where the engine was made later. */
    applied_after_seconds: z.number().nullable(),
    /** How many releases are newer, and since when the first of them. */
    behind: z.int(),
    behind_since: moment.nullable(),
    source: z.enum(['server', 'snapshot']).nullable(),
    client: z.string().nullable(),
    conformance: conformanceSchema.nullable(),
    error: z.object({ sequence: sequence.nullable(), message: z.string(), at: moment }).nullable(),
    /** Decisions that it could not count. */
    dropped: z.int(),
  })
  .meta({ id: 'Engine' });
export type Engine = Described<typeof engineSchema>;

const releaseSchema = z
  .object({
    sequence,
    issued_at: moment,
    changed: releaseChangeSchema,
    /** Until every production engine ran it; null while one does not. */
    all_after_seconds: z.number().nullable(),
  })
  .meta({ id: 'FeedRelease' });
export type FeedRelease = Described<typeof releaseSchema>;

/** Of the sequences of one engine. */
export const ENGINE_RELEASE_OUTCOMES = ['applied', 'refused', 'waits', 'skipped'] as const;
const engineReleaseSchema = z
  .object({
    sequence,
    issued_at: moment,
    changed: releaseChangeSchema,
    /** `waits`: not applied yet. `skipped`: a newer one was applied instead. */
    outcome: z.enum(ENGINE_RELEASE_OUTCOMES),
    /** How long after it was issued; null unless applied, and where the engine was made later. */
    after_seconds: z.number().nullable(),
    message: z.string(),
  })
  .meta({ id: 'EngineRelease' });
export type EngineRelease = Described<typeof engineReleaseSchema>;

const params = z.object({ engineId: z.uuid() });
/** The token is only in this answer: only its hash is stored. */
const newTokenSchema = z.object({ engine: engineSchema, token: z.string() }).meta({ id: 'NewEngineToken' });
export type NewEngineToken = Described<typeof newTokenSchema>;

const required = 'Required';
const expires_on = z.iso.date({
  error: (issue) => (issue.input === undefined ? required : 'Write a day like 2027-02-01'),
});

export const engineRoutes = {
  listEngines: route('GET /api/engines', {
    summary: 'The rating engines that read what is live, what each of them runs, and the newest releases',
    access: 'admin:view',
    answer: z.object({
      /** The time of the server, from which ages are counted. */
      now: moment,
      /** The newest release of production. */
      current: releaseSchema.nullable(),
      /** Of the candidate channel. */
      candidate_sequence: sequence,
      /** By name within the channel, production first. */
      engines: z.array(engineSchema),
      /** The last releases of production, newest first. */
      releases: z.array(releaseSchema),
      /** The median of how long releases took until every production engine ran them. */
      usual_seconds: z.number().nullable(),
      /** How many cases the conformance pack has. */
      cases: z.int(),
    }),
  }),
  listEngineReleases: route('GET /api/engines/:engineId/releases', {
    summary: 'The releases of the engine’s channel, newest first, and what the engine made of each',
    access: 'admin:view',
    params,
    query: pageQuery,
    answer: pageOf(engineReleaseSchema).extend({ total: z.int() }),
    problems: ['not-found'],
  }),
  addEngine: route('POST /api/engines', {
    summary: 'Add an engine. The answer is the only one with its token',
    access: 'admin:edit',
    body: z.strictObject({
      name: oneLine().min(1, required).max(ENGINE_LIMITS.name, `Please use ${ENGINE_LIMITS.name} characters at most`),
      channel,
      partners: z.array(z.int32()).max(200).default([]),
      expires_on,
    }),
    answer: newTokenSchema,
    problems: ['conflict'],
  }),
  replaceEngineToken: route('POST /api/engines/:engineId/token', {
    summary: 'Replace the token. The old one works for an hour, or until the new one is used',
    access: 'admin:edit',
    params,
    body: z.strictObject({ expires_on }),
    answer: newTokenSchema,
    problems: ['not-found', 'conflict'],
  }),
  revokeEngineToken: route('DELETE /api/engines/:engineId/token', {
    summary: 'Revoke the token at once. The engine keeps its last copy and gets nothing new',
    access: 'admin:edit',
    params,
    answer: engineSchema,
    problems: ['not-found', 'conflict'],
  }),
} as const;
