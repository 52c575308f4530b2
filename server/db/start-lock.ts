import pg from 'pg';
import { asOwner, type DatabaseConfig } from './connect.ts';

const START_LOCK = 7_153_220_004;

/**
 * Servers that start together on one database set it up one after the other. Without a time limit, unlike an ordinary
 * query: whoever comes second waits until the first has finished, however large its migration is.
 */
export async function setUpAlone<T>(config: DatabaseConfig, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...asOwner(config), application_name: 'lineslip start', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${START_LOCK})`);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
