import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReferenceData } from '#contract/reference.ts';
import { bar, button, choose, EDIT, openEditor, undo } from '#web/bucket/edit/testing.tsx';
import { entriesOf, entryOf, makeBucket, makeDial, makeDraft, NOTHING_REFERRED, OTHER } from '#web/bucket/testing.tsx';
import { fakeExamples, makeExample } from './testing.ts';
import { DEMONSTRATION } from '#web/risk/useTriedRisk.ts';
import { watchText } from '#web/testing/watchText.ts';

const DIALS = [
  makeDial(1, {
    name: 'Excess',
    dimensions: { is_primary: 'excess', attachment_point_ranges: '[10000000,)' },
    values: { max_line: 900_000 },
  }),
  makeDial(2, { name: 'Small', dimensions: { revenue_ranges: '[0,100000000)' }, values: { max_line: 700_000 } }),
  makeDial(3, { name: 'Base', values: { max_line: 500_000, policy_share_cap: 5 } }),
] as const;
const RISK = 'date=2026-11-16&journey=renewal&is_primary=primary&revenue_ranges=640000000';

const open = (search = '', entries = entriesOf(DIALS), size: [number, number] = [1440, 900]) =>
  openEditor(makeBucket(entriesOf(DIALS), { draft: makeDraft(entries) }), { dials: DIALS, at: EDIT + search, size });
const result = page.getByRole('table', { name: 'Result' });
const row = (name: string) => result.getByRole('row', { name: new RegExp(` (part|yet) ${name}\\b`) });
const value = (label: string) => result.getByRole('columnheader', { name: new RegExp(`^${label}`) });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

test('a risk is tried on the unsaved list: result and URL follow every key without a request', async () => {
  const { server, router } = await open();
  await choose('Base', 'Move to top');
  await expect.element(bar(1)).toBeVisible();
  await button('Try a risk').click();
  await expect.element(page.getByText('Type a risk', { exact: true })).toBeVisible();
  const heads = [...document.querySelectorAll('table[aria-label="Dials"] thead th span')];
  expect(heads.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
  const callsBefore = server.calls.length;

  await button('Excess').click();
  await field('Attachment point').fill('12m');
  await expect.element(page.getByText('2 of 3 dials take part')).toBeVisible();
  await expect.element(row('Excess')).toMatchTextContent(/Matched, all 2 dimensions.*beaten: 900,000/);
  await field('Revenue').fill('640m');
  await expect.element(row('Small')).toMatchTextContent(/takes no part.*Revenue\$640m, asks for \$0 to \$100m/);
  await expect
    .poll(() => new URLSearchParams(router.state.location.search).toString())
    .toMatch(/^try=&date=\d{4}-\d\d-\d\d&is_primary=excess&attachment_point_ranges=12000000&revenue_ranges=640000000$/);
  await expect
    .element(page.getByRole('group', { name: 'Against live v12' }))
    .toMatchTextContent(/Max linefrom 900,000 to 500,000ReorderedThe other four values stay the same/);
  expect(server.calls.length).toBe(callsBefore);

  await userEvent.keyboard('{Escape}');
  await expect.element(button('Try a risk')).toHaveFocus();
  expect(router.state.location.search).toBe('');
  await expect.element(bar(1)).toBeVisible();
  await button('Try a risk').click();
  await expect.element(field('Revenue')).toHaveValue('640,000,000');
  await button('Close').click();
  await undo.click();
  await expect.element(bar(1)).not.toBeInTheDocument();
});

test('a link’s risk is shown, its unreadable parts are reported, and the next change drops them', async () => {
  const { router } = await open(`?try=&${RISK}&attachment_point_ranges=high&tab=values`);
  await expect.element(value('Max line')).toMatchTextContent(/500,000from dial 3/);
  const message = page.getByText('Attachment point must be a number.');
  await expect.element(message).toBeVisible();
  await expect.element(row('Excess')).toMatchTextContent(/Primary or excessPrimary, asks for Excess/);
  await button('Primary').click();
  await expect.element(row('Excess')).toMatchTextContent(/not known, asks for Excess/);
  await expect.element(message).not.toBeInTheDocument();
  await expect
    .poll(() => router.state.location.search)
    .toBe('?tab=values&try=&date=2026-11-16&journey=renewal&revenue_ranges=640000000');
});

test('only dimensions that a dial sets are shown at first; an unparsable number stays and says so', async () => {
  await open(`?try=&${RISK}&company_size_ranges=25`);
  await expect.element(field('Company size')).toHaveValue('25');
  await expect.element(field('Bankruptcy index')).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^\d+ more dimensions$/ }).click();
  await field('Bankruptcy index').fill('about 3');
  await expect.element(page.getByText(/^Please give a number like/)).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.element(page.getByText(/^Please give a number like/)).toBeVisible();
  await expect.element(field('Bankruptcy index')).toHaveValue('about 3');
  await button('Clear').click();
  await expect.element(field('Bankruptcy index')).toHaveValue('');
  await expect.element(field('Revenue')).toHaveValue('');
});

