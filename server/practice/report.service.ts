import { MAX_REPORT_ROWS, type MonthlyReport } from '#contract/report.ts';
import { daysOfMonth, findIdleDials, REPORT_ENDS_DAYS } from '#domain/practice/report.ts';
import { describeReporting, sumDials } from '#domain/practice/practice.ts';
import type { Actor } from '#domain/user/person.ts';
import { findClassRecord } from '#server/bucket/class.service.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import type { ImpactView } from '#server/impact/impact.view.ts';
import { presentComparison } from './outcome.service.ts';
import { listOutcomes } from './outcome.store.ts';
import { presentReporting } from './practice.service.ts';
import { listReportingEngines } from './practice.store.ts';
import * as store from './report.store.ts';

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

type Options = Readonly<{ db: Db; now: () => Date; viewOf: (actor: Actor) => ImpactView }>;

/** What happened to the buckets of a class in a month. The number of queries does not grow with the buckets. */
export function reportService({ db, now, viewOf }: Options) {
  return {
    read: (actor: Actor, cob: string, month: string): Promise<MonthlyReport> =>
      snapshot(db, async (trx) => {
        const today = dayOf(now());
        const { from, until: lastDay } = daysOfMonth(month);
        const until = lastDay < today ? lastDay : today;
        const end = new Date(startOf(lastDay).getTime() + DAY_MS);
        const at = end < now() ? end : now();
        const all = await store.listChanges(trx, cob, startOf(from), end);
        const changes = all.slice(0, MAX_REPORT_ROWS);
        const ids = changes.map(({ id }) => id);
        const outcomes = new Map((await listOutcomes(trx, ids)).map((one) => [one.id, one]));
        const entries = await store.listLiveEntries(trx, cob, at);
        const byBucket = Map.groupBy(entries, ({ bucket_id }) => bucket_id);
        const bucketIds = await store.listBucketIds(trx, cob, at);
        const counted = await store.listCountedVersions(trx, bucketIds, { from, until });
        const countedOf = Map.groupBy(counted, ({ bucket_id }) => bucket_id);
        const idle = [...byBucket].flatMap(([bucketId, dials]) => {
          const entryOf = new Map(dials.map((dial) => [dial.dial_id, dial]));
          return findIdleDials(dials, countedOf.get(bucketId) ?? [], until).flatMap((one) => {
            const entry = entryOf.get(one.dial_id);
            return entry === undefined ? [] : [{ ...one, entry }];
          });
        });
        const shownIdle = idle.slice(0, MAX_REPORT_ROWS);
        const idleOf = Map.groupBy(shownIdle, ({ entry }) => entry.bucket_id);
        const totals = new Map(
          [...idleOf].map(([id, dials]) => [
            id,
            sumDials(
              (countedOf.get(id) ?? []).map((version) => ({ ...version, day: until })),
              new Set(dials.map(({ dial_id }) => dial_id)),
            ),
          ]),
        );
        const names = new Map(entries.map(({ dial_id, name }) => [dial_id, name]));
        const ends = listEnds(entries, until);
        const record = await findClassRecord(trx, cob, today);
        const view = viewOf(actor);
        const leftOff = (rows: readonly unknown[]) => Math.max(0, rows.length - MAX_REPORT_ROWS);
        return {
          from,
          until: until < from ? from : until,
          reporting: presentReporting(describeReporting(await listReportingEngines(trx, now()), now())),
          decisions: counted.flatMap(({ days }) => days).reduce((sum, { decisions }) => sum + decisions, 0),
          buckets: bucketIds.length,
          record: {
            owner: record?.owner ?? null,
            next_review: record?.next_review ?? null,
            is_overdue: record?.is_overdue ?? false,
          },
          changes: changes.map(({ id, live_at, ...change }) => {
            const { expected = null, compared = 0, differs = 0 } = outcomes.get(id) ?? {};
            return {
              ...change,
              live_at: live_at.toISOString(),
              ...presentComparison(expected, { compared, differs }, view),
            };
          }),
          idle: shownIdle.map(({ entry: { bucket_id, name, version, partner }, ...one }) => {
            const { took_part = 0, beaten_by = null } = totals.get(bucket_id)?.get(one.dial_id) ?? {};
            return { ...one, name, version, partner, took_part, beaten_by: names.get(beaten_by ?? '') ?? null };
          }),
          ends: ends.slice(0, MAX_REPORT_ROWS),
          left_off: { changes: leftOff(all), idle: leftOff(idle), ends: leftOff(ends) },
        };
      }),
  };
}

/** Live dials that end in the days after this one, the first to end first. */
function listEnds(entries: readonly store.LiveEntry[], day: string): MonthlyReport['ends'] {
  const last = dayOf(new Date(startOf(day).getTime() + REPORT_ENDS_DAYS * DAY_MS));
  const ending = entries.flatMap((entry) =>
    entry.active_until !== null && entry.active_until > day && entry.active_until <= last
      ? [{ ...entry, day: entry.active_until }]
      : [],
  );
  return [...Map.groupBy(ending, ({ dial_id, version }) => `${dial_id} ${version}`).values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const { dial_id, name, version, day: ends } = first;
      return [{ dial_id, name, version, day: ends, partners: [first, ...others].map(({ partner }) => partner) }];
    })
    .toSorted((a, b) => (a.day === b.day ? (a.name < b.name ? -1 : 1) : a.day < b.day ? -1 : 1));
}
