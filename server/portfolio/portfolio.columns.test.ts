import { describe, expect, test } from 'vitest';
import { callsBy, refusalOf } from '#server/testing/calls.ts';
import { portfolioLoader, startPortfolioApp } from '#server/testing/portfolios.ts';

const server = startPortfolioApp();
const { call } = callsBy('administrator', server);
const { open, settled, keep, change, cancel } = portfolioLoader(server);

describe('two columns of one name', () => {
  const header = (...names: string[]) => `reference,cob,${names.join(',')}\n`;

  test('are asked about, remembered by their places, and say nothing of a later file with one', async () => {
    const opened = await open('twice.csv', `${header('Turnover', 'turnover')}T1,Cargo,5000000,n/a\n`);
    const sentence = 'The columns C and D have the same name, “Turnover”. Choose what each of them is.';
    expect(opened).toMatchObject({ phase: 'mapping', problem: sentence });
    expect(opened.columns.map(({ is_asked }) => is_asked)).toEqual([false, false, true, true]);
    const keeping = { body: { name: 'Twice', rows: 'leave_out' } };
    expect(await refusalOf(call('POST', `/api/admin/portfolio-loads/${opened.id}/keep`, keeping))).toBe(
      `409 ${sentence}`,
    );
    const one = await settled(await change(opened.id, { columns: [{ column: 2, target: 'revenue_ranges' }] }));
    expect(one).toMatchObject({ phase: 'mapping', problem: sentence });
    // The target that the column has already is an answer, too.
    const both = await settled(await change(opened.id, { columns: [{ column: 3, target: 'unused' }] }));
    expect(both).toMatchObject({ phase: 'checked', problem: null, wrong_rows: 0 });
    await keep(opened.id, 'Twice', 'all_or_nothing');

    const again = await open('again.csv', `${header('turnover', 'Turnover')}T2,Cargo,5000000,n/a\n`);
    expect(again).toMatchObject({ phase: 'checked', problem: null });
    expect(again.columns.map(({ target }) => target)).toEqual(['reference', 'cob', 'revenue_ranges', 'unused']);
    await cancel(again.id);
    const three = await open('three.csv', `${header('turnover', 'Turnover', 'TURNOVER')}T3,Cargo,1,2,3\n`);
    expect(three.columns.map(({ is_asked }) => is_asked)).toEqual([false, false, true, true, true]);
    await cancel(three.id);
    const single = await open('single.csv', `${header('Turnover')}T4,Cargo,5000000\n`);
    expect(single.columns.map(({ target }) => target)).toEqual(['reference', 'cob', 'revenue_ranges']);
    await cancel(single.id);
  });

  test('a column that only another one keeps from its target is guessed again in the next file', async () => {
    const opened = await open('both.csv', `${header('revenue', 'annual turnover')}B1,Cargo,5000000,1\n`);
    expect(opened.columns.map(({ target }) => target)).toEqual(['reference', 'cob', 'revenue_ranges', 'unused']);
    await keep(opened.id, 'Both', 'all_or_nothing');
    const next = await open('next.csv', `${header('annual turnover')}B2,Cargo,5000000\n`);
    expect(next.columns[2]?.target).toBe('revenue_ranges');
    await cancel(next.id);
  });
});
