import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { makeImpact, makeRisk, share } from '#web/impact/measure/testing.ts';
import { REFERENCE } from '#web/dial/details/testing.tsx';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { ImpactView } from './ImpactView.tsx';

const IMPACT = makeImpact(['d1', 'd2']);
const onFigure = vi.fn();
const dials = {
  positionOf: (id: string) => Number(id.slice(1)),
  nameOf: (id: string) => `Dial ${id}`,
  inSentence: (id: string) => id,
};

async function show(...[props]: Parameters<typeof ImpactView>) {
  onFigure.mockClear();
  const api = fakeApi({ getReferenceData: async () => REFERENCE });
  const { screen } = await renderPage(
    <section aria-label="Impact">
      <ImpactView {...props} />
    </section>,
    { api, route: '/', address: '/' },
  );
  return screen;
}
const view = page.getByRole('region', { name: 'Impact', exact: true });
const list = (name: string) => view.getByRole('region', { name });
const none = { ...IMPACT, changed: share(0) };

test('a line has the share and the most important value', async () => {
  const screen = await show({ density: 'line', impact: IMPACT, day: '2027-01-01' });
  await expect
    .element(view)
    .toMatchTextContent(
      '27,093 of 38,412 risks change on 1 Jan 202770.5%Max line 594 lower 24,732 higherand 2 more values',
    );
  await screen.unmount();
  await show({ density: 'line', impact: none, day: null });
  await expect.element(view).toMatchTextContent('No risk changes each on its day.');
});

test('on a phone it is the value that most risks change, read as a list of its bars', async () => {
  await show({ density: 'phone', impact: IMPACT, day: '2027-01-01' });
  await expect.element(view).toMatchTextContent(/^70\.5% of risks change27,093 of 38,412 on 1 Jan 2027Max line, USD/);
  const bars = view.getByRole('list', { name: 'Max line before and after' }).getByRole('listitem');
  await expect.element(bars.first()).toMatchTextContent('500,000: before 37,818, after 13,086');
});

test('in the panel each number and bar leads to its risks, and more is shown on request', async () => {
  await show({
    density: 'panel',
    impact: IMPACT,
    counted: 'risks',
    onFigure,
    dials,
    head: 'Against live',
    control: 'Counted in',
    children: 'Capacity',
  });
  await expect.element(view).toMatchTextContent(/^Against live.*70\.5%Counted in.*Capacity/);
  await view.getByRole('button', { name: 'Higher max line: 24,732' }).click();
  await list('Dials behind the changes')
    .getByRole('button', { name: /^1 ?Dial d1/ })
    .click();
  await expect.element(list('Brokers').getByRole('button', { name: /^Anchor/ })).not.toBeInTheDocument();
  await list('Brokers').getByRole('button', { name: 'Show all 14 brokers' }).click();
  await list('Brokers')
    .getByRole('button', { name: /^Anchor/ })
    .click();
  expect(onFigure.mock.calls.map(([figure]) => figure)).toEqual([
    { of: 'value', value: 'max_line', direction: 'higher' },
    { of: 'behind', dial_id: 'd1' },
    { of: 'group', by: { dimension: 'brokers' }, key: 'Anchor' },
  ]);
  await expect.element(list('Brokers')).toMatchTextContent(/and 9 more with fewer risks$/);
});

test('where nothing changes the panel keeps its head and what stands below the values', async () => {
  const panel = {
    counted: 'risks',
    onFigure,
    dials,
    head: 'Against live',
    control: null,
    children: 'Capacity',
  } as const;
  await show({ density: 'panel', impact: none, ...panel });
  await expect.element(view).toMatchTextContent(/^Against live.*No risk changes\.Capacity$/);
});

test('a page shows each value, the segments, and the largest changes', async () => {
  await show({
    density: 'page',
    impact: IMPACT,
    counted: 'risks',
    onFigure,
    largest: [makeRisk(1)],
    tryRisk: () => '/try',
  });
  expect(view.getByRole('list', { name: /before and after$/ }).elements()).toHaveLength(4);
  await expect.element(view.getByRole('group', { name: 'Max line' })).toMatchTextContent(/594 lower.*24,732 higher$/);
  await list('Segments that change most')
    .getByRole('button', { name: /primary/ })
    .click();
  expect(onFigure.mock.calls).toEqual([[{ of: 'segment', layer: 'primary', country: 'US' }]]);
  await expect
    .element(list('Largest changes').getByRole('link', { name: 'R25-54001' }))
    .toHaveAttribute('href', '/try');
  await expect.element(view.getByRole('heading', { level: 3, name: 'Largest changes' })).toBeVisible();
});

test('paper has nothing to press, and the table in the open', async () => {
  await show({ density: 'paper', impact: IMPACT, counted: 'risks', onFigure: undefined, largest: [makeRisk(1)] });
  await expect.element(view.getByRole('table', { name: 'Before and after' })).toBeVisible();
  await expect.element(list('Segments that change most')).toMatchTextContent(/and 106 more$/);
  await expect.element(view.getByRole('heading', { level: 4, name: 'Segments that change most' })).toBeVisible();
  expect(view.getByRole('button').or(view.getByRole('link')).elements()).toHaveLength(0);
});
