import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { compose } from '#server/compose.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { createTestApp, type TestApp } from './app.ts';

type Options = Readonly<{ now?: () => Date; environment?: Record<string, string> }>;

/**
 * Several servers on one database for all tests of a file, each with its own connections, as behind a load balancer:
 * `app` returns the next one each time. `served` counts the requests of each.
 */
export function useTestServers(count: number, options: Options = {}): TestApp & { served: readonly number[] } {
  const served: number[] = [];
  const apps: TestApp['app'][] = [];
  const closers: (() => Promise<void>)[] = [];
  const servers = {} as TestApp;
  let turn = 0;
  beforeAll(async () => {
    const base = await createTestApp(options);
    Object.assign(servers, base);
    Object.defineProperty(servers, 'app', { get: () => apps[(turn += 1) % count] });
    closers.push(base.close);
    for (let index = 0; index < count; index += 1) {
      const { config, database, now } = base;
      const db = connect({ ...database.config, max: 20 });
      const { app } = await compose({ config, db, connection: database.config, root: '/nowhere', now });
      served[index] = 0;
      app.addHook('onRequest', async () => void (served[index] = (served[index] ?? 0) + 1));
      await app.ready();
      apps.push(app);
      closers.push(async () => {
        await app.close();
        await db.destroy();
      });
    }
  });
  afterEach(async ({ task: { name, result } }) => {
    if (result?.state === 'fail') await printActivity(servers.database.db, name);
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });
  return Object.assign(servers, { served });
}

/** What the connections did when a test failed: a race that hangs is rare, and cannot be repeated at will. */
async function printActivity(db: Db, test: string): Promise<void> {
  const { rows } = await sql`select pid, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
    now() - state_change as since, left(query, 120) as query
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  console.error(test, rows);
}
