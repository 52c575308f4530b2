import { describe, expect, test } from 'vitest';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import { callsBy, refusalOf } from '#server/testing/calls.ts';
import { parquetOf, startPortfolioApp, portfolioLoader, risksOf } from '#server/testing/portfolios.ts';

const server = startPortfolioApp();
const { call, good } = callsBy('administrator', server);
const { open, settled, keep, change, cancel } = portfolioLoader(server);
const list = async () => (await good<{ items: Portfolio[] }>('GET', '/api/admin/portfolios')).items;

describe('a CSV file that leaves things open', () => {
  const OPEN = [
    'UMR / Ref No.;cob;Insured Domicile;GWP £;annual_revenue;new_renewal;inception;line',
    'A1;Cargo;UK;1.500;$5m;RNL;03/04/26;0,12',
    'A2;Cargo;Gondor;2.000.000,50;£2,5m;NB;2026-02-01;12%',
    'A3;Cargo;GB;;TBD soon;MTA;2026-02-01;',
    'A4;Cargo;GB;7;1e6;Renewal;2026-02-01;',
  ].join('\n');
  const open4 = async () => {
    const load = await open('open.csv', OPEN);
    return settled(await change(load.id, { columns: [{ column: 7, target: 'nominated_syndicate_line_ranges' }] }));
  };
  const openCauses = ({ causes }: PortfolioLoad) =>
    causes.flatMap(({ fix, kind, text, example, suggestion }) =>
      fix === null ? [`${kind} ${text || example}${suggestion === null ? '' : ` → ${suggestion}`}`] : [],
    );

  test('asks for each of them once, reads nothing before it knows, and keeps the rates', async () => {
    const load = await open4();
    expect(openCauses(load).toSorted()).toEqual([
      'currency 1.500',
      'currency GBP',
      'dates 03/04/26',
      'name Gondor',
      'name MTA → mid_term_adjustment',
      'name NB → new_business',
      'name RNL → renewal',
      'name UK → GB',
      'percent 0,12',
      'value TBD soon',
    ]);
    expect(load).toMatchObject({ wrong_rows: 4, fixed_rows: 0, lost_rows: 1 });
    const pounds = { currency: 'GBP', usd: 1.27 };
    const fixed = await settled(
      await change(load.id, {
        matches: [
          { column: 2, text: 'UK', code: 'GB' },
          { column: 4, text: 'TBD soon', code: '' },
          ...['RNL renewal', 'NB new_business', 'MTA mid_term_adjustment'].map((pair) => {
            const [text, code] = pair.split(' ');
            return { column: 5, text, code };
          }),
        ],
        answers: [
          { column: 3, question: 'currency', mark: '', answer: pounds },
          { column: 4, question: 'currency', mark: 'GBP', answer: { ...pounds, usd: 2 } },
          { column: 6, question: 'dates', answer: 'day first' },
          { column: 7, question: 'percent', answer: 'fraction' },
        ],
      }),
    );
    expect(openCauses(fixed)).toEqual(['name Gondor']);
    expect(fixed).toMatchObject({ fixed_rows: 3, wrong_rows: 1, lost_rows: 0, wrong_values: 1 });
    const back = await settled(await change(fixed.id, { matches: [{ column: 2, text: 'UK', code: null }] }));
    expect(openCauses(back)).toEqual(['name UK → GB', 'name Gondor']);
    await settled(await change(fixed.id, { matches: [{ column: 2, text: 'UK', code: 'GB' }] }));

    const { portfolio_id: id } = await keep(load.id, 'Open', 'value_missing');
    const dimensionsOf = async () =>
      (await risksOf(server, id ?? '', 'cargo')).map(({ risk, premium }) => ({ ...risk, premium }));
    expect(await dimensionsOf()).toEqual([
      {
        date: '2026-04-03',
        journey: 'renewal',
        premium: 1905,
        dimensions: { domicile_countries: ['GB'], revenue_ranges: 5e6, nominated_syndicate_line_ranges: 12 },
      },
      {
        date: '2026-02-01',
        journey: 'new_business',
        premium: 2_540_001,
        dimensions: { revenue_ranges: 5e6, nominated_syndicate_line_ranges: 12 },
      },
      { date: '2026-02-01', journey: 'mid_term_adjustment', premium: null, dimensions: { domicile_countries: ['GB'] } },
      {
        date: '2026-02-01',
        journey: 'renewal',
        premium: 9,
        dimensions: { domicile_countries: ['GB'], revenue_ranges: 1e6 },
      },
    ]);
    expect((await list()).find((one) => one.id === id)?.file).toEqual({
      rows: 4,
      left_out: 0,
      values_missing: 1,
      rates: expect.arrayContaining([
        { column: 'GWP £', currency: 'GBP', usd: 1.27 },
        { column: 'annual_revenue', currency: 'GBP', usd: 2 },
      ]),
    });

    const next = await open4();
    expect(openCauses(next)).not.toContain('name UK → GB');
    expect(openCauses(next)).toEqual(expect.arrayContaining(['currency GBP', 'dates 03/04/26']));
    await settled(await change(next.id, { matches: [{ column: 2, text: 'UK', code: null }] }));
    await keep(next.id, 'Open again', 'value_missing');
    const last = await open4();
    expect(openCauses(last)).toContain('name UK → GB');
    await cancel(last.id);
  });

  test('lists every error for download, and questions before the many texts that cannot be read', async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, at) => `R${at},Cargo,much ${at % 600},${at > 0 ? '2026-01-01' : '03/04/26'}`,
    );
    const load = await open('wrong.csv', ['reference,cob,gwp,inception', ...rows].join('\n'));
    expect(load).toMatchObject({ wrong_rows: 3000, lost_rows: 1, wrong_values: 2999, cause_count: 601 });
    expect(load.causes.at(-1)).toMatchObject({ kind: 'dates', example: '03/04/26', rows: 1 });
    const errors = await call('GET', `/api/admin/portfolio-loads/${load.id}/errors`);
    expect(errors.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = errors.body.split('\r\n');
    expect(header).toBe('\uFEFF"Row","Column","Text","What to do"');
    expect(lines.map((line) => Number(line.split('"')[1]))).toEqual([2, ...rows.map((_row, at) => at + 2)]);
    expect(lines.at(-1)).toBe('"3001","gwp","much 599","Not a number. Write 12.5m or 12500000"');
    await cancel(load.id);
  });

  test('takes no answer that means nothing', async () => {
    const load = await open('open.csv', OPEN);
    for (const match of [
      { column: 1, text: 'Cargo', code: '' },
      { column: 2, text: 'UK', code: 'XX' },
      { column: 4, text: 'TBD soon', code: 'GB' },
    ])
      await expect.soft(change(load.id, { matches: [match] })).rejects.toThrow('There is no such option.');
    await expect(change(load.id, { matches: [{ column: 0, text: 'A1', code: '' }] })).rejects.toThrow('not matched');
    await cancel(load.id);
  });
});

