import { useEffect } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useKeys } from '#web/kit/keys.ts';
import { notify, Toaster } from '#web/kit/Toaster.tsx';
import { renderUi } from './page.tsx';
import { resetPage, takeLeftovers } from './pageState.ts';

const onKey = () => undefined;

describe('leftovers of mistakes', () => {
  test.each<[what: string, leave: () => void, named: RegExp]>([
    ['fake timers', () => vi.useFakeTimers(), /^a fake clock$/],
    ['another date', () => vi.setSystemTime('2026-11-17'), /^a fake clock$/],
    [
      'a listener on the window',
      () => window.addEventListener('resize', onKey),
      /^a listener to resize on the window$/,
    ],
    ['one on the document', () => document.addEventListener('keydown', onKey, true), /keydown on the document$/],
    ['an element', () => document.body.append(document.createElement('dialog')), /^an element: <dialog>/],
    ['a global', () => Object.assign(window, { forgotten: 1 }), /^window\.forgotten$/],
    ['an attribute', () => document.body.setAttribute('data-scroll-locked', '1'), /body data-scroll-locked="1"$/],
    ['another address', () => window.history.replaceState(null, '', '?forgotten'), /^the address .*\?forgotten$/],
  ])('%s is named, and removed', async (_what, leave, named) => {
    leave();
    expect(await takeLeftovers()).toEqual([expect.stringMatching(named)]);
    expect(await takeLeftovers()).toEqual([]);
  });

  test('a component that keeps listening after unmount is named', async () => {
    function Leaking() {
      useEffect(() => window.addEventListener('storage', onKey), []);
      return <p>Here</p>;
    }
    await renderUi(<Leaking />);
    expect(await takeLeftovers()).toEqual(['a listener to storage on the window']);
  });

  test('what is cleaned up, or ends by itself, is no leftover', async () => {
    function Tidy() {
      useKeys('This page', [{ keys: 'x', does: 'Nothing', run: onKey }]);
      return <p>Here</p>;
    }
    await renderUi(<Tidy />);
    window.addEventListener('resize', onKey);
    window.removeEventListener('resize', onKey);
    window.addEventListener('resize', onKey, { once: true });
    expect(await takeLeftovers()).toEqual([]);
    expect(page.getByText('Here').query()).toBeNull();
  });

  // The guard of setup.ts itself: it checks after the test.
  test.fails('the test that leaves it fails', () => {
    expect(vi.useFakeTimers().isFakeTimers()).toBe(true);
  });
});

test('normal side effects are reset', async () => {
  const size = [window.innerWidth, window.innerHeight];
  await page.viewport(500, 600);
  notify('Saved');
  localStorage.setItem('kept', '1');
  sessionStorage.setItem('kept', '1');
  document.title = 'Dials';
  const now = vi.spyOn(performance, 'now').mockReturnValue(1);
  vi.stubGlobal('stubbed', 1);
  await resetPage();
  expect(localStorage.length + sessionStorage.length).toBe(0);
  expect(document.title).toBe('');
  expect(performance.now()).not.toBe(1);
  expect(now.mock.calls).toEqual([]);
  expect(window).not.toHaveProperty('stubbed');
  expect([window.innerWidth, window.innerHeight]).toEqual(size);
  await renderUi(<Toaster />);
  expect(page.getByText('Saved').query()).toBeNull();
});
