import { zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import { recordOnly } from '#server/change/publish.ts';
import { callsBy, refusalOf } from '#server/testing/calls.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';
import { execute } from '#server/testing/execute.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { startPortfolioApp, portfolioLoader } from '#server/testing/portfolios.ts';
import { savePortfolio } from './portfolio.save.ts';
import { chunkFiles } from './portfolio.local.ts';

const server = startPortfolioApp();
const { call, good } = callsBy('administrator', server);
const { open, keep, settled } = portfolioLoader(server);
const list = async () => (await good<{ items: Portfolio[] }>('GET', '/api/admin/portfolios')).items;
const NAME_TAKEN = 'Another portfolio has this name. Choose another one.';
const FILE = 'reference,cob\nR1,Cargo\nR2,Cargo\n';

test('a name taken after the save request is refused, and never used twice', async () => {
  const { id } = await open('late.csv', FILE);
  const url = `/api/admin/portfolio-loads/${id}`;
  // A new date for every risk: all rows are checked again before saving.
  const period = { from: '2026-01-01', until: '2026-01-01' };
  const body = { name: 'Risks of 2026', rows: 'leave_out', period };
  const wished = await good<PortfolioLoad>('POST', `${url}/keep`, { body });
  expect(wished).toMatchObject({ phase: 'checking', keep_as: 'Risks of 2026' });
  const summary = { classes: {}, dimensions: [], missing: {}, kept: [], hasPremium: false, file: null };
  const written = { chunks: [], risks: 1, period, summary };
  await savePortfolio(
    { db: server.database.db, now: server.now, directory: 'embedded', publish: recordOnly },
    { name: 'Risks of 2026', file: null, period, written, folder: '', columns: [], matches: [] },
    { actor: null, signal: new AbortController().signal, authority: null },
  );
  const load = await settled(wished);
  expect(load).toMatchObject({ phase: 'checked', keep_as: null, problem: NAME_TAKEN });
  expect((await list()).map(({ name }) => name)).toEqual(['Risks of 2026']);
  await keep(id, 'Risks of 2027');
});

test('a stored chunk whose bytes were changed is refused', async () => {
  const found = (await list()).find(({ name }) => name === 'Risks of 2027');
  const { db, config } = server.database;
  const fetch = async () => chunkFiles({ db, dataDir: await temporaryFolder() }, found?.id ?? '', 'cargo');
  expect(await fetch()).toHaveLength(1);
  const other = zstdCompressSync(Buffer.from('something else')).toString('hex');
  await execute(
    config,
    `set session_replication_role = replica;
     update portfolio_chunk set bytes = '\\x${other}' where portfolio_id = '${found?.id}'`,
  );
  await expect(fetch()).rejects.toThrow(`Chunk 0 of the portfolio ${found?.id} is damaged.`);
});

test('after the directory revoked delete on admin no portfolio is deleted, whatever the token says', async () => {
  const found = (await list()).find(({ is_used }) => !is_used);
  const set = (change: string) =>
    execute(server.database.config, `update person set permissions = ${change} where id = 'demo|administrator'`);
  await set(`array_remove(permissions, 'admin:delete')`);
  const refusal = refusalOf(call('DELETE', `/api/admin/portfolios/${found?.id}`, { ifMatch: found?.revision ?? '' }));
  expect(await refusal).toBe('403 This needs delete on admin, which you no longer have.');
  await set(`array_append(permissions, 'admin:delete')`);
  expect((await list()).map(({ id }) => id)).toContain(found?.id);
});

test.each([
  ['uses', 'POST', '/use', undefined],
  ['renames', 'PUT', '', { name: 'Renamed' }],
  ['deletes', 'DELETE', '', undefined],
] as const)(
  'who %s a portfolio while another change of it is under way is refused, as it is not what they saw',
  async (_what, method, path, body) => {
    const { db } = server.database;
    await keep((await open('seen.csv', FILE)).id, `Seen before ${method}`);
    const before = await list();
    const { id = '', revision = '' } = before.find(({ name }) => name === `Seen before ${method}`) ?? {};
    const change = () =>
      call(method, `/api/admin/portfolios/${id}${path}`, { ifMatch: revision, ...(body && { body }) });
    const other = sql`update portfolio set revision = revision + 1 where id = ${id}`;
    expect((await runBehindLock(db, other, change)).statusCode).toBe(412);
    const after = await list();
    expect(after.map(({ name, is_used }) => [name, is_used])).toEqual(
      before.map(({ name, is_used }) => [name, is_used]),
    );
  },
);
