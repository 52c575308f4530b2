import pg from 'pg';

/** Runs one statement on a connection of its own, and gives back its rows. */
export async function execute(config: pg.PoolConfig, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config);
  // A connection that the server breaks also fails its query, and that is where the test sees it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