test('a pasted risk is refused by path without losing the text, and then replaces the other', async () => {
  await open(`?try=&${RISK}`, [entryOf(DIALS[2], { max_line: 1_250_000 })]);
  await expect.element(row('Base')).toMatchTextContent(/1,250,000, override/);
  await expect.element(page.getByRole('group', { name: 'Against live v12' })).toMatchTextContent(/1,250,000Overridden/);
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Paste JSON' }).click();
  const pasted = page.getByRole('textbox', { name: 'Risk as JSON' });
  const wrong = '{"dimensions": {"revenue_ranges": "640m", "colour": "red"}}';
  await pasted.fill(wrong);
  await button('Use this risk').click();
  const refused = page.getByText(/There is no dimension called/);
  await expect.element(refused).toMatchTextContent(/dimensions\.colour There is no dimension called “colour”\./);
  await expect.element(page.getByText(/^dimensions.revenue_ranges Revenue must be a number\.$/)).toBeVisible();
  await expect.element(pasted).toHaveValue(wrong);
  await pasted.fill('{"journey": "facility", "dimensions": {"revenue_ranges": 5}}');
  await button('Use this risk').click();
  await expect.element(field('Revenue')).toHaveValue('5');
  await expect.element(page.getByRole('combobox', { name: 'Journey' })).toHaveValue('Facility');
  await expect.element(field('On date')).toHaveValue('16 Nov 2026');
});

test('beside the navigation of a window of 1280 pixels the day and the five values fit', async () => {
  await open(`?try=&${RISK}`, entriesOf(DIALS), [1056, 900]);
  await expect.element(field('On date')).toHaveValue('16 Nov 2026');
  for (const found of [field('On date'), page.getByRole('group', { name: 'Result of the risk' })])
    expect(found.element().scrollWidth).toBe(found.element().clientWidth);
});

test('on a phone each value stands below its dial with its label, and nothing scrolls sideways', async () => {
  await open('?try=', entriesOf(DIALS), [390, 844]);
  const table = page.getByRole('table', { name: 'Dials' });
  await expect.element(table).toBeVisible();
  const { left, right } = table.element().getBoundingClientRect();
  expect([left >= 0, right <= 390]).toEqual([true, true]);
  const labels = [...table.element().querySelectorAll<HTMLElement>('tbody td[data-label]')]
    .filter((cell) => cell.checkVisibility())
    .map((cell) => getComputedStyle(cell, '::before').content);
  expect(labels).toContain('"Max line "');
});

test('an empty list says so, and that there is nothing to compare', async () => {
  await openEditor(makeBucket([], { draft: makeDraft([]) }), { at: `${EDIT}?try=&${RISK}` });
  await expect.element(page.getByText('Your edit has no dials')).toBeVisible();
  await expect
    .element(page.getByRole('group', { name: 'Against live v12' }))
    .toMatchTextContent(/No value is set on either side$/);
});

test('a reason names options from the first render, never their codes', async () => {
  const dials = [makeDial(1, { name: 'Home', dimensions: { domicile_countries: ['GB'] }, values: { max_line: 1 } })];
  const reference = Promise.withResolvers<ReferenceData>();
  const answers = { getReferenceData: () => reference.promise };
  await openEditor(makeBucket(entriesOf(dials)), { dials, answers });
  const shown = watchText();
  await button('Try a risk').click();
  await expect.element(page.getByRole('region', { name: 'Risk' })).toBeVisible();
  const option = { code: 'GB', label: 'United Kingdom', group: null, retired: false };
  reference.resolve({ ...NOTHING_REFERRED, countries: [option] });
  await expect.element(page.getByRole('rowheader', { name: /^Home/ })).toMatchTextContent(/asks for United Kingdom/);
  expect(shown()).not.toContain('for GB');
});

