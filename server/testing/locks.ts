import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';

/** Waits until another session waits for a lock, or has its answer without. */
export async function waitForBlockedSession(db: Db, answered: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = () => void (isOver = true);
  answered.then(end, end);
  while (!isOver) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and a.datname = current_database()) as waiting`.execute(db);
    if (rows[0]?.waiting) return;
  }
}

/** Starts the work while another session holds a lock that it needs; `meanwhile` is what that session does then. */
export async function runBehindLock<T>(
  db: Db,
  locked: RawBuilder<unknown>,
  work: () => Promise<T>,
  meanwhile: (holding: Trx) => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  const holding = await db.startTransaction().execute();
  await locked.execute(holding);
  const answered = work();
  await waitForBlockedSession(db, answered);
  await meanwhile(holding);
  await holding.commit().execute();
  return answered;
}
