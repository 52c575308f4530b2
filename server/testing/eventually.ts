import type pg from 'pg';
import { expect, vi } from 'vitest';
import { execute } from './execute.ts';

/** Repeats a check until it passes, with a timeout for the slowest machine. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 45_000, interval: 20 });

/** Waits until so many sessions of the database, or more, wait for a lock: jobs of a server can be among them. */
export const untilWaiting = (config: pg.PoolConfig, count = 1): Promise<void> =>
  eventually(async () => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect((await execute(config, waiting)).length).toBeGreaterThanOrEqual(count);
  });

/** The message of a StartError; rejects for anything else. */
export const startErrorOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'It was not refused.',
    (error: Error) => (error.name === 'StartError' ? error.message : `Not a StartError: ${error.message}`),
  );
