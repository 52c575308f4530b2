import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { callsBy, refusalOf } from '#server/testing/calls.ts';
import { addLoader, parquetOf, startPortfolioApp, portfolioLoader, risksOf } from '#server/testing/portfolios.ts';
import { auditRecords } from '#server/testing/records.ts';
import { recordOnly } from '#server/change/publish.ts';
import { withoutPortfolio } from '#server/impact/impact.service.ts';
import { saveGenerated, wasGenerated } from './portfolio.save.ts';
import { portfolioService } from './portfolio.service.ts';
import { chunkFiles } from './portfolio.local.ts';

const server = startPortfolioApp({ PORTFOLIO_MAX_MB: '20' });
const { call, good } = callsBy('administrator', server);
const { open, send, start, sendPart, settled, keep, change, cancel, ask } = portfolioLoader(server);
const list = async () => (await good<{ items: Portfolio[] }>('GET', '/api/admin/portfolios')).items;
const leftovers = () => readdir(join(server.config.dataDir, 'portfolio-loads')).catch(() => []);

const HEADER =
  'reference,cob,producing_broker,risk_cd,annual_revenue,layer,attachment,domicile,uw_notes,inception,gwp,office';
const ROWS = [
  'R1,Cyber,Holdfast,CY;CZ,12.5m,P,0,US,see slip,31/01/2025,1000,Leeds',
  'R2,Cargo,n/a,,"1,200,000",XS,10m,United States,"as, expiring",01/02/2025,,York',
  'R3,Cyber,HOLDFAST,QQ,640000000,E,-1,Untied States,=1+1,2025-03-01,5,Leeds',
  'R4,Cargo',
  'R1,Cargo,,,,,,,,05/02/2025,,',
  "R5,cargo,,,,,,GB,'; drop table cells; --,06/02/2025,7,Leeds",
];
const FILE = `\uFEFF${[HEADER, ...ROWS].join('\r\n')}\r\n`;
const columnOf = ({ columns }: PortfolioLoad, name: string) => columns.find((column) => column.name === name);

