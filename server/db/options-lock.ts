import { sql } from 'kysely';

/** Any number that nothing else in this database locks by. */
const OPTIONS_LOCK = sql`hashtextextended('reference_option', 0)`;

/** Asked in any question of a transaction: until that one ends, whoever holds the options waits for it. */
export const SHARE_OPTIONS = sql<string>`pg_advisory_xact_lock_shared(${OPTIONS_LOCK})`;

/** Waits for everyone who shares them, and keeps others waiting until the transaction ends. */
export const HOLD_OPTIONS = sql<string>`pg_advisory_xact_lock(${OPTIONS_LOCK})`;
