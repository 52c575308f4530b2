import { setInterval } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { type Lineslip, startLineslip } from './server.ts';

/** Queries or changes the database of a running product directly. */
export async function query(lineslip: Lineslip, text: string): Promise<Record<string, unknown>[]> {
  const database = await borrowDatabase(readConfig({ DATA_DIR: lineslip.dataDir }, '/'), () => undefined);
  const client = new pg.Client(database.config);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
    await database.close();
  }
}

/** An empty database next to the one of a running product, as a PostgreSQL administrator would provide it. */
export async function emptyDatabase(lineslip: Lineslip, name: string): Promise<string> {
  await query(lineslip, `create database ${name}`);
  const { config, close } = await borrowDatabase(readConfig({ DATA_DIR: lineslip.dataDir }, '/'), () => undefined);
  await close();
  const { user, password, host, port } = config;
  const secret = encodeURIComponent(String(password ?? ''));
  return `postgres://${user}:${secret}@localhost:${port ?? 5432}/${name}?host=${encodeURIComponent(String(host))}`;
}

/** Starts the product and waits until nothing is generated in the background any more. */
export async function startWithPortfolio(env: Record<string, string> = {}): Promise<Lineslip> {
  const lineslip = await startLineslip(env);
  for await (const _ of setInterval(250)) {
    const isReady = 'select 1 where exists (select from portfolio) and exists (select from decision_day)';
    if ((await query(lineslip, isReady)).length > 0) break;
  }
  return lineslip;
}
