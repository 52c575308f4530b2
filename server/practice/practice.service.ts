import { type BucketPractice, type DialPractice, MAX_DIAL_BUCKETS } from '#contract/practice.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import {
  describeReporting,
  latestDay,
  listFirstDays,
  PRACTICE_PERIODS,
  type PracticePeriod,
  type Reporting,
  sumDials,
  sumVersions,
  UNUSED_DAYS,
} from '#domain/practice/practice.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { noSuchBucket } from '#server/bucket/bucket.open.ts';
import type { Db } from '#server/db/connect.ts';
import { noSuchDial } from '#server/dial/dial.present.ts';
import { snapshot } from '#server/db/transaction.ts';
import * as store from './practice.store.ts';

const DAY_MS = 86_400_000;
type Sums = Readonly<{ decided: number; decisions: number }>;
const NOT_COUNTED = {
  took_part: 0,
  decided: 0,
  won: Object.fromEntries(VALUE_KEYS.map((key) => [key, 0])) as BucketPractice['dials'][number]['won'],
  days: new Map<string, number>(),
  beaten_by: null,
};

export const presentReporting = ({ since, until, ...reporting }: Reporting): BucketPractice['reporting'] => ({
  ...reporting,
  since: since?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
});

/** The days of a period that ends today, in UTC. */
export function daysOf(period: PracticePeriod, now: Date): Readonly<{ from: string; until: string }> {
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: dayAt(now.getTime() - (period - 1) * DAY_MS), until: dayAt(now.getTime()) };
}

/** What engines did with what is live. */
export function practiceService({ db, now }: Readonly<{ db: Db; now: () => Date }>) {
  /** Once an engine has reported, it has. */
  let hasReported = false;
  return {
    /** Pages leave room for what engines decided only where some report. */
    hasReports: async (): Promise<boolean> => (hasReported ||= await store.hasReports(db)),

    bucket: (address: BucketAddress, period: PracticePeriod): Promise<BucketPractice> =>
      snapshot(db, async (trx) => {
        const bucket = await store.findLiveBucket(trx, address);
        if (bucket === undefined) throw noSuchBucket();
        const range = daysOf(period, now());
        const counted = await store.listCountedDays(trx, [bucket.id], { from: range.from });
        const engines = await store.listReportingEngines(trx, now(), address.partner);
        const reporting = presentReporting(describeReporting(engines, now()));
        const counted_from = latestDay(range.from, reporting.since?.slice(0, 10));
        const firstDays = listFirstDays(await store.listLiveVersions(trx, bucket.id, range.from));
        const totals = sumDials(counted);
        return {
          reporting,
          ...range,
          counted_from,
          days: counted.map(({ day, version, decisions, nothing_set, no_max_line, stopped }) => ({
            day,
            version,
            decisions,
            nothing_set,
            no_max_line,
            stopped,
          })),
          dials: bucket.dial_ids.map((dial_id, index) => {
            const { days, ...total } = totals.get(dial_id) ?? NOT_COUNTED;
            return {
              dial_id,
              counted_from: latestDay(counted_from, firstDays.get(dial_id), bucket.active_from[index]),
              ...total,
              days: [...days].map(([day, decided]) => ({ day, decided })),
            };
          }),
        };
      }),

    reporting: async (): Promise<BucketPractice['reporting']> =>
      presentReporting(describeReporting(await store.listReportingEngines(db, now()), now())),

    /** Replaces `unused` in a filter of dials by the dials that it means: none while engines report for too short. */
    async narrow<Filter extends Readonly<{ unused?: 'yes' | undefined }>>({ unused, ...filter }: Filter) {
      if (unused === undefined) return filter;
      const { from } = daysOf(UNUSED_DAYS, now());
      const { from: lately } = daysOf(PRACTICE_PERIODS[0], now());
      const { since } = describeReporting(await store.listReportingEngines(db, now()), now());
      const isLongEnough = since !== null && since.toISOString().slice(0, 10) <= from;
      return { ...filter, only: new Set(isLongEnough ? await store.listUnusedDials(db, from, lately) : []) };
    },

    /** A dial in all its buckets. */
    dial: (dialId: string, period: PracticePeriod): Promise<DialPractice> =>
      snapshot(db, async (trx) => {
        if (!(await store.hasDial(trx, dialId))) throw noSuchDial();
        const range = daysOf(period, now());
        const buckets = await store.listDialBuckets(trx, dialId, range.from);
        const ids = buckets.map(({ id }) => id);
        const sums = await store.sumDialDecisions(trx, dialId, ids, range.from);
        const reporting = presentReporting(describeReporting(await store.listReportingEngines(trx, now()), now()));
        const byBucket = Map.groupBy(sums, ({ bucket_id }) => bucket_id);
        const sumOf = (rows: readonly Sums[] | undefined, key: keyof Sums) =>
          (rows ?? []).reduce((sum, row) => sum + row[key], 0);
        const counted = buckets.map(({ id, ...bucket }) => ({
          ...bucket,
          decided: sumOf(byBucket.get(id), 'decided'),
          versions: [...sumVersions(byBucket.get(id) ?? [], bucket.version)],
          decisions: sumOf(byBucket.get(id), 'decisions'),
        }));
        const listed = new Set(
          counted.toSorted((a, b) => b.decided - a.decided || b.decisions - a.decisions).slice(0, MAX_DIAL_BUCKETS),
        );
        return {
          reporting,
          ...range,
          counted_from: latestDay(range.from, reporting.since?.slice(0, 10)),
          days: sums.flatMap(({ day, decided }) => (day !== null && decided > 0 ? [{ day, decided }] : [])),
          decided: sumOf(counted, 'decided'),
          decisions: sumOf(counted, 'decisions'),
          in_versions: [...new Set(counted.flatMap(({ versions }) => versions.map(({ version }) => version)))],
          buckets: counted.filter((bucket) => listed.has(bucket)),
          left_off: counted.length - listed.size,
        };
      }),
  };
}
