import pg from 'pg';

/** Runs one statement on a new connection, and returns its rows. */
export async function execute(config: pg.PoolConfig, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config);
  // A broken connection fails its query, which the test sees.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
