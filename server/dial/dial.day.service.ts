import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import * as store from './dial.day.store.ts';
import { dayOf, statusRow } from './dial.row.ts';
import { countUses } from './dial.use.store.ts';

const BATCH = 5000;

/**
 * The list filters by a status that is written down, and a status may end with the day. The first who asks on a new day
 * brings the due ones up to date; whoever asks meanwhile waits for the same work.
 */
export function statusKeeper(db: Db): (today: string) => Promise<void> {
  let keptFor = '';
  let work: Promise<void> | undefined;
  return async (today) => {
    if (keptFor === today) return;
    work ??= refreshStatuses(db, today).finally(() => (work = undefined));
    await work;
    keptFor = today;
  };
}

export async function refreshStatuses(db: Db, today: string): Promise<void> {
  let done = BATCH;
  while (done === BATCH)
    done = await transaction(db, async (trx) => {
      const due = await store.lockDue(trx, today, BATCH);
      await setStatuses(trx, due, today);
      return due.length;
    });
}

/** To be called, in the same transaction, by whoever puts dials into buckets or takes them out. */
export async function dialUseChanged(trx: Trx, dialIds: readonly string[], at: Date): Promise<void> {
  if (dialIds.length === 0) return;
  const rows = await store.lockWindows(trx, dialIds);
  const uses = await countUses(trx, dialIds);
  const used = rows.map((row) => ({ ...row, in_live_bucket: uses.get(row.id)?.inLive ?? false }));
  const changes = used.map(({ id, in_live_bucket: in_live }) => {
    const { buckets = 0, classes = [] } = uses.get(id) ?? {};
    return { id, buckets, classes, in_live };
  });
  await store.setUses(trx, changes);
  await setStatuses(trx, used, dayOf(at));
}

/** A dial that was never published stays a draft, whatever the day. */
async function setStatuses(trx: Trx, rows: readonly store.WindowRow[], today: string): Promise<void> {
  const published = rows.filter(({ published_version }) => published_version !== null);
  const changes = published.map((row) => ({ id: row.id, ...statusRow(row, today, row.in_live_bucket) }));
  await store.setStatuses(trx, changes);
}
