import { connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from './child-server.ts';
import { addressOf, type TestDatabase } from './database.ts';

/** Opens a port to the test database, for accounts that may not enter its folder. Returns its address. */
export async function openPort(config: TestDatabase['config']): Promise<string> {
  const port = await freePort();
  const relay = createServer((socket) => {
    const database = connect(`${config.host}/.s.PGSQL.${config.port}`);
    for (const end of [socket, database]) end.on('error', () => socket.destroy());
    socket.pipe(database).pipe(socket);
  });
  await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void relay.close());
  return addressOf({ ...config, host: '127.0.0.1', port });
}