describe('a CSV file', () => {
  test('is mapped, matched, checked and saved without its wrong rows; the next file is read the same way', async () => {
    const opened = await open('../../etc/submissions.csv', FILE);
    expect(opened).toMatchObject({ phase: 'checked', problem: null, rows: 6, checked_rows: 6, wrong_rows: 4 });
    expect(opened.file).toMatchObject({ name: 'submissions.csv', kind: 'csv', received: Buffer.byteLength(FILE) });
    expect(opened.columns.map(({ target }) => target).join(' ')).toBe(
      'reference cob brokers risk_codes revenue_ranges is_primary attachment_point_ranges ' +
        'domicile_countries unused date premium unused',
    );
    expect(columnOf(opened, 'cob')?.found).toMatchObject({ filled: 3, wrong: 2 });
    expect(opened.causes[0]).toMatchObject({ column: 1, kind: 'name', text: 'Cyber', rows: 2, fix: null });
    const matched = await settled(
      await change(opened.id, {
        columns: [{ column: 11, target: 'kept' }],
        matches: [{ column: 1, text: 'Cyber', code: 'cyber-privacy-and-tech' }],
      }),
    );
    expect(matched).toMatchObject({
      phase: 'checked',
      wrong_rows: 3,
      period: { from: '2025-01-31', until: '2025-02-06' },
    });
    expect(matched.columns[0]?.found?.wrong).toBe(1);
    expect(matched.causes[0]).toMatchObject({ text: 'Cyber', fix: 'cyber-privacy-and-tech', is_remembered: false });
    expect(matched).toMatchObject({ fixed_rows: 1, wrong_rows: 3, lost_rows: 2, wrong_values: 3 });
    const { body } = await call('GET', `/api/admin/portfolio-loads/${opened.id}/errors`);
    expect(body.split('\r\n').slice(1).toSorted()).toEqual([
      `"4","attachment","-1","Must not be negative"`,
      '"4","domicile","Untied States","There is no such country"',
      '"4","risk_cd","QQ","There is no such risk code"',
      '"5","","R4,Cargo","Not as many columns as in the header. Check its quotation marks"',
      '"6","reference","R1","An earlier row has the same reference"',
    ]);
    const refused = await keep(opened.id, 'Risks', 'all_or_nothing');
    expect(refused).toMatchObject({ phase: 'checked', problem: '3 rows have errors, so nothing was loaded.' });
    expect(await list()).toEqual([]);

    const saved = await keep(opened.id, 'Risks of 2025');
    const id = saved.portfolio_id ?? '';
    expect(await risksOf(server, id, 'cargo')).toMatchObject([
      {
        reference: 'R2',
        risk: {
          date: '2025-02-01',
          dimensions: { is_primary: 'excess', domicile_countries: ['US'], revenue_ranges: 1_200_000 },
        },
        kept: { office: 'York' },
      },
      { reference: 'R5', premium: 7 },
    ]);
    expect(await risksOf(server, id, 'cyber-privacy-and-tech')).toMatchObject([{ reference: 'R1', premium: 1000 }]);
    const [portfolio] = await list();
    expect(portfolio).toMatchObject({
      name: 'Risks of 2025',
      risks: 3,
      is_used: true,
      kept: ['office'],
      has_premium: true,
      file: { rows: 6, left_out: 3, values_missing: 0, rates: [] },
    });
    expect(portfolio?.dimensions.find(({ key }) => key === 'risk_codes')).toMatchObject({
      of: 3,
      missing: 2,
      has_column: true,
    });
    expect(portfolio?.dimensions.find(({ key }) => key === 'cyber_sectors')).toMatchObject({
      of: 1,
      missing: 1,
      has_column: false,
    });
    expect(await auditRecords(server.database.db, { object: id })).toMatchObject([
      { action: 'portfolio_loaded', detail: { file: 'submissions.csv', risks: 3, left_out: 3, hash: portfolio?.hash } },
      { action: 'portfolio_used', detail: { name: 'Risks of 2025', was: null } },
    ]);
    expect(await leftovers()).toEqual([]);

    // A damaged copy is fetched again.
    const [file = ''] = await chunkFiles({ db: server.database.db, dataDir: server.config.dataDir }, id, 'cargo');
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(1));
    await chunkFiles({ db: server.database.db, dataDir: server.config.dataDir }, id, 'cargo');
    expect(await readFile(file)).toEqual(whole);

    const next = await open('next.csv', 'reference;cob;office\nR9;Cyber;Leeds\n');
    expect(next).toMatchObject({ phase: 'checked', fixed_rows: 1, wrong_rows: 0, period: null });
    expect(next.causes).toMatchObject([{ text: 'Cyber', fix: 'cyber-privacy-and-tech', is_remembered: true }]);
    expect(next.columns.map(({ target }) => target)).toEqual(['reference', 'cob', 'kept']);
    expect(
      await refusalOf(
        call('POST', `/api/admin/portfolio-loads/${next.id}/keep`, {
          body: { name: 'risks OF 2025', rows: 'leave_out' },
        }),
      ),
    ).toBe('409 Another portfolio has this name. Choose another one.');
    const second = await keep(next.id, 'Second', 'all_or_nothing', { from: '2026-01-01', until: '2026-06-30' });
    expect(await risksOf(server, second.portfolio_id ?? '', 'cyber-privacy-and-tech')).toMatchObject([
      { risk: { date: '2026-01-01' } },
    ]);
  });
});

