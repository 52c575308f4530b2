import { Problem } from '#contract/problem.ts';
import { type CounterBatch, isPlausibleHour } from '#domain/feed/counters.ts';
import { CHANNELS } from '#domain/feed/channel.ts';
import { makeEvent } from '#domain/event/event.ts';
import type { EngineStatus } from '#domain/feed/status.ts';
import { type ChangeKit, runChange } from '#server/change/change.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import type { EngineCaller } from './engine.service.ts';
import * as counts from './decision.store.ts';
import * as store from './engine.store.ts';
import { announceFeed } from './feed.release.ts';
import { readSequences } from './feed.store.ts';

type Options = Readonly<{ kit: ChangeKit; alarmSeconds: number }>;

/** What engines report about themselves and their decisions. */
export function engineReports({ kit, alarmSeconds }: Options) {
  const { db, now } = kit;
  const readVersions = counts.createVersionReader();

  /** Returns the rows of versions that nobody knows, by their place in the batch. */
  async function storeBatch(trx: Trx, caller: EngineCaller, batch: CounterBatch): Promise<readonly UnknownRow[]> {
    if (!(await counts.insertBatch(trx, batch.id, caller.id, now()))) return [];
    const at = now();
    const { allowed = [], late = [] } = Object.groupBy(batch.buckets, ({ hour }) =>
      isPlausibleHour(hourMs(hour), at.getTime()) ? 'allowed' : 'late',
    );
    // Candidate engines decide nothing.
    const counting = caller.channel === 'production' ? allowed : [];
    const { partners } = caller;
    const own = partners === null ? counting : counting.filter(({ partner }) => partners.includes(partner));
    const versions = own.length === 0 ? new Map<string, never>() : await readVersions(trx, own);
    const { known = [], unknown = [] } = Object.groupBy(counting, (row) =>
      versions.has(counts.keyOf(row)) ? 'known' : 'unknown',
    );
    await counts.addCounts(trx, known, versions);
    const first = known.length > 0 ? new Date(Math.min(...known.map(({ hour }) => hourMs(hour)))) : null;
    const lost = batch.dropped + sumDecisions(late) + sumDecisions(unknown);
    await store.noteCounters(trx, caller.id, { at, first, lost });
    return unknown.map((row) => ({ row, index: batch.buckets.indexOf(row) }));
  }

  return {
    /** Stores what the engine reports. The first report with a new token ends the one that it replaced. */
    report: (caller: EngineCaller, status: EngineStatus): Promise<void> =>
      transaction(db, async (trx) => {
        const engine = await store.lockEngine(trx, caller.id);
        if (engine === undefined) return;
        const at = now();
        const { sequence, applied_at, source, client, conformance, error } = status;
        await store.updateEngine(trx, caller.id, {
          last_seen_at: at,
          sequence,
          applied_at: applied_at === null ? null : clampMoment(applied_at, at),
          source,
          client,
          conformance: conformance && JSON.stringify(conformance),
          error: error && JSON.stringify(error),
          behind_since:
            sequence === null
              ? (engine.behind_since ?? at)
              : await store.findBehindSince(trx, engine.channel, sequence),
          ...(caller.token === 'current' && { old_token_hash: null, old_token_ends_at: null }),
        });
        if (caller.token === 'current' && engine.old_token_hash !== null)
          await announceFeed(trx, { engine: caller.id });
        const outcome = { engine_id: caller.id, at } as const;
        const { [engine.channel]: newest } = await readSequences(trx);
        if (sequence !== null && sequence !== engine.sequence && sequence <= newest)
          await store.putOutcome(trx, {
            ...outcome,
            sequence,
            outcome: 'applied',
            at: applied_at === null ? at : clampMoment(applied_at, at),
          });
        if (error?.sequence && error.sequence <= newest)
          await store.putOutcome(trx, {
            ...outcome,
            sequence: error.sequence,
            outcome: 'refused',
            message: error.message,
          });
      }),

    /**
     * Stores what a batch counts. What is of a version that nobody knows is counted as dropped in the same transaction, and
     * then refused: sent again, the batch is known and changes nothing.
     */
    async count(caller: EngineCaller, batch: CounterBatch): Promise<void> {
      const unknown = await transaction(db, (trx) => storeBatch(trx, caller, batch));
      if (unknown.length > 0) throw unknownVersions(unknown);
    },

    /** Notifies administrators of engines that have been behind for too long, once until they catch up. */
    alarm: (): Promise<void> =>
      runChange(kit, {
        actor: null,
        work: async ({ trx, now: clock }) => {
          const at = clock();
          const newest = await readSequences(trx);
          for (const channel of CHANNELS) await store.noteBehind(trx, channel, newest[channel]);
          const engines = await store.lockAlarming(trx, new Date(at.getTime() - alarmSeconds * 1000), at);
          const events = engines.map(({ id, name, sequence, channel, behind_since }) =>
            behind_since === null
              ? makeEvent('engine_caught_up', id, { name, sequence: sequence ?? 0 })
              : makeEvent('engine_behind', id, { name, sequence, newest: newest[channel] }),
          );
          for (const { id, behind_since } of engines)
            await store.updateEngine(trx, id, { alarmed_at: behind_since === null ? null : at });
          return { events, at, answer: undefined };
        },
      }),
  };
}

type CountedRow = CounterBatch['buckets'][number];
type UnknownRow = Readonly<{ row: CountedRow; index: number }>;

const sumDecisions = (rows: readonly CountedRow[]): number => rows.reduce((sum, { decisions }) => sum + decisions, 0);

function unknownVersions(unknown: readonly UnknownRow[]): Problem {
  const errors = unknown.map(({ row: { partner, cob, version, document }, index }) => ({
    path: `buckets.${index}.version`,
    message: `Nobody knows version ${version}${document === undefined ? '' : ` with the document ${document}`} of ${partner} ${cob}.`,
  }));
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const lost = sumDecisions(unknown.map(({ row }) => row));
  return new Problem(
    'unknown-version',
    `${errors[0]?.message ?? ''}${more} ${lost} decisions count as dropped; the rest of the batch is stored. Do not send it again.`,
    { errors },
  );
}

const hourMs = (hour: string): number => Date.parse(`${hour}:00:00Z`);

/** The clock of an engine may be wrong: it did not apply anything in the future. */
const clampMoment = (text: string, now: Date): Date => new Date(Math.min(Date.parse(text), now.getTime()));
