import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import * as store from './dial.day.store.ts';
import { dayOf, statusRow } from './dial.row.ts';
import { countUses } from './dial.use.store.ts';

const BATCH = 5000;

/** The list filters by a stored status, which may end with the day. The first call on a new day updates the due ones. */
export function createStatusRefresher(db: Db): (now: Date) => Promise<void> {
  let refreshedFor = '';
  return async (now) => {
    const today = dayOf(now);
    if (refreshedFor === today) return;
    await refreshStatuses(db, today);
    refreshedFor = today;
  };
}

/** Run before the first request: the database may come from another day, or from another server. */
export async function prepareDials(db: Db, now: Date): Promise<void> {
  await store.markCopiedDials(db);
  await refreshStatuses(db, dayOf(now));
}

async function refreshStatuses(db: Db, today: string): Promise<void> {
  let done = BATCH;
  while (done === BATCH)
    done = await transaction(db, async (trx) => {
      const due = await store.lockDue(trx, today, BATCH);
      await setStatuses(trx, due, today);
      return due.length;
    });
}

/** Call this in the same transaction when dials are added to or removed from buckets. */
export async function updateDialUses(trx: Trx, dialIds: readonly string[], at: Date): Promise<void> {
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

/** A dial that was never published stays a draft. */
async function setStatuses(trx: Trx, rows: readonly store.WindowRow[], today: string): Promise<void> {
  const published = rows.filter(({ published_version }) => published_version !== null);
  const changes = published.map((row) => ({ id: row.id, ...statusRow(row, today, row.in_live_bucket) }));
  await store.setStatuses(trx, changes);
}
