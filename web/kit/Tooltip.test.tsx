import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Tooltip } from './Tooltip.tsx';
import { renderUi } from '#web/testing/page.tsx';

const long = 'A sentence that goes on. '.repeat(200);

describe('tooltip', () => {
  test('it is at most 320 px wide and 300 px high, and 8 px from the edge of the window', async () => {
    await renderUi(
      <Tooltip label={long}>
        <button type="button" style={{ position: 'fixed', top: 0, left: 0 }}>
          Target
        </button>
      </Tooltip>,
      { real: true },
    );
    await page.getByRole('button', { name: 'Target' }).hover();
    const tooltip = page.getByRole('tooltip');
    await expect.element(tooltip).toBeVisible();
    await expect.poll(() => tooltip.element().getBoundingClientRect().left).toBe(8);
    const box = tooltip.element().getBoundingClientRect();
    expect(box.width).toBe(320);
    expect(box.height).toBe(300);
  });

  test('keyboard focus shows it, Esc hides it', async () => {
    await renderUi(
      <Tooltip label="Back to Dials">
        <button type="button">Target</button>
      </Tooltip>,
    );
    await userEvent.tab();
    await expect.element(page.getByRole('tooltip', { name: 'Back to Dials' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  });
});
