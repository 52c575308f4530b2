import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import * as store from './dial.day.store.ts';
import { dayOf, statusRow } from './dial.row.ts';

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
  const today = dayOf(at);
  const used = await store.lockUses(trx, dialIds);
  const changes = used.map(({ id, buckets, in_live, classes, ...row }) => {
    const { status = null, status_day = null } = statusOf(row, today, in_live) ?? {};
    return { id, buckets, in_live, classes, status, status_day };
  });
  await store.setUses(trx, changes);
}

/** A dial that was never published stays a draft. */
const statusOf = (row: Omit<store.WindowRow, 'id'>, today: string, inLive: boolean) =>
  row.published_version === null ? undefined : statusRow(row, today, inLive);

async function setStatuses(trx: Trx, rows: readonly store.WindowRow[], today: string): Promise<void> {
  const changes = rows.flatMap((row) => {
    const status = statusOf(row, today, row.in_live_bucket);
    return status === undefined ? [] : [{ id: row.id, ...status }];
  });
  await store.setStatuses(trx, changes);
}
