import { GROWING_WINDOW_SECONDS } from '#domain/user/sign-in-delay.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { deleteBefore, lockPurge, type PurgedTable } from './operations.store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The identity provider tolerates clock skew of a few seconds, so rows stay a little longer. */
const EXPIRY_MARGIN_MS = 60_000;
/** Engines repeat a batch for as long as they cannot reach the server. */
const BATCH_DAYS = 90;
/** Counters per hour, and the same per day. */
const COUNT_HOURS_DAYS = 90;
const COUNT_DAYS_DAYS = 3 * 366;
/** Small enough not to block anyone. */
const MAX_ROWS_PER_BATCH = 1000;

type Rule = PurgedTable & Readonly<{ keepMs: number }>;

/** Temporary data and its retention. Audit records are not listed: they are kept forever. */
const rulesOf = ({ analyticsDays, notificationDays, webhookDays, signInDays }: Config['retention']): Rule[] => [
  { table: 'analytics_event', column: 'at', keepMs: analyticsDays * DAY_MS },
  // A date is before the day of a moment, so that a day stays counted until its last event is deleted.
  { table: 'usage_day', column: 'day', keepMs: analyticsDays * DAY_MS },
  { table: 'usage_person', column: 'last_day', keepMs: analyticsDays * DAY_MS },
  { table: 'notification', column: 'at', keepMs: notificationDays * DAY_MS },
  { table: 'webhook_delivery', column: 'delivered_at', keepMs: webhookDays * DAY_MS },
  { table: 'sign_in', column: 'at', keepMs: signInDays * DAY_MS },
  { table: 'sign_in_attempt', column: 'at', keepMs: GROWING_WINDOW_SECONDS * 1000 },
  { table: 'oidc_record', column: 'expires_at', keepMs: EXPIRY_MARGIN_MS },
  // The counts stay: this only tells a repeated batch.
  { table: 'decision_batch', column: 'received_at', keepMs: BATCH_DAYS * DAY_MS },
  { table: 'decision_count', column: 'hour', keepMs: COUNT_HOURS_DAYS * DAY_MS },
  { table: 'decision_day', column: 'day', keepMs: COUNT_DAYS_DAYS * DAY_MS },
];

type PurgeOptions = Readonly<{
  db: Db;
  retention: Config['retention'];
  now: Date;
  /** Aborted when the server stops: the rest is deleted next time. */
  signal?: AbortSignal;
  maxRowsPerStep?: number;
}>;

/** Deletes expired data in short transactions, unless another server is already doing so. */
export async function purge(options: PurgeOptions): Promise<void> {
  const { db, retention, now, signal, maxRowsPerStep: limit = MAX_ROWS_PER_BATCH } = options;
  for (const { keepMs, ...rule } of rulesOf(retention)) {
    const before = new Date(now.getTime() - keepMs);
    let deleted: number | undefined = limit;
    while (deleted === limit && !signal?.aborted)
      deleted = await transaction(db, async (trx) =>
        (await lockPurge(trx)) ? deleteBefore(trx, { ...rule, before, limit }) : undefined,
      );
    if (deleted === undefined) return;
  }
}
