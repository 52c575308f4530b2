import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { button, choose, DIALS, LIVE, openEditor } from '#web/bucket/edit/testing.tsx';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { STOPPED_IMPACT } from '#domain/bucket/stop.ts';
import { entriesOf, makeBucket, makeDial, makeDraft, ME, numbersOf } from '#web/bucket/testing.tsx';
import type { Api } from '#web/testing/page.tsx';
import { makeImpact, makeMeasured, makeRisk, PORTFOLIO, share } from './testing.ts';

const panel = page.getByRole('complementary', { name: 'Impact' });
const figure = (name: string | RegExp) => page.getByRole('button', { name });
const IDS = DIALS.map(({ dial_id }) => dial_id);
type Body = Parameters<Api['measureImpact']>[0]['body'];

/** The edit page with the panel open, over a fake server that records requests and responds on demand. */
async function open(answers: Partial<Api> = {}) {
  const requests: { body: Body; signal: AbortSignal | undefined; answer: (changed: number) => void }[] = [];
  const measureImpact: Api['measureImpact'] = ({ body }, options) =>
    new Promise((resolve) => {
      const answer = (changed: number) => resolve(makeMeasured(makeImpact(IDS, { changed: share(changed) })));
      requests.push({ body, signal: options?.signal, answer });
    });
  const bucket = makeBucket(LIVE, { draft: makeDraft(LIVE.slice(0, 5)) });
  const opened = await openEditor(bucket, { size: [1440, 900], answers: { measureImpact, ...answers } });
  await expect.element(button('Actions for Dial 5')).toBeVisible();
  await userEvent.keyboard('i');
  await expect.element(panel).toBeVisible();
  return { requests, ...opened };
}
const measured = async () => makeMeasured(makeImpact(IDS));

test('every edit of the unsaved list is measured: the last figures stay, and a superseded request is cancelled', async () => {
  const { requests } = await open();
  await expect.element(panel.getByText('Loading...')).toBeVisible();
  requests[0]?.answer(27_093);
  await expect.element(panel.getByText('of 38,412 risks change')).toBeVisible();
  await expect.element(panel.getByText('70.5%')).toBeVisible();
  await expect.element(figure('Risks decided by Dial 3: 4,791')).toBeVisible();
  await expect.element(panel.getByText('27,093 of 38,412 risks change, 70.5%.')).toBeInTheDocument();

  await choose('Dial 3', 'Move to top');
  await expect.poll(() => requests.length).toBe(2);
  await expect.element(panel.getByText('70.5%')).toBeVisible();
  await choose('Dial 4', 'Move to top');
  await expect.poll(() => requests.length).toBe(3);
  expect(requests.map(({ signal }) => signal?.aborted)).toEqual([false, true, false]);
  expect(requests.map(({ body }) => numbersOf(body.entries as never))).toEqual([
    [1, 2, 3, 4, 5],
    [3, 1, 2, 4, 5],
    [4, 3, 1, 2, 5],
  ]);
  requests[2]?.answer(3_841);
  await expect.element(panel.getByText('10%', { exact: true })).toBeVisible();

  await page.getByText('Saved draft', { exact: true }).click();
  await page.getByText('On own date').click();
  await expect.poll(() => requests.at(-1)?.body).toMatchObject({ against: 'draft', day: 'own' });
});

