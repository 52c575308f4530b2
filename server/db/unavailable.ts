import { codeOf } from '#server/db/engine/engine.files.ts';

/**
 * Classes of SQLSTATE that say "not now" rather than "not like this": 08 a broken connection, 53 no disk space, memory
 * or connection left, 57P a database that is stopping, starting or ending a session.
 */
const UNAVAILABLE_CLASSES = ['08', '53', '57P'];

/** A session that waited too long inside a transaction, a database that became read-only, a disk that fails. */
const UNAVAILABLE_STATES = new Set(['25P03', '25006', '58030']);

/** What the driver and its pool say without a code of their own. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|driver has already been destroyed)/;

const NETWORK_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/**
 * Whether a query failed because the database is away, is going away, or has no room, as opposed to a query that is
 * wrong. When it was the commit that failed, nobody knows whether it happened: such work must not simply run again.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name with several addresses, like localhost, fails once for each of them.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseUnavailable);
  const code = codeOf(error);
  if (/^[0-9A-Z]{5}$/.test(code) && 'severity' in error)
    return UNAVAILABLE_STATES.has(code) || UNAVAILABLE_CLASSES.some((start) => code.startsWith(start));
  if ('syscall' in error) return NETWORK_CALLS.has(String(error.syscall));
  return DRIVER_MESSAGES.test(error.message);
}

const CALM_MS = 60_000;

/** Reports a trouble once, however often it comes back, until there was none for a minute: a log is not flooded by it. */
export function oncePerOutage<T extends readonly unknown[]>(
  report: (...trouble: T) => void,
  now: () => number = Date.now,
): (...trouble: T) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...trouble) => {
    const at = now();
    const isNew = at - last >= CALM_MS;
    last = at;
    if (isNew) report(...trouble);
  };
}
