import { MAX_USAGE_DAYS } from '#contract/admin-lists.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot, transaction } from '#server/db/transaction.ts';
import { keepUsageOf, listDaysToCount, readUsage, type Span } from './usage.store.ts';

const DAY = 24 * 60 * 60_000;

/** Usage statistics of the collector. Search terms are never sent, so searches are counted by page only. */
export function usageService({ db, now }: Readonly<{ db: Db; now: () => Date }>) {
  /** The last days in UTC, including today. */
  function lastDays(days: number): Span {
    const to = new Date((Math.floor(now().getTime() / DAY) + 1) * DAY);
    return { from: new Date(to.getTime() - days * DAY), to };
  }
  return {
    read: (days: number) => snapshot(db, (trx) => readUsage(trx, lastDays(days))),
    /** Counts the days that have ended, one at a time: no event can be stored meanwhile. */
    async countDays(signal?: AbortSignal): Promise<void> {
      const { from, to } = lastDays(MAX_USAGE_DAYS);
      for (const day of await listDaysToCount(db, { from, to: new Date(to.getTime() - DAY) }))
        if (!signal?.aborted) await transaction(db, (trx) => keepUsageOf(trx, day));
    },
  };
}
