import { afterAll, beforeAll } from 'vitest';
import { compose } from '#server/compose.ts';
import { connect } from '#server/db/connect.ts';
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
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });
  return Object.assign(servers, { served });
}
