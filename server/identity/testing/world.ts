import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import type { DirectoryPerson } from '#server/identity/directory.ts';
import { mountProvider } from '#server/identity/mount.ts';
import { createProvider, issuerOf } from '#server/identity/provider.ts';
import { freePort } from '#server/testing/child-server.ts';
import { useTestDatabase } from '#server/testing/database.ts';

export const CLIENT_ID = 'lineslip-test';
export const AUDIENCE = 'lineslip api';

/** A real provider on a real port, with a directory and a clock that tests can change. */
export type World = Readonly<{
  url: string;
  issuer: string;
  db: Db;
  people: Map<string, DirectoryPerson>;
  passSeconds(seconds: number): void;
  restart(): Promise<void>;
  stop(): Promise<void>;
}>;

export async function startWorld(db: Db, clientOrigins: readonly string[] = []): Promise<World> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const people = new Map([person('ada', 'Ada Lovelace', ['dials:view']), person('bo', 'Bo <b>Nilsson</b>', [])]);
  let clock = Date.now();
  const start = () =>
    startServer(port, {
      approvals: 2,
      publicUrl: url,
      clientId: CLIENT_ID,
      audience: AUDIENCE,
      clientOrigins: [url, ...clientOrigins],
      directory: { find: async (id) => people.get(id), list: async () => [...people.values()] },
      db,
      securityHeaders: ({ formTargets }) => securityHeaders({ formTargets, https: false }),
      now: () => new Date(clock),
    });
  let app = await start();
  return {
    url,
    issuer: issuerOf(url),
    db,
    people,
    passSeconds: (seconds) => void (clock += seconds * 1000),
    restart: async () => {
      await app.close();
      app = await start();
    },
    stop: () => app.close(),
  };
}

/** One for all tests of a file, with its own database. */
export function useWorld(clientOrigins?: readonly string[]): World {
  const database = useTestDatabase();
  const world = {} as World;
  beforeAll(async () => {
    Object.assign(world, await startWorld(database.db, clientOrigins));
  });
  afterAll(() => world.stop());
  return world;
}

async function startServer(port: number, options: Parameters<typeof createProvider>[0]): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true });
  await mountProvider(app, await createProvider(options), { isTrusted: () => false, bodySeconds: 30, headers: {} });
  await app.listen({ port, host: 'localhost' });
  return app;
}

export function person(id: string, name: string, permissions: readonly string[]): [string, DirectoryPerson] {
  const [given_name = '', family_name = ''] = name.split(' ');
  const email = `${id}@example.test`;
  return [id, { id, name, email, given_name, family_name, permissions, summary: `What ${given_name} does` }];
}
