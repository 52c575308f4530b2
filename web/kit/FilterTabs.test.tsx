import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FilterTabs } from './FilterTabs.tsx';
import { renderUi } from '#web/testing/page.tsx';

const tabs = [
  { value: 'all', label: 'All', count: 148 },
  { value: 'draft', label: 'Draft', count: 14 },
  { value: 'ready', label: 'Ready' },
] as const;

function Example() {
  const [value, setValue] = useState<(typeof tabs)[number]['value']>('all');
  return <FilterTabs label="Dials by status" tabs={tabs} value={value} onChange={setValue} />;
}

const selected = (name: string) => expect.element(page.getByRole('tab', { name, selected: true }));

describe('filter tabs', () => {
  test('arrows, Home and End move, wrap around, and select', async () => {
    await renderUi(<Example />);
    await userEvent.tab();
    await expect.element(page.getByRole('tab', { name: 'All 148' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await selected('Draft 14').toHaveFocus();
    await userEvent.keyboard('{End}');
    await selected('Ready').toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await selected('All 148').toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await selected('Ready').toHaveFocus();
    await userEvent.keyboard('{Home}');
    await selected('All 148').toHaveFocus();
  });

  test('a count that arrives later does not move the tabs', async () => {
    const at = () =>
      page
        .getByRole('tab', { name: /^Draft/ })
        .element()
        .getBoundingClientRect().left;
    const show = (count: number | null) => (
      <FilterTabs
        label="Dials by status"
        tabs={[
          { value: 'all', label: 'All', count },
          { value: 'draft', label: 'Draft', count },
        ]}
        value="all"
        onChange={() => undefined}
      />
    );
    const { rerender } = await renderUi(show(null));
    // Where it could not be read it would look like a count of nothing.
    const places = [...document.querySelectorAll('[role="tab"] [aria-hidden="true"]')];
    expect(places.map((place) => getComputedStyle(place).backgroundColor)).toEqual(
      places.map(() => 'rgba(0, 0, 0, 0)'),
    );
    expect(places).toHaveLength(2);
    await expect.element(page.getByRole('tab', { name: 'Draft', exact: true })).toBeVisible();
    const before = at();
    await rerender(show(14));
    await expect.element(page.getByRole('tab', { name: 'Draft 14' })).toBeVisible();
    expect(at()).toBeCloseTo(before, 0);
  });

  test('the list is one Tab stop: the selected tab', async () => {
    await renderUi(<Example />);
    await page.getByRole('tab', { name: 'Draft 14' }).click();
    const stops = page
      .getByRole('tab')
      .elements()
      .filter((tab) => (tab as HTMLElement).tabIndex === 0);
    expect(stops.map((tab) => tab.textContent)).toEqual(['Draft14']);
  });
});