describe('a Parquet file', () => {
  test('is read with its lists, dates and numbers', async () => {
    const bytes = await parquetOf(
      server.config.dataDir,
      `select * from (values
      ('P1', 'cargo', ['CY', 'CZ'], date '2025-03-04', 12500000.0, true, {'name': 'KEY'}),
      ('P2', 'cargo', null, date '2025-03-05', null, false, null)) as t (reference, class, risk_codes, date, revenue, "Crime coverage", broker)`,
    );
    const opened = await open('risks.parquet', bytes);
    expect(opened).toMatchObject({ phase: 'checked', rows: 2, wrong_rows: 0, file: { kind: 'parquet' } });
    expect(opened.columns.filter(({ is_nested }) => is_nested)).toMatchObject([{ name: 'broker', target: 'unused' }]);
    await expect(change(opened.id, { columns: [{ column: 6, target: 'brokers' }] })).rejects.toThrow('cannot be read.');
    const { portfolio_id: id } = await keep(opened.id, 'From Parquet');
    expect(await risksOf(server, id ?? '', 'cargo')).toMatchObject([
      {
        risk: {
          date: '2025-03-04',
          dimensions: { risk_codes: ['CY', 'CZ'], revenue_ranges: 12_500_000, fi_is_crime_coverage: true },
        },
      },
      { risk: { date: '2025-03-05', dimensions: { fi_is_crime_coverage: false } } },
    ]);
  });
});

describe('an unreadable file', () => {
  test('that is truncated is reported, and nothing is left of it', async () => {
    const load = await open('bad.csv', 'PAR1 and no end');
    const problem = 'This Parquet file is cut off or damaged. Write it again and load that one.';
    expect(load).toMatchObject({ phase: 'failed', problem });
    expect(await leftovers()).toEqual([]);
    await cancel(load.id);
  });

  test('without a reference, or with wrong rows only, waits until that is corrected', async () => {
    const load = await open('unmapped.csv', 'name,cob,revenue\nR1,Cargo,much\n');
    const sentence = 'No column is the reference. Choose the one that is, or add it to the file.';
    expect(load).toMatchObject({ phase: 'mapping', problem: sentence });
    const sent = { body: { name: 'X', rows: 'leave_out' } };
    expect(await refusalOf(call('POST', `/api/admin/portfolio-loads/${load.id}/keep`, sent))).toBe(`409 ${sentence}`);
    await settled(await change(load.id, { columns: [{ column: 0, target: 'reference' }] }));
    expect(await keep(load.id, 'Wrong')).toMatchObject({
      phase: 'checked',
      problem: 'Every row has an error, so there is nothing to load.',
    });
    await settled(
      await change(load.id, {
        columns: [
          { column: 1, target: 'unused' },
          { column: 2, target: 'cob' },
        ],
      }),
    );
    expect(await ask(load.id)).toMatchObject({
      phase: 'checked',
      wrong_rows: 1,
      lost_rows: 1,
      causes: [{ column: 2, kind: 'name', text: 'much', message: 'There is no such class of business' }],
    });
    await cancel(load.id);
  });

  test('that is too large is refused before it is read, and reading stops at the announced size', async () => {
    expect(await refusalOf(start('10.csv', 10_000_000_000))).toBe(
      '413 The file has 10 GB, and at most 20 MB can be loaded.',
    );
    expect(await refusalOf(start('0.csv', 0))).toBe('400 The file is empty.');
    const load = (await start('small.csv', 10)).json<PortfolioLoad>();
    expect(await refusalOf(sendPart(load.id, 5, Buffer.from('abc')))).toBe('409 The next part begins at byte 0.');
    expect(await refusalOf(sendPart(load.id, 0, Buffer.from('abcdefghijkl')))).toBe(
      '413 The file is larger than announced. Load it again.',
    );
    expect(await leftovers()).toEqual([]);
  });
});

describe('a load', () => {
  test('is the only one of its person, is private, and leaves nothing when it is cancelled', async () => {
    const load = await send('one.csv', `${HEADER}\n${ROWS[1]}\n`);
    expect(await refusalOf(start('two.csv', 10))).toMatch(/^409 You are loading another file/);
    const [other, third] = [await addLoader(server, 'test|other'), await addLoader(server, 'test|third')];
    await expect(other.ask(load.id)).rejects.toThrow('There is no such load.');
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => other.start('two.csv', 10)));
    const [second, ...more] = atOnce.flatMap((one) => (one.statusCode === 200 ? [one.json<PortfolioLoad>()] : []));
    expect([second?.phase, more]).toEqual(['receiving', []]);
    expect(await refusalOf(third.start('three.csv', 10))).toBe(
      '429 Others are loading files at the moment. Try again in a few minutes.',
    );
    await other.cancel(second?.id ?? '');
    await cancel(load.id);
    await expect(ask(load.id)).rejects.toThrow('It may have been cancelled; nothing was saved.');
    expect(await leftovers()).toEqual([]);
  });
});

