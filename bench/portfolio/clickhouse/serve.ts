import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo } from 'node:net';

/**
 * `node bench/portfolio/clickhouse/serve.ts <command>`: runs a command with a ClickHouse at hand, whose address it finds
 * in CLICKHOUSE_URL. Where that is set already, it is taken as it is; otherwise the library `chdb` answers in the way of
 * ClickHouse's own HTTP interface, with a database of its own that is gone afterwards.
 */
type Session = Readonly<{ query: (statement: string, format: string) => string; cleanup: () => void }>;
type Chdb = Readonly<{ Session: new (path: undefined, options: { connectionArgs: readonly string[] }) => Session }>;

const [command = '', ...args] = process.argv.slice(2);
const known = process.env['CLICKHOUSE_URL'];

const run = (url: string): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, CLICKHOUSE_URL: url } });
    child.once('error', ({ message }) => {
      console.error(message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });

function openChdb(): Session {
  try {
    const { Session } = createRequire(import.meta.url)('chdb') as Chdb;
    return new Session(undefined, { connectionArgs: ['--max_query_size=100000000', '--max_threads=1'] });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(
      `The library of ClickHouse cannot be loaded for ${process.platform} ${process.arch}. ` +
        'Set CLICKHOUSE_URL to a ClickHouse that answers over HTTP, such as http://127.0.0.1:8123, and try again.',
    );
    process.exit(1);
  }
}

async function serve(): Promise<number> {
  const session = openChdb();
  const server = createServer(async (request, response) => {
    const statement = Buffer.concat(await request.toArray()).toString();
    const format = new URL(request.url ?? '/', 'http://localhost').searchParams.get('default_format') ?? 'TabSeparated';
    try {
      response.end(session.query(statement, format));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    session.cleanup();
  }
}

process.exitCode = known === undefined ? await serve() : await run(known);
