import { readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import { DISK_FULL } from '#server/portfolio/reader/reader.protocol.ts';
import { callsBy } from '#server/testing/calls.ts';
import { eventually, untilWaiting } from '#server/testing/eventually.ts';
import { startPortfolioApp, portfolioLoader } from '#server/testing/portfolios.ts';

let clock = Date.now();
const server = startPortfolioApp({}, () => {
  readings += 1;
  return new Date(clock);
});
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const { call, good } = callsBy('administrator', server);
const { open, start, sendPart, settled, change, cancel, ask } = portfolioLoader(server);
const list = async () => (await good<{ items: Portfolio[] }>('GET', '/api/admin/portfolios')).items;
const folders = () => readdir(join(server.config.dataDir, 'portfolio-loads'));
/** One row is wrong, and no column has a date. */
const FILE = 'reference,cob\nR1,Cargo\nR2,\n';
const requestSave = (id: string, from: string | null) =>
  good<PortfolioLoad>('POST', `/api/admin/portfolio-loads/${id}/keep`, {
    body: { name: 'For nobody', rows: 'leave_out', period: from && { from, until: from } },
  });

/** How often the server has read its clock. */
let readings = 0;
const noted = (): number => readings;

/** Nobody polls for that long, and the server looks for abandoned loads. */
function passWithoutPolling(seconds: number): void {
  clock += seconds * 1000;
  vi.advanceTimersByTime(5000);
}

async function expectNothingSaved(id: string): Promise<void> {
  await eventually(async () => expect(await folders()).toEqual([]));
  await expect(ask(id)).rejects.toThrow('nothing was saved');
  expect(await list()).toEqual([]);
}

test('a load that receives nothing is dropped after 15 seconds, even if it is polled', async () => {
  const { id } = (await start('half.csv', FILE.length)).json<PortfolioLoad>();
  passWithoutPolling(14);
  await sendPart(id, 0, Buffer.from(FILE.slice(0, 10)));
  passWithoutPolling(14);
  expect(await ask(id)).toMatchObject({ phase: 'receiving', file: { received: 10 } });
  passWithoutPolling(2);
  await expectNothingSaved(id);
});

test('a part that arrives slowly keeps its load alive while bytes come', async () => {
  const { id } = (await start('slow.csv', FILE.length)).json<PortfolioLoad>();
  const part = new PassThrough();
  const answer = server.app.inject({
    method: 'PUT',
    url: `/api/admin/portfolio-loads/${id}/bytes?at=0`,
    headers: { ...(await server.as('administrator')), 'content-type': 'application/octet-stream' },
    payload: part,
  });
  for (let at = 0; at < FILE.length; at += 10) {
    const notes = noted();
    part.write(FILE.slice(at, at + 10));
    await eventually(async () => expect(noted()).toBeGreaterThan(notes));
    passWithoutPolling(14);
  }
  part.end();
  expect((await answer).statusCode).toBe(200);
  await cancel(id);
});

test('a hidden tab keeps its load, a closed one does not', async () => {
  const { id } = await open('hidden.csv', FILE);
  passWithoutPolling(61);
  expect((await ask(id)).phase).toBe('checked');
  passWithoutPolling(151);
  await expectNothingSaved(id);
});

test('a tab closed after “Load when checked” saves nothing, however soon the rows are checked', async () => {
  const { id } = await open('checked.csv', FILE);
  // A new date for every risk: all rows are checked again.
  expect(await requestSave(id, '2026-01-01')).toMatchObject({ phase: 'checking', keep_as: 'For nobody' });
  const errors = async () => (await call('GET', `/api/admin/portfolio-loads/${id}/errors`)).body.split('\r\n');
  await eventually(async () => expect(await errors()).toHaveLength(2));
  for (let look = 0; look < 50; look += 1) expect(await list()).toEqual([]);
  passWithoutPolling(151);
  await expectNothingSaved(id);
});

test('a tab closed during saving saves nothing, unless all risks were read', async () => {
  const { id } = await open('kept.csv', FILE);
  const client = new pg.Client(server.database.config);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin; lock table portfolio_chunk in exclusive mode');
  expect(await requestSave(id, null)).toMatchObject({ phase: 'keeping' });
  await untilWaiting(server.database.config);
  passWithoutPolling(151);
  await client.query('commit');
  await expectNothingSaved(id);
});

test('a disk that fills up during writing is reported, and nothing is left on it', async () => {
  const { id } = await open('full.csv', FILE);
  const [folder = ''] = await folders();
  const chunk = join(server.config.dataDir, 'portfolio-loads', folder, 'chunk.1');
  await rm(chunk);
  await symlink('/dev/full', chunk);
  const load = await settled(await change(id, { columns: [{ column: 1, target: 'cob' }] }));
  expect(load).toMatchObject({ phase: 'failed', problem: DISK_FULL });
  expect(await folders()).toEqual([]);
  await cancel(id);
});

test('after a load that could not be started the person can start another one at once', async () => {
  const place = join(server.config.dataDir, 'portfolio-loads');
  await rm(place, { recursive: true, force: true });
  await writeFile(place, 'No folder can be made here.');
  expect((await start('first.csv', FILE.length)).statusCode).toBe(500);
  await rm(place);
  const second = await start('second.csv', FILE.length);
  expect(second.statusCode, second.body).toBe(200);
  await cancel(second.json<PortfolioLoad>().id);
});
