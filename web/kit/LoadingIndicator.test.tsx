import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LoadingIndicator } from './LoadingIndicator.tsx';
import { renderUi } from '#web/testing/page.tsx';

describe('loading indicator', () => {
  test.each(['large', 'small'] as const)('the %s one says Loading...', async (size) => {
    await renderUi(<LoadingIndicator size={size} />);
    await expect.element(page.getByRole('status')).toHaveTextContent('Loading...');
  });

  test('it waits 150 ms before it appears, and only its knob turns, once in 1.1 s', async () => {
    await renderUi(<LoadingIndicator size="large" />);
    const status = page.getByRole('status').element();
    expect(getComputedStyle(status).animationDelay).toBe('0.15s');
    expect(getComputedStyle(status).animationFillMode).toBe('backwards');
    const turning = [...status.querySelectorAll('svg, svg *')].filter(
      (part) => getComputedStyle(part).animationName !== 'none',
    );
    expect(turning.map((part) => part.tagName)).toEqual(['g']);
    expect(turning.map((part) => getComputedStyle(part).animationDuration)).toEqual(['1.1s']);
  });
});
