import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import { DuckDBInstance } from '@duckdb/node-api';
import { openChunk } from '#domain/portfolio/chunk/chunk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { chunkFiles } from '#server/portfolio/portfolio.local.ts';
import { MAX_PART_BYTES } from '#domain/portfolio/file.ts';
import { type Caller, type TestApp, useTestApp } from './app.ts';
import { insertPeople } from './records.ts';
import { callsBy } from './calls.ts';

const LOADS = '/api/admin/portfolio-loads';
const UNDER_WAY: ReadonlySet<PortfolioLoad['phase']> = new Set(['reading', 'checking', 'keeping']);

/** The data folder of a server that loads portfolios; `remove` deletes it. */
export async function portfolioFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'lineslip-portfolio-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** A server with such a folder, which is deleted with it. */
export function startPortfolioApp(environment: Record<string, string> = {}, now?: () => Date): TestApp {
  let remove = async (): Promise<void> => undefined;
  const server = useTestApp(async () => {
    const folder = await portfolioFolder();
    ({ remove } = folder);
    return { environment: { DATA_DIR: folder.dataDir, ...environment }, ...(now && { now }) };
  });
  afterAll(() => remove());
  return server;
}

/** Loads files like a person would. */
export function portfolioLoader(server: TestApp, who: Caller = 'administrator') {
  const { good } = callsBy('administrator', server);
  const ask = (id: string) => good<PortfolioLoad>('GET', `${LOADS}/${id}`, { who });

  /** Waits until the load needs the person, or has ended. */
  async function settled(load: PortfolioLoad): Promise<PortfolioLoad> {
    let now = load;
    while (UNDER_WAY.has(now.phase) || (now.phase === 'checked' && now.keep_as !== null)) {
      await pause(20);
      now = await ask(load.id);
    }
    return now;
  }

  const start = (name: string, bytes: number) =>
    server
      .as(who)
      .then((headers) => server.app.inject({ method: 'POST', url: LOADS, headers, payload: { name, bytes } }));

  async function sendPart(id: string, at: number, bytes: Uint8Array) {
    return server.app.inject({
      method: 'PUT',
      url: `${LOADS}/${id}/bytes?at=${at}`,
      headers: { ...(await server.as(who)), 'content-type': 'application/octet-stream' },
      payload: Buffer.from(bytes),
    });
  }

  async function send(name: string, content: string | Uint8Array): Promise<PortfolioLoad> {
    const bytes = Buffer.from(content);
    const started = await start(name, bytes.length);
    let load = started.json<PortfolioLoad>();
    if (started.statusCode !== 200) throw new Error(started.body);
    for (let at = 0; at < bytes.length && load.phase === 'receiving'; at += MAX_PART_BYTES) {
      const answer = await sendPart(load.id, at, bytes.subarray(at, at + MAX_PART_BYTES));
      if (answer.statusCode !== 200) throw new Error(answer.body);
      load = answer.json<PortfolioLoad>();
    }
    return load;
  }

  async function change(id: string, body: object): Promise<PortfolioLoad> {
    const headers = await server.as(who);
    const answer = await server.app.inject({ method: 'PATCH', url: `${LOADS}/${id}`, headers, payload: body });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<PortfolioLoad>();
  }

  return {
    start,
    send,
    sendPart,
    settled,
    ask,
    change,
    open: async (name: string, content: string | Uint8Array) => settled(await send(name, content)),
    keep: async (id: string, name: string, rows = 'leave_out', period: object | null = null) =>
      settled(await good<PortfolioLoad>('POST', `${LOADS}/${id}/keep`, { who, body: { name, rows, period } })),
    cancel: (id: string) => good<object>('DELETE', `${LOADS}/${id}`, { who }),
  };
}

/** Loads files as somebody else who may. */
export async function addLoader(server: TestApp, id: string) {
  const permissions = ['admin:create'];
  await insertPeople(server.database.db, { id, permissions });
  return portfolioLoader(server, { id, permissions });
}

/** The risks of one class of a portfolio, in order. */
export async function risksOf(
  { database, config }: TestApp,
  portfolioId: string,
  cob: string,
): Promise<PortfolioRisk[]> {
  const files = await chunkFiles({ db: database.db, dataDir: config.dataDir }, portfolioId, cob);
  const chunks = await Promise.all(files.map(async (file) => openChunk(await readFile(file))));
  return chunks.flatMap((chunk) => Array.from({ length: chunk.size }, (_, row) => chunk.riskAt(row)));
}

/** A Parquet file of the rows of a query. */
export async function parquetOf(folder: string, sql: string): Promise<Buffer> {
  const file = join(folder, 'made.parquet');
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`copy (${sql}) to '${file}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
  return readFile(file);
}
