import { expect, test } from 'vitest';
import { freePort, spawnServer } from '#server/testing/child-server.ts';
import { addressOf, useTestDatabase } from '#server/testing/database.ts';

const database = useTestDatabase();

test('DATABASE_APP_URL is recommended in one line if DATABASE_URL signs in as a superuser', async () => {
  const port = String(await freePort());
  const server = spawnServer({ PORT: port, SIGN_IN: 'password', DATABASE_URL: addressOf(database.config) });
  await server.printed(`Lineslip is ready at http://localhost:${port}\n`);
  expect(server.stdout()).toMatch(/^DATABASE_URL signs in as a superuser\. Set DATABASE_APP_URL to give .*\.$/m);
});
