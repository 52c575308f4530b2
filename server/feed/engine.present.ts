import type { Engine } from '#contract/engine.ts';
import type { ReleaseChange } from '#domain/feed/change.ts';
import { engineState, tokenState } from '#domain/feed/engine.ts';
import type { listOutcomes, StoredEngine } from './engine.store.ts';

const secondsBetween = (from: Date, to: Date): number => Math.max(0, (to.getTime() - from.getTime()) / 1000);

/** Null of a release that was issued before the engine existed: its first fetch says nothing of how fast it is. */
export const secondsUntilApplied = (
  { created_at }: Readonly<{ created_at: Date }>,
  issuedAt: Date | null,
  appliedAt: Date,
): number | null => (issuedAt === null || issuedAt < created_at ? null : secondsBetween(issuedAt, appliedAt));

type Facts = Readonly<{ names: ReadonlyMap<number, string>; newest: number; now: Date }>;

export function presentEngine(row: StoredEngine, { names, newest, now }: Facts): Engine {
  const { applied_at, issued_at, old_token_ends_at, conformance, error, partners } = row;
  const state = engineState(row, newest, now);
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id: row.id,
    name: row.name,
    channel: row.channel,
    partners: partners?.map((number) => ({ number, name: names.get(number) ?? '' })) ?? null,
    created_at: row.created_at.toISOString(),
    created_by: { id: row.created_by, name: row.created_by_name },
    token: {
      tail: row.token_tail,
      state: tokenState(row, now),
      expires_at: row.expires_at.toISOString(),
      old_ends_at: old_token_ends_at !== null && old_token_ends_at > now ? iso(old_token_ends_at) : null,
    },
    state,
    last_seen_at: iso(row.last_seen_at),
    sequence: row.sequence,
    applied_at: iso(applied_at),
    applied_after_seconds: applied_at && secondsUntilApplied(row, issued_at, applied_at),
    behind: row.last_seen_at === null ? 0 : Math.max(0, newest - (row.sequence ?? 0)),
    behind_since: iso(row.behind_since),
    source: row.source === 'snapshot' || row.source === 'server' ? row.source : null,
    client: row.client,
    conformance: conformance && {
      passed: conformance.passed,
      cases: conformance.cases,
      failed: [...conformance.failed],
    },
    error,
    dropped: row.dropped,
  };
}

export const presentChange = ({ total, buckets }: ReleaseChange, names: ReadonlyMap<number, string>) => ({
  total,
  buckets: buckets.map(({ partner, ...change }) => ({
    ...change,
    partner: { number: partner, name: names.get(partner) ?? '' },
  })),
});

type Outcomes = Awaited<ReturnType<typeof listOutcomes>>;

/** An engine that applied a later release ran this one, too, in effect. */
export function allAfter(
  sequence: number,
  issuedAt: Date,
  engines: readonly Readonly<{ id: string; created_at: Date }>[],
  outcomes: Outcomes,
): number | null {
  const times = engines
    .filter(({ created_at }) => created_at <= issuedAt)
    .map(({ id }) => {
      const applied = outcomes.filter(
        (one) => one.engine_id === id && one.outcome === 'applied' && one.sequence >= sequence,
      );
      return applied.length === 0 ? null : Math.min(...applied.map(({ at }) => secondsBetween(issuedAt, at)));
    });
  return times.length === 0 || times.includes(null) ? null : Math.max(...(times as number[]));
}