describe('a portfolio', () => {
  test('is used, renamed and deleted with its current revision only', async () => {
    const own = (await list()).find(({ is_used }) => !is_used)?.id;
    const found = async () => (await list()).find((portfolio) => portfolio.id === own);
    const revision = (await found())?.revision ?? '';
    const url = `/api/admin/portfolios/${own}`;
    await good('POST', `${url}/use`, { ifMatch: revision });
    expect((await list()).filter(({ is_used }) => is_used).map((portfolio) => portfolio.id)).toEqual([own]);
    expect(await good('GET', '/api/portfolio')).toMatchObject({ portfolio: { id: own } });
    expect(await refusalOf(call('PUT', url, { ifMatch: revision, body: { name: 'Again' } }))).toBe(
      '412 Demo Administrator chose this portfolio for Impact.',
    );
    const used = (await found())?.revision ?? '';
    expect(await refusalOf(call('DELETE', url, { ifMatch: used }))).toBe(
      '409 Drafts are measured against this portfolio. Use another for Impact first.',
    );
    await good('PUT', url, { ifMatch: used, body: { name: 'Again' } });
    const other = (await list()).find(({ is_used }) => !is_used);
    await good('POST', `/api/admin/portfolios/${other?.id}/use`, { ifMatch: other?.revision ?? '' });
    await good('DELETE', url, { ifMatch: (await found())?.revision ?? '' });
    expect((await auditRecords(server.database.db, { object: own ?? '' })).map(({ action }) => action)).toEqual([
      'portfolio_loaded',
      'portfolio_used',
      'portfolio_change_refused',
      'portfolio_change_refused',
      'portfolio_renamed',
      'portfolio_deleted',
    ]);
  });

  test('that is being generated has a percentage, for its list and for impact; nobody waits for it', async () => {
    const kit = { db: server.database.db, now: server.now, directory: 'embedded', publish: recordOnly } as const;
    const preparing = () => 40;
    const { list: read, used } = portfolioService({
      kit,
      maxFileBytes: 1,
      preparing,
      onDeleted: () => undefined,
      authority: { share: async () => undefined, needsSecond: async () => false, proposal: async () => null },
    });
    expect([
      (await read({ id: 'nobody', permissions: parsePermissions([]) })).preparing,
      (await used()).preparing,
    ]).toEqual([40, 40]);
    expect(withoutPortfolio({ preparing })).toEqual({ state: 'no-portfolio', preparing: 40 });
    expect(await good('GET', '/api/admin/portfolios')).toMatchObject({ preparing: null });
  });

  test('that the product generates is generated once, and stays deleted', async () => {
    const summary = { classes: {}, dimensions: [], missing: {}, kept: [], hasPremium: false, file: null };
    const period = { from: '2025-01-01', until: '2025-12-31' };
    const written = { chunks: [], risks: 1, period, summary };
    const kit = { db: server.database.db, now: server.now, directory: 'embedded', publish: recordOnly } as const;
    const made = async () => (await list()).filter(({ name }) => name === 'Made');
    for (const _ of [1, 2]) await saveGenerated(kit, { name: 'Made', folder: server.config.dataDir, written });
    const [own, ...more] = await made();
    expect([own?.loaded_by, more]).toEqual([null, []]);
    await good('DELETE', `/api/admin/portfolios/${own?.id}`, { ifMatch: own?.revision ?? '' });
    await saveGenerated(kit, { name: 'Made', folder: server.config.dataDir, written });
    expect([await made(), await wasGenerated(kit.db)]).toEqual([[], true]);
  });
});