test('the panel names the list that it measures', async () => {
  const { requests } = await open();
  requests[0]?.answer(27_093);
  await expect.element(panel.getByText('of the saved draft', { exact: true })).toBeVisible();
  await choose('Dial 3', 'Move to top');
  await expect.element(panel.getByText('of your unsaved list', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(panel.getByText('of the saved draft', { exact: true })).toBeVisible();
});

test('without a draft and without a change the panel measures what is live', async () => {
  await openEditor(makeBucket(LIVE), { size: [1440, 900], answers: { measureImpact: measured } });
  await expect.element(button('Actions for Dial 5')).toBeVisible();
  await userEvent.keyboard('i');
  await expect.element(panel.getByText('of the live list', { exact: true })).toBeVisible();
});

test('[R38] of a stopped bucket it says that live answers no risk', async () => {
  const stop = { id: 's1', at: '2026-11-03T10:42:00.000Z', by: ME, reason: 'Wrong rates' };
  const bucket = makeBucket(LIVE, { draft: makeDraft(LIVE.slice(0, 5)), stop });
  await openEditor(bucket, { size: [1440, 900], answers: { measureImpact: measured } });
  await expect.element(button('Actions for Dial 5')).toBeVisible();
  await userEvent.keyboard('i');
  await expect.element(panel.getByText(STOPPED_IMPACT)).toBeVisible();
});

test('the caption says how many rows of its file the portfolio has', async () => {
  const portfolio = { ...PORTFOLIO, risks: 19_640, rows: 20_000 };
  await open({ measureImpact: async () => makeMeasured(makeImpact(IDS), { portfolio }) });
  await expect.element(panel.getByText('19,640 of 20,000 rows, 360 left out')).toBeVisible();
});

test('a figure opens its risks, a risk opens in Try a risk on the measured day, and Escape goes back step by step', async () => {
  const requests: unknown[] = [];
  const listMeasuredRisks: Api['listMeasuredRisks'] = async ({ body, query }) => {
    requests.push([body.figure, query?.cursor]);
    const from = query?.cursor === undefined ? 0 : 50;
    const items = Array.from({ length: 50 }, (_, index) => makeRisk(from + index + 1));
    return { items, next: from === 0 ? 'next' : null, total: 24_732 };
  };
  const { router } = await open({ measureImpact: measured, listMeasuredRisks });
  await expect.element(panel.getByRole('img', { name: 'Change of max line per risk: −$250k to +$3m' })).toBeVisible();
  await figure('Higher max line: 24,732').click();
  const sheet = page.getByRole('region', { name: 'Higher max line' });
  await expect.element(sheet.getByRole('heading', { name: 'Higher max line' })).toHaveFocus();
  await expect.element(sheet.getByText('24,732 risks')).toBeVisible();
  const row = sheet.getByRole('row', { name: /R25-54001/ });
  await expect
    .element(row)
    .toMatchTextContent(/Excess, renewal.*attachment \$10m, revenue \$640m.*before500,000after3,500,000/);
  sheet.getByRole('group', { name: 'Risks' }).element().scrollTo({ top: 3000 });
  await expect.element(sheet.getByRole('link', { name: 'R25-54060' })).toBeVisible();
  const higher = { of: 'value', value: 'max_line', direction: 'higher' };
  expect(requests).toEqual([
    [higher, undefined],
    [higher, 'next'],
  ]);

  await sheet.getByRole('button', { name: 'Export as CSV' }).click();
  await expect.element(page.getByText('100 of 24,732 risks exported')).toBeVisible();
  await sheet.getByRole('link', { name: 'R25-54060' }).click();
  await expect.element(page.getByRole('table', { name: 'Result' })).toBeVisible();
  const tried = new URLSearchParams(router.state.location.search);
  expect([tried.get('date'), tried.get('revenue_ranges')]).toEqual(['2026-11-16', '640000000']);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});

test('a dial shows the overlap that touches most risks with their number, and gaps show how many get no value', async () => {
  const dials = [
    makeDial(1, { dimensions: { is_primary: 'primary' }, values: { max_line: 1 } }),
    makeDial(2, { dimensions: { domicile_countries: ['US'] }, values: { max_line: 2 } }),
    makeDial(3, { dimensions: { revenue_ranges: '[0,10]' }, values: { max_line: 3 } }),
  ];
  const [one, two, three] = entriesOf(dials) as [BucketEntry, BucketEntry, BucketEntry];
  const counted = Promise.withResolvers<undefined>();
  const figures: unknown[] = [];
  const countFigures: Api['countFigures'] = async ({ body }) => {
    figures.push(...body.figures);
    await counted.promise;
    return {
      risks: body.figures.map((figure) => {
        if (figure.of !== 'overlap') return 401;
        return figure.first === two.dial_id && figure.second === three.dial_id ? 1309 : 2000;
      }),
    };
  };
  const listMeasuredRisks = async () => ({ items: [makeRisk(1)], next: null, total: 1309 });
  const bucket = makeBucket([one, two], { draft: makeDraft([one, two, three]) });
  const answers = { measureImpact: measured, countFigures, listMeasuredRisks };
  await openEditor(bucket, { dials, size: [1440, 900], answers });
  const row = page.getByRole('row', { name: /^Dial 3, / });
  await expect.element(row).toMatchTextContent(/Overlaps dial 2 with another max line Show me/);
  expect(figures).toEqual([]);
  await userEvent.keyboard('i');
  await expect.poll(() => figures.length).toBe(4);
  await expect.element(row).toMatchTextContent(/Overlaps dial 2 with another max line Show me/);
  counted.resolve(undefined);
  await expect
    .element(row)
    .toMatchTextContent(/Overlaps dial 2 with another max line, Risks found: 1,309 risks Show me/);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect
    .element(page.getByRole('list', { name: 'Gaps' }))
    .toMatchTextContent(/^Risks found: 401 risks get no max lineas liveShow me/);
  await row.getByRole('button', { name: 'Risks found: 1,309' }).click();
  const sheet = page.getByRole('region', { name: 'Matched by dial 2, Dial 2 and dial 3, Dial 3' });
  await expect.element(sheet.getByText('1,309 risks')).toBeVisible();
});

test('brokers come first, the rest on demand; the same in premium; people without access to single risks see why', async () => {
  const refused = 'You need view on portfolio to see single risks.';
  const impact = makeImpact(IDS);
  const groups = impact.groups.map(({ members, ...group }) => ({
    ...group,
    members: members.map((one) =>
      one.key === 'Anchor' ? { ...one, changed: { risks: 3_000, premium: 9_000_000 } } : one,
    ),
  }));
  await open({
    measureImpact: async () => makeMeasured({ ...impact, groups }),
    listMeasuredRisks: () => Promise.reject(new Problem('not-allowed', refused)),
  });
  await expect.element(panel.getByText('Gantry Specialty')).toBeVisible();
  const titles = [...panel.element().querySelectorAll('h3')].map(({ textContent }) => textContent);
  expect(titles).toEqual(['Dials behind the changes', 'Brokers', 'Countries', 'Office']);
  await expect.element(panel.getByText('Anchor')).not.toBeInTheDocument();
  await figure('Show all 14 brokers').click();
  await expect.element(panel.getByText('Anchor')).toBeVisible();
  await expect.element(panel.getByText('and 9 more with fewer risks')).toBeVisible();
  await page.getByText('Premium', { exact: true }).click();
  await expect.element(figure('Risks that change: $27.1m')).toBeVisible();
  await expect.element(panel.getByText('of $38.4m premium is on risks that change')).toBeVisible();
  // Anchor has few risks, and the largest premium.
  const brokers = panel.getByRole('region', { name: 'Brokers' });
  await expect.element(brokers).toMatchTextContent(/Anchor.*Lighthouse Wholesale/);
  await figure(/^Holdfast/).click();
  await expect.element(page.getByText('Single risks are not shown to you')).toBeVisible();
  await expect.element(page.getByText(refused)).toBeVisible();
  await button('Close risks').click();
  await expect.element(figure(/^Holdfast/)).toHaveFocus();
});

test('while the demo portfolio is being generated the panel says how far it is, then measures', async () => {
  let percent: number | undefined = 40;
  await open({
    measureImpact: async () => (percent === undefined ? measured() : { state: 'no-portfolio', preparing: percent }),
  });
  await expect.element(panel.getByText('Preparing the demo portfolio, 40%')).toBeVisible();
  percent = undefined;
  await expect.element(panel.getByText('of 38,412 risks change')).toBeVisible();
});

test('one line says if nothing can be measured or nothing changes, and a failure can be retried', async () => {
  const states: Awaited<ReturnType<Api['measureImpact']>>[] = [
    { state: 'no-portfolio' },
    { state: 'none-of-class', portfolio: PORTFOLIO },
    makeMeasured(makeImpact(IDS, { changed: share(0) })),
  ];
  let fails = true;
  const measureImpact: Api['measureImpact'] = async () => {
    const state = fails ? undefined : states.shift();
    if (state === undefined) throw new Problem('unavailable', 'Measuring took too long.');
    return state;
  };
  await open({ measureImpact });
  await expect.element(panel.getByText('Measuring took too long.')).toBeVisible();
  fails = false;
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect.element(panel.getByText('No portfolio yet. An administrator can load one.')).toBeVisible();
  await expect.element(panel.getByRole('link', { name: 'Load a portfolio' })).not.toBeInTheDocument();
  await choose('Dial 3', 'Move to top');
  await expect.element(panel.getByText('No Cyber Privacy & Tech risks in Risks of 2025.')).toBeVisible();
  await choose('Dial 4', 'Move to top');
  await expect.element(panel.getByText('No risk changes.').first()).toBeVisible();

  // Both panels share one place: the last opened wins.
  (page.getByRole('row', { name: /^Dial 5, / }).element() as HTMLElement).focus();
  await userEvent.keyboard('c');
  const compare = page.getByRole('complementary', { name: 'Compare' });
  await expect.element(compare).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  await button('Impact').click();
  await expect.element(panel).toBeVisible();
  await expect.element(compare).not.toBeInTheDocument();
});
