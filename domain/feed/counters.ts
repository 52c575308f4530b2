import type { BucketAddress } from '#domain/event/event.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { Decision } from './rules.ts';

/** How often a dial decided in one version of a bucket. */
export type DialCount = Readonly<{
  dial_id: string;
  version: number;
  took_part: number;
  /** Decisions in which it set at least one value. Clients before 0.2 do not count it. */
  decided?: number;
  /** Left out where it never won. */
  won: { readonly [K in ValueKey]?: number };
  /** The dial that most often won a value that this one would have set. */
  beaten_by: Readonly<{ dial_id: string; times: number }> | null;
}>;

export type DecisionCounts = Readonly<{
  decisions: number;
  nothing_set: number;
  no_max_line: number;
  stopped: number;
  /** Decisions that were also made by the version before, and those of them with other values. */
  compared: number;
  differs: number;
}>;

/** The decisions of one version of a bucket in one hour (UTC, `2026-12-01T09`). */
export type BucketCount = BucketAddress &
  DecisionCounts &
  Readonly<{
    version: number;
    /** The hash of the document that decided. With it no two contents are taken for one version; old clients leave it out. */
    document?: string;
    hour: string;
    dials: readonly DialCount[];
  }>;

/** A batch counts once, however often it is sent. */
export type CounterBatch = Readonly<{
  id: string;
  /** Decisions that the engine could not keep, since its last batch. */
  dropped: number;
  buckets: readonly BucketCount[];
}>;

/** The type of the problem with which a server refuses counts of a version that nobody knows, after it stored the others. */
export const UNKNOWN_VERSION = 'urn:lineslip:problem:unknown-version';

/** What the server reads at once. */
export const BATCH_LIMITS = { buckets: 1000, bytes: 4_000_000 } as const;

const CLOCK_MS = 3_600_000;
const LATE_MS = 90 * 24 * CLOCK_MS;

/**
 * Engines that were away count later, and their clocks differ a little. Other hours count as dropped. `hourMs` and `nowMs`:
 * milliseconds since 1970.
 */
export const isPlausibleHour = (hourMs: number, nowMs: number): boolean =>
  hourMs - nowMs < CLOCK_MS && hourMs - nowMs > -LATE_MS;

type DialTally = {
  version: number;
  took_part: number;
  decided: number;
  won: Map<ValueKey, number>;
  beaten: Map<string, number>;
};
type BucketTally = Omit<BucketCount, 'dials'> & { dials: Map<string, DialTally> };
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export type Counters = Readonly<{
  add: (address: BucketAddress, decision: Decision, hour: string) => void;
  /** Decisions since the last `take`. */
  count: () => number;
  /** Everything counted so far; counting starts again. */
  take: () => readonly BucketCount[];
}>;

export function createCounters(): Counters {
  let tallies = new Map<string, Mutable<BucketTally>>();
  let decisions = 0;

  type Counted = Readonly<{ version: number; document: string | undefined; hour: string }>;
  const tallyOf = ({ partner, cob }: BucketAddress, { version, document, hour }: Counted): Mutable<BucketTally> => {
    const key = `${hour} ${partner} ${cob} ${version} ${document}`;
    const known = tallies.get(key);
    if (known !== undefined) return known;
    const none = { decisions: 0, nothing_set: 0, no_max_line: 0, stopped: 0, compared: 0, differs: 0 };
    const tally = {
      partner,
      cob,
      version,
      ...(document !== undefined && { document }),
      hour,
      ...none,
      dials: new Map<string, DialTally>(),
    };
    tallies.set(key, tally);
    return tally;
  };

  return {
    add(address, { reason, version, document, entries, evaluation, differs }, hour) {
      if (version === undefined) return;
      decisions += 1;
      const tally = tallyOf(address, { version, document, hour });
      tally.decisions += 1;
      if (reason === 'stopped') {
        tally.stopped += 1;
        return;
      }
      if (evaluation.values.max_line === undefined) tally.no_max_line += 1;
      if (Object.keys(evaluation.values).length === 0) tally.nothing_set += 1;
      if (differs !== null) tally.compared += 1;
      if (differs === true) tally.differs += 1;
      for (const [index, { dial_id, miss }] of evaluation.dials.entries()) {
        if (miss !== null) continue;
        const dial = tally.dials.get(dial_id) ?? {
          version: entries[index]?.version ?? 0,
          took_part: 0,
          decided: 0,
          won: new Map(),
          beaten: new Map(),
        };
        dial.took_part += 1;
        tally.dials.set(dial_id, dial);
      }
      const deciding = new Set<DialTally>();
      for (const key of VALUE_KEYS) {
        const outcome = evaluation.values[key];
        if (outcome === undefined) continue;
        const { winner, beaten } = outcome;
        const winning = tally.dials.get(winner.dial_id);
        if (winning !== undefined) {
          winning.won.set(key, (winning.won.get(key) ?? 0) + 1);
          deciding.add(winning);
        }
        for (const { dial_id } of beaten) {
          const losing = tally.dials.get(dial_id)?.beaten;
          losing?.set(winner.dial_id, (losing.get(winner.dial_id) ?? 0) + 1);
        }
      }
      for (const dial of deciding) dial.decided += 1;
    },
    count: () => decisions,
    take() {
      const counted = [...tallies.values()].map(({ dials, ...bucket }) => ({
        ...bucket,
        dials: [...dials].map(([dial_id, { version, took_part, decided, won, beaten }]) => ({
          dial_id,
          version,
          took_part,
          decided,
          won: Object.fromEntries(won),
          beaten_by: mostFrequent(beaten),
        })),
      }));
      tallies = new Map();
      decisions = 0;
      return counted;
    },
  };
}

function mostFrequent(times: ReadonlyMap<string, number>): DialCount['beaten_by'] {
  const [most] = [...times].toSorted(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1));
  return most === undefined ? null : { dial_id: most[0], times: most[1] };
}
