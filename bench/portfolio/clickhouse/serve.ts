import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * `node bench/portfolio/clickhouse/serve.ts <command>`: runs a command with a ClickHouse, whose address is in
 * CLICKHOUSE_URL. If that is already set, it is used as it is. Otherwise the library `chdb` emulates ClickHouse's HTTP
 * interface or, if it cannot be loaded, an installed clickhouse-server is started. Both use a temporary database.
 */
type Session = Readonly<{ query: (statement: string, format: string) => string; cleanup: () => void }>;
type Chdb = Readonly<{ Session: new (path: undefined, options: { connectionArgs: readonly string[] }) => Session }>;

const [command = '', ...args] = process.argv.slice(2);
const configured = process.env['CLICKHOUSE_URL'];

const run = (url: string): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, CLICKHOUSE_URL: url } });
    child.once('error', ({ message }) => {
      console.error(message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });

function openChdb(): Session | undefined {
  try {
    const { Session } = createRequire(import.meta.url)('chdb') as Chdb;
    return new Session(undefined, { connectionArgs: ['--max_query_size=200000000', '--max_threads=1'] });
  } catch {
    return undefined;
  }
}

async function serve(session: Session): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'chdb-'));
  let files = 0;
  /** The library only accepts text statements, so binary rows are read from a file. */
  const answer = async (statement: string | null, body: Buffer, format: string): Promise<string> => {
    const [, table] = /^INSERT INTO (\w+) FORMAT RowBinary$/.exec(statement ?? '') ?? [];
    if (table === undefined)
      return session.query(statement === null ? body.toString() : `${statement}\n${body.toString()}`, format);
    const columns = session
      .query(`DESCRIBE TABLE ${table}`, 'TSVRaw')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t').slice(0, 2).join(' '));
    const file = join(folder, String((files += 1)));
    await writeFile(file, body);
    return session.query(
      `INSERT INTO ${table} SELECT * FROM file('${file}', 'RowBinary', '${columns.join(', ')}')`,
      format,
    );
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const format = searchParams.get('default_format') ?? 'TabSeparated';
    try {
      response.end(await answer(searchParams.get('query'), body, format));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
  });
  const port = await listenOn(server);
  try {
    return await run(`http://127.0.0.1:${port}`);
  } finally {
    server.close();
    session.cleanup();
    await rm(folder, { recursive: true });
  }
}

const listenOn = async (server: ReturnType<typeof createServer>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** A port that is currently free. */
async function findPort(): Promise<number> {
  const server = createServer();
  const port = await listenOn(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const SERVER_PATHS = ['clickhouse-server', '/usr/sbin/clickhouse-server', '/usr/bin/clickhouse-server'];

/** An installed server with its own folder and port. Undefined if there is none. */
async function startInstalled(): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'clickhouse-'));
  const [port, tcp] = [await findPort(), await findPort()];
  const config = join(folder, 'config.xml');
  await writeFile(
    config,
    `<yandex>
  <logger><level>warning</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
  <http_port>${port}</http_port><tcp_port>${tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>100000000</mark_cache_size>
</yandex>`,
  );
  await writeFile(
    join(folder, 'users.xml'),
    `<yandex>
  <profiles><default><max_query_size>200000000</max_query_size></default></profiles>
  <users><default>
    <password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
  </default></users>
  <quotas><default></default></quotas>
</yandex>`,
  );
  try {
    for (const path of SERVER_PATHS) {
      const child = spawn(path, [`--config-file=${config}`], { cwd: folder, stdio: 'ignore' });
      const ended = new Promise<'ended'>((resolve) => {
        child.once('error', () => resolve('ended'));
        child.once('exit', () => resolve('ended'));
      });
      const url = `http://127.0.0.1:${port}`;
      if ((await Promise.race([ended, waitFor(url)])) === 'ended') continue;
      console.log(`ClickHouse ${await ask(url, 'SELECT version()')}`);
      try {
        return await run(url);
      } finally {
        child.kill('SIGKILL');
        await ended;
      }
    }
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ask = async (url: string, statement: string): Promise<string | undefined> =>
  fetch(url, { method: 'POST', body: statement }).then(
    async (answer) => (await answer.text()).trim(),
    () => undefined,
  );

const MAX_TRIES = 300;

async function waitFor(url: string): Promise<'ready' | 'ended'> {
  for (let time = 0; time < MAX_TRIES; time += 1) {
    if ((await ask(url, 'SELECT 1')) === '1') return 'ready';
    await pause(100);
  }
  return 'ended';
}

function reportMissing(): number {
  console.error(
    `ClickHouse's library cannot be loaded for ${process.platform} ${process.arch}, and no clickhouse-server is installed. ` +
      'Set CLICKHOUSE_URL to a ClickHouse that answers over HTTP, such as http://127.0.0.1:8123, and try again.',
  );
  return 1;
}

async function main(): Promise<number> {
  if (configured !== undefined) return run(configured);
  const session = openChdb();
  return session === undefined ? ((await startInstalled()) ?? reportMissing()) : serve(session);
}

process.exitCode = await main();
