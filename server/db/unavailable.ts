import { codeOf } from '#server/db/error-code.ts';

/**
 * SQLSTATE classes that mean "not now" rather than "invalid": 08 a broken connection, 53 no disk space, memory or
 * connections, 57P a database that is stopping, starting or ending a session.
 */
const UNAVAILABLE_CLASSES = ['08', '53', '57P'];

/** An idle-in-transaction timeout, a read-only database, a failing disk. */
const UNAVAILABLE_STATES = new Set(['25P03', '25006', '58030']);

/** Errors of the driver and its pool that have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|driver has already been destroyed)/;

const NETWORK_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/**
 * Whether a query failed because the database is down, going down or out of space, rather than because of the query. If
 * the commit failed, its outcome is unknown: such work must not be retried.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name with several addresses, like localhost, fails once per address.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseUnavailable);
  const code = codeOf(error);
  if (/^[0-9A-Z]{5}$/.test(code) && 'severity' in error)
    return UNAVAILABLE_STATES.has(code) || UNAVAILABLE_CLASSES.some((start) => code.startsWith(start));
  if ('syscall' in error) return NETWORK_CALLS.has(String(error.syscall));
  return DRIVER_MESSAGES.test(error.message);
}

const CALM_MS = 60_000;

/** Reports a recurring error once, until there was none for a minute, so that the log is not flooded. */
export function oncePerOutage<T extends readonly unknown[]>(
  report: (...error: T) => void,
  now: () => number = Date.now,
): (...error: T) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...error) => {
    const at = now();
    const isNew = at - last >= CALM_MS;
    last = at;
    if (isNew) report(...error);
  };
}