test('a Parquet file of doubles, decimals and moments is read to the last digit', async () => {
  const bytes = await parquetOf(
    server.config.dataDir,
    `select 'D' || i as reference, 'cargo' as cob, (i + 0.1)::double / 3 as revenue,
    (i + 0.5)::decimal(38, 10) as attachment, timestamptz '2025-12-31 23:30:00-05' as inception
    from range(1000) as t (i)`,
  );
  const opened = await open('doubles.parquet', bytes);
  expect(opened).toMatchObject({ phase: 'checked', rows: 1000, wrong_rows: 0, fixed_rows: 0 });
  const { portfolio_id: id } = await keep(opened.id, 'Doubles');
  const risks = await risksOf(server, id ?? '', 'cargo');
  expect(risks.map(({ risk }) => risk.dimensions.revenue_ranges)).toEqual(risks.map((_risk, i) => (i + 0.1) / 3));
  expect(risks[7]?.risk).toMatchObject({ date: '2026-01-01', dimensions: { attachment_point_ranges: 7.5 } });
});

test('an option cannot have the name of another, ignoring case and spaces', async () => {
  const url = '/api/admin/lists/brokers';
  await good('POST', url, { body: { code: 'NAMED', label: 'Named Twice' } });
  await good('POST', url, { body: { code: 'SECOND', label: 'Second' } });
  const refusal = '409 This list has the name Named Twice already: NAMED.';
  expect(await refusalOf(call('POST', url, { body: { code: 'THIRD', label: ' named  TWICE' } }))).toBe(refusal);
  const renamed = { label: 'NAMED TWICE', group: null, retired: false };
  expect(await refusalOf(call('PUT', `${url}/SECOND`, { ifMatch: '1', body: renamed }))).toBe(refusal);
  await good('PUT', `${url}/NAMED`, { ifMatch: '1', body: renamed });
});
