import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { listen } from './listen.ts';

test('a listener asks for its database again and again until it is there, and whenever it went away', async () => {
  const engine = inject('testEngine').config;
  const database = `test_${randomBytes(6).toString('hex')}`;
  const config = { ...engine, database };
  let [lost, connected] = [0, 0];
  const messages: string[] = [];
  const listener = listen(config, {
    subscriptions: ['first', 'second'].map((channel) => ({
      channel,
      onMessage: (message) => void messages.push(`${channel} ${message}`),
      onConnected: () => void (connected += 1),
    })),
    onLost: () => void (lost += 1),
  });
  onTestFinished(async () => {
    await listener.close();
    await execute(engine, `drop database if exists ${database} with (force)`);
  });
  await listener.started;
  await eventually(() => expect(lost).toBeGreaterThan(2));
  for (let time = 1; time <= 2; time += 1) {
    await execute(engine, `create database ${database}`);
    await eventually(() => expect(connected).toBe(2 * time));
    messages.length = 0;
    for (const channel of ['first', 'second']) await execute(config, `notify ${channel}, 'news'`);
    await eventually(() => expect(messages).toEqual(['first news', 'second news']));
    const before = lost;
    await execute(engine, `drop database ${database} with (force)`);
    await eventually(() => expect(lost).toBeGreaterThan(before + 1));
  }
});

const database = useTestDatabase();

test('a listener whose connection breaks without a word notices it, and connects again', async () => {
  const { host, port } = database.config;
  const open: Socket[] = [];
  const proxy = createServer((socket) => {
    const behind = connect(`${host}/.s.PGSQL.${port}`);
    socket.pipe(behind).pipe(socket);
    open.push(socket, behind);
    for (const one of [socket, behind]) one.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  let [lost, connected] = [0, 0];
  const there = { ...database.config, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port };
  const listener = listen(there, {
    subscriptions: [{ channel: 'news', onMessage: () => undefined, onConnected: () => void (connected += 1) }],
    onLost: () => void (lost += 1),
    checks: { everyMs: 10, timeoutMs: 1000 },
  });
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await listener.close();
    proxy.close();
  });
  await eventually(() => expect(connected).toBe(1));
  for (let time = 1; time <= 2; time += 1) {
    const before = { lost, connected };
    // Nothing arrives on either side any more, and nobody closes anything.
    for (const socket of open) socket.unpipe().pause();
    await eventually(() => expect(lost).toBeGreaterThan(before.lost));
    await eventually(() => expect(connected).toBeGreaterThan(before.connected));
  }
});