test('before anything is known, each dial shows what it asks for and sets; nothing is a miss, saved or cleared', async () => {
  const later = makeDial(4, { name: 'Later', active_from: '2999-01-01', values: { max_line: 7 } });
  const dials = [...DIALS, later];
  await openEditor(makeBucket(entriesOf(dials)), { dials, at: `${EDIT}?try=`, size: [1440, 900] });
  const before = page.getByRole('table', { name: 'Dials' });
  await expect
    .element(before.getByRole('row', { name: /^Dial 1 ?, Excess/ }))
    .toMatchTextContent(/Excess, attachment \$/);
  await expect.element(before.getByRole('row', { name: /^Dial 4 ?, Later/ })).toMatchTextContent(/Starts 1 Jan 2999/);
  expect(before.element().textContent).not.toMatch(/[[(]\d/);
  expect(result.query()).toBeNull();
  expect(page.getByRole('group', { name: 'Against live v12' }).query()).toBeNull();
  await expect.element(button('Clear')).toBeDisabled();
  await expect.element(button('Save as example')).toHaveAttribute('title', 'Nothing to save yet');
  await button('Excess').click();
  await expect.element(row('Excess')).toMatchTextContent(/Attachment pointnot known, asks for .*Would decide max line/);
  await button('Clear').click();
  await expect.element(before).toBeVisible();
});

test('the focus starts in the examples: arrows choose, Enter tries, Tab goes to the form', async () => {
  const { answers } = fakeExamples([makeExample(1, { name: 'First' }), makeExample(2, { name: 'Second' })]);
  await openEditor(makeBucket(entriesOf(DIALS)), { dials: DIALS, size: [1440, 900], answers });
  await button('Try a risk').click();
  const example = (name: string) => page.getByRole('button', { name: new RegExp(`(Passes|Breaks) ${name} `) });
  await expect.poll(() => document.activeElement?.textContent).toMatch(/First/);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(example('Second')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await userEvent.tab();
  await expect
    .poll(() => document.activeElement?.closest('form, section')?.getAttribute('aria-label'))
    .not.toBe('Examples');
  (example('Second').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('as in the example')).toBeVisible();
});

test('a row is read with its number, its name and what it asks for', async () => {
  await open('?try=');
  const dials = page.getByRole('table', { name: 'Dials' });
  await expect
    .element(dials.getByRole('row', { name: /^Dial 2 ?, Small ?, asks for revenue \$0 to \$100m/ }))
    .toBeVisible();
});

test('a finding that any risk demonstrates shows its result, although nothing is known of the risk', async () => {
  const { router } = await open('?try=');
  await expect.element(page.getByText('Type a risk', { exact: true })).toBeVisible();
  await router.navigate(`${EDIT}?try=`, { state: DEMONSTRATION });
  await expect.element(page.getByText('1 of 3 dials takes part')).toBeVisible();
  await expect.element(value('Max line')).toMatchTextContent(/500,000from dial 3/);
});

test('[R38] the live list of a stopped bucket gives no values and says why; the draft can be tried', async () => {
  const stop = { id: 's1', at: '2026-11-03T10:42:00.000Z', by: OTHER, reason: 'Wrong rates' };
  const bucket = makeBucket(entriesOf(DIALS), { draft: makeDraft(entriesOf(DIALS)), stop });
  await openEditor(bucket, { dials: DIALS, at: `${EDIT}?try=live&${RISK}`, size: [1440, 900] });
  await expect.element(page.getByRole('heading', { name: 'Live v12 answers no risk' })).toBeVisible();
  await expect.element(page.getByText('The bucket is stopped: no value is set, whatever the risk.')).toBeVisible();
  await expect.element(result).not.toBeInTheDocument();
  await page.getByText('Your edit', { exact: true }).click();
  await expect.element(value('Max line')).toMatchTextContent(/500,000from dial 3/);
  await expect
    .element(page.getByRole('group', { name: 'Against live v12' }))
    .toMatchTextContent(/The bucket is stopped: no value is set, whatever the risk\.$/);
});
