import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { readUsage } from './usage.store.ts';

const DAY = 24 * 60 * 60_000;

/** Usage statistics of the collector. Search terms are never sent, so searches are counted by page only. */
export function usageService({ db, now }: Readonly<{ db: Db; now: () => Date }>) {
  return {
    /** The last days in UTC, including today. */
    read(days: number) {
      const to = new Date((Math.floor(now().getTime() / DAY) + 1) * DAY);
      return snapshot(db, (trx) => readUsage(trx, { from: new Date(to.getTime() - days * DAY), to }));
    },
  };
}
