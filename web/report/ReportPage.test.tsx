import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { ReportPage } from './ReportPage.tsx';
import { makeReport } from './testing.ts';

const ROUTE = '/reports/:cob/:month';

async function show(report = makeReport(), address = '/reports/cyber-privacy-and-tech/2026-10') {
  const requests: unknown[] = [];
  const api = fakeApi({
    getMonthlyReport: async ({ params, query }) => {
      requests.push([params.cob, query.month]);
      if (query.month === '2026-99') throw new Problem('invalid-input', 'Please write the month as 2026-11');
      return report;
    },
  });
  return {
    requests,
    ...(await renderPage(<ReportPage />, { api, route: ROUTE, address, permissions: ['bucket:view'] })),
  };
}
const rowsOf = (name: string) =>
  [...page.getByRole('table', { name }).element().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );

describe('the monthly report', () => {
  test('on a phone a table of few columns is read whole, without scrolling', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1440, 900));
    await show();
    const table = page.getByRole('group', { name: 'Dials that end within 60 days, table' });
    await expect.element(table).toBeVisible();
    expect(table.element().scrollWidth).toBe(table.element().clientWidth);
  });

  test('says what changed, who approved it, what was expected, which dials did nothing, and which end', async () => {
    const { requests } = await show();
    await expect.element(page.getByRole('heading', { name: 'Cyber Privacy & Tech, October 2026' })).toBeVisible();
    expect(requests).toEqual([['cyber-privacy-and-tech', '2026-10']]);
    await expect.element(page.getByText('Owner: Demo Cyber Lead. Its review was due 1 Oct 2026.')).toBeVisible();
    expect(rowsOf('What changed')).toEqual([
      [
        '9101 Alder',
        'v1214 Nov 2026',
        'Base appetite to 600,000Submitted by Demo Underwriter; approved by Demo Reviewer One, Demo Reviewer Two',
        '26,788 of 38,412 risks (69.7%)',
        '1,204 of 1,731 decisions (69.6%)As expected',
      ],
      ['9102 Birch', 'v315 Nov 2026', 'No descriptionWent live without a review', 'Not measured', 'no decisions yet'],
    ]);
    expect(rowsOf('Dials that decided nothing')).toEqual([
      [
        '9101 Alder',
        'Cyber property damage carve-out v2',
        '41 risks matched it, Cyber excess of $50m decided first',
        '21,998',
      ],
      ['9102 Birch', 'Cyber pilot v1', 'it ended 31 Oct 2026', '700'],
    ]);
    expect(rowsOf('Dials that end')).toEqual([['31 Dec 2026', 'Cyber ransomware terms v4', '9101 Alder, 9102 Birch']]);
    await expect.element(page.getByText('And 3 more.')).toBeVisible();
    await expect
      .element(page.getByText(/21,998 decisions\. 3 of 4 production engines report, since 14 Sep 2026\./))
      .toBeVisible();
  });

  test('a month without anything is one sentence', async () => {
    const reporting = { engines: 0, reporting: 0, since: null, until: null, dropped: 0 };
    await show(makeReport({ changes: [], idle: [], ends: [], decisions: 0, reporting }));
    await expect
      .element(page.getByText(/^No version went live, no dial is known to have decided nothing/))
      .toBeVisible();
    await expect.element(page.getByText(/No engine has reported decisions/)).toBeVisible();
    expect(page.getByRole('table').query()).toBeNull();
  });

  test('class and month can be changed, and no month lies ahead', async () => {
    const { router } = await show();
    await page.getByRole('link', { name: 'September 2026' }).click();
    await expect.element(page.getByRole('heading', { name: 'Cyber Privacy & Tech, September 2026' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/reports/cyber-privacy-and-tech/2026-09');
    await page.getByRole('combobox', { name: 'Class of business' }).click();
    await page.getByRole('option', { name: 'Cargo' }).click();
    await expect.element(page.getByRole('heading', { name: 'Cargo, September 2026' })).toBeVisible();
    const thisMonth = new Date().toISOString().slice(0, 7);
    await router.navigate(`/reports/cargo/${thisMonth}`);
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Month' }).element().querySelectorAll('a').length)
      .toBe(1);
  });

  test('an address without a month leads to this one', async () => {
    await show(makeReport(), '/reports/cargo/2026-99');
    await expect.element(page.getByText('There is no such report')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'View this month' }))
      .toHaveAttribute('href', `/reports/cargo/${new Date().toISOString().slice(0, 7)}`);
  });
});
