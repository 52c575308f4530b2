import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Db } from './connect.ts';
import { codeOf } from '#server/db/error-code.ts';
import type { Schema } from './schema.ts';

export type Trx = Transaction<Schema>;

const ATTEMPTS = 6;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/**
 * Runs the work in one transaction. Retries after serialisation failures and deadlocks, so the work must have no effect
 * outside the transaction.
 */
export async function transaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = codeOf(error);
      if ((code !== SERIALIZATION_FAILURE && code !== DEADLOCK) || attempt === ATTEMPTS) throw error;
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** A read-only snapshot: does not see later commits. */
export function snapshot<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}
