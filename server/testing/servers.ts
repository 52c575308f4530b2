import { compose } from '#server/compose.ts';
import { connect } from '#server/db/connect.ts';
import { createTestApp, type TestApp } from './app.ts';

export type TestServers = Readonly<{
  /** Each time the next of them: callers that follow each other, or come together, meet different servers. */
  next: () => TestApp;
  /** How many requests each of them has had. */
  served: () => readonly number[];
  close: () => Promise<void>;
}>;

type Options = Readonly<{ now?: () => Date; environment?: Record<string, string> }>;

/** Several servers on one database, each with connections of its own, as they run behind a load balancer. */
export async function createTestServers(count: number, options: Options = {}): Promise<TestServers> {
  const { now } = options;
  const base = await createTestApp(options);
  const { config, database } = base;
  const servers: TestApp[] = [];
  const served: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const db = connect({ ...database.config, max: 20 });
    const app = await compose({ config, db, connection: database.config, root: '/nowhere', ...(now && { now }) });
    served[index] = 0;
    app.addHook('onRequest', async () => void (served[index] = (served[index] ?? 0) + 1));
    await app.ready();
    const close = async (): Promise<void> => {
      await app.close();
      await db.destroy();
    };
    servers.push({ ...base, app, database: { ...database, db }, close });
  }
  let turn = 0;
  return {
    next: () => servers[(turn += 1) % count] ?? base,
    served: () => served,
    close: async () => {
      for (const server of servers) await server.close();
      await base.close();
    },
  };
}
