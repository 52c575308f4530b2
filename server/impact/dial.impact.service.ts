import type { BucketImpact, VersionImpact } from '#contract/impact.ts';
import { Problem } from '#contract/problem.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { updateList } from '#domain/bucket/update.ts';
import { listListsToUpdate } from '#server/bucket/bucket.version.service.ts';
import type { Db } from '#server/db/connect.ts';
import { findPinnedData } from '#server/dial/dial.pin.service.ts';
import { dataOf } from '#server/dial/dial.present.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import type { PortfolioSource } from './impact.service.ts';
import type { Measuring } from './measuring.ts';
import { rateEntries } from './rated.ts';

/** Buckets that are measured for one question: more are said to be there. */
export const MAX_BUCKETS = 300;

type Options = Readonly<{ db: Db; now: () => Date; portfolios: PortfolioSource; measuring: Pick<Measuring, 'ask'> }>;

/** What another version of a dial would do, bucket by bucket. */
export function dialImpactService({ db, now, portfolios, measuring }: Options) {
  return {
    /**
     * Each bucket is a job of its own, and the next is only asked for when the one before is done: whoever edits meanwhile
     * waits for one bucket at most, and nothing is measured any more for a caller who has gone.
     */
    async measure(dialId: string, version: number, signal: AbortSignal): Promise<VersionImpact> {
      const data = await dataOf(db, dialId, version);
      const portfolio = await portfolios.used();
      if (portfolio === undefined) return { state: 'no-portfolio' };
      const found = await listListsToUpdate(db, { dialId, version, limit: MAX_BUCKETS + 1 });
      const lists = found.slice(0, MAX_BUCKETS);
      const known = await findPinnedData(
        db,
        lists.flatMap(({ entries }) => entries),
      );
      // The version itself may be a draft, which no bucket can hold.
      const rate = (entries: BucketEntries) =>
        JSON.stringify(
          rateEntries(entries, (pin) => (pin.dial_id === dialId && pin.version === version ? data : known(pin))).rated,
        );
      const day = dayOf(now());
      const filesOf = createFilesReader((cob) => portfolios.files(portfolio.id, cob));
      const buckets: BucketImpact[] = [];
      for (const { partner, cob, entries } of lists) {
        if (signal.aborted) throw new Problem('unavailable', 'Nobody waits for this any more.');
        const files = await filesOf(cob);
        const held = entries.find(({ dial_id }) => dial_id === dialId)?.version ?? 0;
        const after = updateList(entries, dialId, { version, own: data.values });
        const count =
          files.length === 0
            ? { all: NOTHING, changed: NOTHING }
            : await measuring.ask({ wants: 'count', files, day, before: rate(entries), after: rate(after) });
        buckets.push({ partner, cob, version: held, ...count });
      }
      return { state: 'measured', portfolio, day, buckets, more: found.length > MAX_BUCKETS };
    },
  };
}

const NOTHING = { risks: 0, premium: null };

/** Buckets come class by class, so that the files of one class are looked for once. */
function createFilesReader(read: (cob: string) => Promise<readonly string[]>) {
  let last: Readonly<{ cob: string; files: readonly string[] }> | undefined;
  return async (cob: string): Promise<readonly string[]> => {
    last = last?.cob === cob ? last : { cob, files: await read(cob) };
    return last.files;
  };
}
