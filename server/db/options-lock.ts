import { sql } from 'kysely';

/** A lock key that nothing else in this database uses. */
const OPTIONS_LOCK = sql`hashtextextended('reference_option', 0)`;

/** For any query of a transaction: an exclusive lock waits until it ends. */
export const SHARE_OPTIONS = sql<string>`pg_advisory_xact_lock_shared(${OPTIONS_LOCK})`;

/** Waits for all shared locks, and blocks others until the transaction ends. */
export const LOCK_OPTIONS = sql<string>`pg_advisory_xact_lock(${OPTIONS_LOCK})`;
