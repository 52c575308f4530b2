import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isForClass } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { button, dialOf, field, renderEditor } from './testing.tsx';

const choice = (name: string) => page.getByRole('combobox', { name });
const radio = (group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name });

function paste(into: Element, text: string): void {
  const data = new DataTransfer();
  data.setData('text', text);
  into.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

describe('dimensions', () => {
  test('hundreds of options: few are rendered at once, and the last is found by typing', async () => {
    await renderEditor('/dimensions', dialOf({}));
    await choice('Brokers').click();
    await expect.element(page.getByRole('option').first()).toBeVisible();
    expect(page.getByRole('option').elements().length).toBeLessThanOrEqual(60);
    await choice('Brokers').fill('number 299');
    await page.getByRole('option', { name: 'Broker number 299' }).click();
    await expect.element(button('Remove Broker number 299')).toBeInTheDocument();
  });

  test.each([
    [1440, 900],
    [1024, 768],
  ])('at %d the steps and what the dial says stay in view while the dimensions scroll', async (width, height) => {
    await page.viewport(width, height);
    onTestFinished(() => page.viewport(1440, 900));
    const { screen } = await renderEditor('/dimensions', dialOf({ dimensions: { risk_codes: ['CY'] } }));
    // As high as the window, as in the shell.
    screen.container.style.height = `${height}px`;
    const says = page.getByRole('heading', { name: 'Applies when' });
    await expect.element(says).toBeInViewport();
    for (const group of ['Placement', 'Energy']) {
      page.getByRole('region', { name: group }).element().scrollIntoView();
      await expect.element(says).toBeInViewport();
      await expect.element(page.getByRole('link', { name: /Information/ }).first()).toBeInViewport();
    }
  });

  test('Enter takes the first match, here and in the filter by class', async () => {
    const { router } = await renderEditor('/dimensions', dialOf({}));
    // Opened first: what a list marks when it opens must not undo what typing marked.
    await choice('Brokers').click();
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await choice('Brokers').fill('number 29');
    await expect.element(page.getByRole('option', { name: 'Broker number 29', exact: true })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Remove Broker number 29')).toBeInTheDocument();
    await choice('Filter by class').click();
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await choice('Filter by class').fill('cyber');
    await expect.element(page.getByRole('option', { name: 'Cyber Privacy & Tech' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.search).toBe('?cob=cyber-privacy-and-tech');
  });

  test('a pasted column is accepted; unknown values are named and nothing else is lost', async () => {
    const { server } = await renderEditor('/dimensions', dialOf({ dimensions: { risk_codes: ['CY'] } }));
    await choice('Risk codes').click();
    paste(choice('Risk codes').element(), 'CZ\nQQ\nData and privacy breach\n');
    await expect.element(page.getByText('Not known and left out: QQ.')).toBeVisible();
    await button('Save Draft').click();
    await expect.poll(() => server.dial?.data.dimensions.risk_codes).toEqual(['CY', 'CZ']);
  });

  test('the class filters, shows how many fit, is in the URL, and hides nothing that is set', async () => {
    const dial = dialOf({ dimensions: { fi_is_pi_coverage: true } });
    const fitting = DIMENSION_KEYS.filter((key) => isForClass(dimensionOf(key), 'cyber-privacy-and-tech'));
    const { router } = await renderEditor('/dimensions', dial);
    await choice('Filter by class').click();
    await page.getByRole('option', { name: 'Cyber Privacy & Tech' }).click();
    await expect
      .element(page.getByText(`${fitting.length} of ${DIMENSION_KEYS.length} dimensions fit this class`))
      .toBeVisible();
    expect(router.state.location.search).toBe('?cob=cyber-privacy-and-tech');
    await expect.element(page.getByRole('region', { name: 'Cyber' })).toBeVisible();
    expect(page.getByRole('region', { name: 'Energy' }).query()).toBeNull();
    await expect.element(page.getByRole('radiogroup', { name: 'PI coverage' })).toBeVisible();
    await expect.element(page.getByText('Set, though not for this class')).toBeVisible();
  });

  test('Set only, and a search over the dimensions', async () => {
    await renderEditor('/dimensions', dialOf({ dimensions: { is_primary: 'excess' } }));
    await page.getByText('Set only').click();
    await expect.element(choice('Risk codes')).not.toBeInTheDocument();
    await expect.element(radio('Primary or excess', 'Excess')).toBeChecked();
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search dimensions' }).fill('bankrupt');
    await expect.element(field('Bankruptcy index')).toBeVisible();
    await expect.element(choice('Risk codes')).not.toBeInTheDocument();
  });

  test('a collapsed group summarises what is set in it', async () => {
    await renderEditor('/dimensions', dialOf({ dimensions: { domicile_countries: ['US', 'CA'] } }));
    const head = button(/^Company/);
    await expect.element(head).toMatchTextContent('1 of 8 set');
    await expect.element(choice('Domicile')).toBeVisible();
    await head.click();
    await expect.element(choice('Domicile')).not.toBeInTheDocument();
    await expect.element(head).toMatchTextContent('Domicile United States, Canada');
  });

  test('every kind can be set and unset', async () => {
    const { server } = await renderEditor('/dimensions', dialOf({ dimensions: { company_first_year_issuance: true } }));
    await page.getByRole('radiogroup', { name: 'Primary or excess' }).getByText('Excess').click();
    await page.getByRole('radiogroup', { name: 'First-year issuance' }).getByText('Any').click();
    await page.getByRole('group', { name: 'Listed status' }).getByText('Private').click();
    await page.getByRole('group', { name: 'Listed status' }).getByText('Listed').click();
    await field('Bankruptcy index').fill('[-5,1.81)');
    await button('Save Draft').click();
    await expect
      .poll(() => server.dial?.data.dimensions)
      .toEqual({
        is_primary: 'excess',
        company_listed_statuses: ['listed', 'private'],
        company_bankruptcy_index_ranges: '[-5,1.81)',
      });
  });
});
