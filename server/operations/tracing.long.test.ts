import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, spawnServer } from '#server/testing/child-server.ts';
import { addressOf, createOwnDatabase } from '#server/testing/database.ts';

/** Prints the packages that were loaded when the process ends. */
const PRINT_LOADED = `import{createRequire}from'node:module';const{cache}=createRequire('file:///');
process.on('exit',()=>console.log('loaded '+Object.keys(cache).filter(path=>/otel|opentelemetry|prometheus/.test(path)).length))`;

async function startChild(environment: Record<string, string>) {
  const { config } = await createOwnDatabase();
  const port = String(await freePort());
  const child = spawnServer({
    DATABASE_URL: addressOf(config),
    PORT: port,
    SIGN_IN: 'password',
    LOG_LEVEL: 'debug',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRINT_LOADED)}`,
    ...environment,
  });
  await child.printed('Lineslip is ready');
  return { ...child, url: `http://localhost:${port}` };
}

/** Keeps what a server sends to it. */
async function startCollector() {
  const sent: Buffer[] = [];
  const collector = createServer(async (request, response) => {
    sent.push(await buffer(request));
    response.end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => collector.listen(port, 'localhost', resolve));
  onTestFinished(() => void collector.close());
  return { url: `http://localhost:${port}`, sent: () => Buffer.concat(sent) };
}

test('a request has one id in its answer, its log lines and its trace, and no secret of its address', async () => {
  const collector = await startCollector();
  const { url, stdout, signal, exited } = await startChild({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'lineslip-blue',
  });
  const answers = [
    await fetch(`${url}/api/health`),
    await fetch(`${url}/api/calendar/s3cret?token=s3cret`),
    await fetch(`${url}/auth/callback?code=s3cret`, { headers: { accept: 'application/json' } }),
  ];
  const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
  const given = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${given}-b7ad6b7169203331-01`;
  expect((await fetch(`${url}/api/health`, { headers: { traceparent } })).headers.get('x-request-id')).toBe(given);
  signal('SIGTERM');
  expect(await exited).toBe(0);
  expect(stdout()).toMatch(/loaded [1-9]/);
  const sent = collector.sent();
  for (const id of [...ids, given]) {
    expect(id).toMatch(/^[\da-f]{32}$/);
    expect(stdout()).toContain(`"reference":"${id}"`);
    expect(sent.includes(Buffer.from(id, 'hex'))).toBe(true);
  }
  expect(sent.includes('lineslip-blue')).toBe(true);
  expect(sent.includes('select 1')).toBe(true);
  expect(sent.includes('GET /api/calendar/:secret')).toBe(true);
  expect(sent.includes('s3cret')).toBe(false);
});

test('without a collector and a port for metrics nothing of either is loaded', async () => {
  const { url, stdout, signal, exited } = await startChild({});
  await fetch(`${url}/api/health`);
  signal('SIGTERM');
  expect(await exited).toBe(0);
  expect(stdout()).toContain('loaded 0\n');
});
