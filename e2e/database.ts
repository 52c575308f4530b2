import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { borrowDatabase } from '#server/db/open.ts';
import type { Lineslip } from './server.ts';

/** Looks into, or puts something into, the database of a running product, past all its doors. */
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
