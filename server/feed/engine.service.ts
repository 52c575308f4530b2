import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Engine, EngineRelease, engineRoutes, FeedRelease, NewEngineToken } from '#contract/engine.ts';
import { Problem } from '#contract/problem.ts';
import type { Answer, Checked } from '#contract/route.ts';
import { makeEvent } from '#domain/event/event.ts';
import { CONFORMANCE_PACK } from '#domain/evaluation/conformance/pack.ts';
import { usualSeconds } from '#domain/feed/engine.ts';
import {
  ENGINE_LIMITS,
  ENGINE_TOKEN_PATTERN,
  ENGINE_TOKEN_PREFIX,
  expiryOf,
  refuseExpiry,
  REPLACED_TOKEN_MS,
} from '#domain/feed/token.ts';
import type { Actor } from '#domain/user/person.ts';
import { ADMIN_EDIT, type ChangeKit, runChange } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot, type Trx } from '#server/db/transaction.ts';
import { cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import { partnerNames } from '#server/partner/partner.service.ts';
import { allAfter, presentChange, presentEngine, secondsUntilApplied } from './engine.present.ts';
import * as store from './engine.store.ts';
import { readHead, readSequences } from './feed.store.ts';
import { announceFeed } from './feed.release.ts';

/** The engine of a request. */
export type EngineCaller = Readonly<{
  id: string;
  channel: 'production' | 'candidate';
  partners: readonly number[] | null;
  expiresAt: Date;
  /** The token that the request came with: the current one, or the one that it replaced. */
  token: 'current' | 'replaced';
}>;
type NewEngine = Checked<typeof engineRoutes.addEngine>['body'];

const TAIL_LENGTH = 4;
const LISTED_RELEASES = 24;
const CASES = Object.values(CONFORMANCE_PACK).flat().length;
const NO_ENGINE = 'There is no such engine.';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
const createToken = (): string => `${ENGINE_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
const positionSchema = z.object({ sequence: z.int32() });

/** The engines that read the feed: their tokens, and what they report. */
export function engineService(kit: ChangeKit) {
  const { db, now } = kit;

  /** The token works until the end of that day. */
  function readExpiry(day: string, at: Date): Date {
    const message = refuseExpiry(day, at.getTime());
    if (message !== null) throw new Problem('invalid-input', message, { errors: [{ path: 'expires_on', message }] });
    return new Date(expiryOf(day));
  }

  async function present(trx: Db, row: store.StoredEngine): Promise<Engine> {
    const [names, head] = [await partnerNames(trx), await readHead(trx, row.channel)];
    return presentEngine(row, { names, newest: head.sequence, now: now() });
  }

  async function requirePresented(trx: Trx, id: string): Promise<Engine> {
    const row = await store.findEngine(trx, id);
    if (row === undefined) throw new Problem('not-found', NO_ENGINE);
    return present(trx, row);
  }

  return {
    list: (): Promise<Answer<typeof engineRoutes.listEngines>> =>
      snapshot(db, async (trx) => {
        const [names, rows] = [await partnerNames(trx), await store.listEngines(trx)];
        const heads = await readSequences(trx);
        const releases = await store.listReleases(trx, 'production', LISTED_RELEASES);
        const counted = rows.filter(
          ({ channel, revoked_at, last_seen_at, expires_at }) =>
            channel === 'production' && revoked_at === null && last_seen_at !== null && expires_at > now(),
        );
        const oldest = releases.at(-1)?.sequence ?? 0;
        const outcomes = await store.listOutcomes(
          trx,
          counted.map(({ id }) => id),
          oldest,
          heads.production,
        );
        const presented = releases.map(({ sequence, issued_at, changed }): FeedRelease => ({
          sequence,
          issued_at: issued_at.toISOString(),
          changed: presentChange(changed, names),
          all_after_seconds: allAfter(sequence, issued_at, counted, outcomes),
        }));
        return {
          now: now().toISOString(),
          current: presented[0] ?? null,
          candidate_sequence: heads.candidate,
          engines: rows.map((row) => presentEngine(row, { names, newest: heads[row.channel], now: now() })),
          releases: presented,
          usual_seconds: usualSeconds(presented.map(({ all_after_seconds }) => all_after_seconds)),
          cases: CASES,
        };
      }),

    releases: (id: string, { cursor, limit }: Paged): Promise<Answer<typeof engineRoutes.listEngineReleases>> =>
      snapshot(db, async (trx) => {
        const engine = await store.findEngine(trx, id);
        if (engine === undefined) throw new Problem('not-found', NO_ENGINE);
        const names = await partnerNames(trx);
        const { sequence: total } = await readHead(trx, engine.channel);
        const before = readCursor(positionSchema, cursor)?.sequence;
        const rows = await store.listReleases(trx, engine.channel, limit + 1, before);
        const outcomes = await store.listOutcomes(trx, [id], rows.at(-1)?.sequence ?? 0, rows[0]?.sequence ?? 0);
        const byOutcome = new Map(outcomes.map((outcome) => [outcome.sequence, outcome]));
        const items = rows.map(({ sequence, issued_at, changed }): EngineRelease => {
          const found = byOutcome.get(sequence);
          const outcome = found?.outcome ?? (sequence > (engine.sequence ?? 0) ? 'waits' : 'skipped');
          return {
            sequence,
            issued_at: issued_at.toISOString(),
            changed: presentChange(changed, names),
            outcome,
            after_seconds: found?.outcome === 'applied' ? secondsUntilApplied(engine, issued_at, found.at) : null,
            message: found?.message ?? '',
          };
        });
        return { ...cutPage(items, limit, ({ sequence }) => ({ sequence })), total };
      }),

    add: (actor: Actor, { name, channel, partners, expires_on }: NewEngine): Promise<NewEngineToken> => {
      const token = createToken();
      const id = randomUUID();
      return runChange<Actor, NewEngineToken | undefined>(kit, {
        actor,
        attempt: { attempt: 'engine_added', id, name },
        needs: ADMIN_EDIT,
        work: async ({ trx, by, now: clock }) => {
          const at = clock();
          const nameKey = name.toLowerCase();
          if (await store.hasName(trx, nameKey)) {
            const message = `There is an engine called ${name}. Choose another name.`;
            throw new Problem('conflict', message, { errors: [{ path: 'name', message }] });
          }
          if ((await store.countEngines(trx)) >= ENGINE_LIMITS.engines)
            throw new Problem('conflict', `There can be ${ENGINE_LIMITS.engines} engines at most.`);
          const known = await partnerNames(trx);
          const unknown = partners.find((number) => !known.has(number));
          if (unknown !== undefined) {
            const message = `There is no partner ${unknown}.`;
            throw new Problem('invalid-input', message, { errors: [{ path: 'partners', message }] });
          }
          const limited = partners.length === 0 ? null : [...new Set(partners)].toSorted((a, b) => a - b);
          await store.insertEngine(trx, {
            id,
            name,
            name_key: nameKey,
            channel,
            partners: limited && JSON.stringify(limited),
            created_at: at,
            created_by: by.id,
            ...storedToken(token, at, readExpiry(expires_on, at)),
          });
          const detail = { name, channel, partners: limited, expires_on };
          return { events: [makeEvent('engine_added', id, detail)], at, answer: undefined };
        },
        finish: async (trx) => ({ engine: await requirePresented(trx, id), token }),
      }) as Promise<NewEngineToken>;
    },

    replaceToken: (actor: Actor, id: string, expires_on: string): Promise<NewEngineToken> => {
      const token = createToken();
      return runChange<Actor, NewEngineToken | undefined>(kit, {
        actor,
        attempt: { attempt: 'engine_token_replaced', id, name: '' },
        needs: ADMIN_EDIT,
        work: async ({ trx, now: clock }) => {
          const engine = await store.lockEngine(trx, id);
          if (engine === undefined) throw new Problem('not-found', NO_ENGINE);
          const at = clock();
          const isValid = engine.revoked_at === null && engine.expires_at > at;
          await store.updateEngine(trx, id, {
            ...storedToken(token, at, readExpiry(expires_on, at)),
            revoked_at: null,
            old_token_hash: isValid ? engine.token_hash : null,
            old_token_ends_at: isValid
              ? new Date(Math.min(at.getTime() + REPLACED_TOKEN_MS, engine.expires_at.getTime()))
              : null,
          });
          await announceFeed(trx, { engine: id });
          const detail = { name: engine.name, expires_on };
          return { events: [makeEvent('engine_token_replaced', id, detail)], at, answer: undefined };
        },
        finish: async (trx) => ({ engine: await requirePresented(trx, id), token }),
      }) as Promise<NewEngineToken>;
    },

    revokeToken: (actor: Actor, id: string): Promise<Engine> =>
      runChange<Actor, Engine | undefined>(kit, {
        actor,
        attempt: { attempt: 'engine_token_revoked', id, name: '' },
        needs: ADMIN_EDIT,
        work: async ({ trx, now: clock }) => {
          const engine = await store.lockEngine(trx, id);
          if (engine === undefined) throw new Problem('not-found', NO_ENGINE);
          const at = clock();
          if (engine.revoked_at !== null) return { events: [], at, answer: undefined };
          await store.updateEngine(trx, id, { revoked_at: at, old_token_hash: null, old_token_ends_at: null });
          await announceFeed(trx, { engine: id });
          return { events: [makeEvent('engine_token_revoked', id, { name: engine.name })], at, answer: undefined };
        },
        finish: (trx) => requirePresented(trx, id),
      }) as Promise<Engine>,

    /** The engine of a token; undefined if it is unknown, expired or revoked. */
    async authenticate(token: string): Promise<EngineCaller | undefined> {
      if (!ENGINE_TOKEN_PATTERN.test(token)) return undefined;
      const hash = hashOf(token);
      const engine = await store.findByToken(db, hash);
      if (engine === undefined || engine.revoked_at !== null) return undefined;
      const isCurrent = isSame(engine.token_hash, hash);
      const expiresAt = isCurrent ? engine.expires_at : engine.old_token_ends_at;
      if (expiresAt === null || expiresAt <= now()) return undefined;
      const { id, channel, partners } = engine;
      return { id, channel, partners, expiresAt, token: isCurrent ? 'current' : 'replaced' };
    },
  };
}

const storedToken = (token: string, at: Date, expires_at: Date) => ({
  token_hash: hashOf(token),
  token_tail: token.slice(-TAIL_LENGTH),
  token_created_at: at,
  expires_at,
});
