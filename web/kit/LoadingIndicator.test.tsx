import { describe, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { LoadingIndicator } from './LoadingIndicator.tsx';
import { renderUi } from '#web/testing/page.tsx';

describe('loading indicator', () => {
  test.each(['large', 'small'] as const)('the %s one says Loading...', async (size) => {
    await renderUi(<LoadingIndicator size={size} />);
    await expect.element(page.getByRole('status')).toHaveTextContent('Loading...');
  });

  test.each([
    { motion: 'no-preference', moving: { g: '1.1s' } },
    { motion: 'reduce', moving: { svg: '1.6s' } },
  ])('it waits 150 ms before it appears; with motion set to $motion it moves $moving', async ({ motion, moving }) => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: motion }] });
    await renderUi(<LoadingIndicator size="large" />);
    const status = page.getByRole('status').element();
    expect(getComputedStyle(status).animationDelay).toBe('0.15s');
    expect(getComputedStyle(status).animationFillMode).toBe('backwards');
    const parts = [...status.querySelectorAll('svg, svg *')].filter(
      (part) => getComputedStyle(part).animationName !== 'none',
    );
    expect(Object.fromEntries(parts.map((part) => [part.tagName, getComputedStyle(part).animationDuration]))).toEqual(
      moving,
    );
  });
});
