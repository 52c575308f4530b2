import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NavBar } from './NavBar.tsx';
import { ShellFrame } from './ShellFrame.tsx';
import { renderUi } from '#web/testing/page.tsx';

const items = [
  { to: '/', label: 'Home', icon: IconHome, count: 4, end: true },
  { to: '/dials', label: 'Dials', icon: IconHome },
];
const person = { name: 'Demo Viewer', email: 'viewer@demo.lineslip.example' };
const onSignOut = vi.fn();
const onSearch = vi.fn();
const onHelp = vi.fn();
const onCalendar = vi.fn();

function Shell() {
  const [collapsed, setCollapsed] = useState(false);
  return (
    <ShellFrame
      collapsed={collapsed}
      onCollapsedChange={setCollapsed}
      nav={(state) => <NavBar {...state} {...{ items, person, onCalendar, onHelp, onSignOut, onSearch }} />}
    >
      <h1>Dials</h1>
    </ShellFrame>
  );
}

const collapse = page.getByRole('button', { name: 'Collapse navigation' });
const expand = page.getByRole('button', { name: 'Expand navigation' });
const navWidth = () => page.getByRole('navigation', { name: 'Main' }).element().getBoundingClientRect().width;

describe('navigation', () => {
  afterEach(() => page.viewport(1280, 800));

  test('Search opens with a click, and names its key', async () => {
    await renderUi(<Shell />, { path: '/dials' });
    const search = page.getByRole('button', { name: 'Search' });
    await expect.element(search).toHaveAttribute('aria-keyshortcuts', 'Control+K');
    await expect.element(search).toMatchTextContent('SearchCtrl K');
    await search.click();
    expect(onSearch).toHaveBeenCalledOnce();
  });

  test('the user menu leads to the API page', async () => {
    await renderUi(<Shell />, { path: '/dials' });
    await page.getByRole('button', { name: /^User menu of/ }).click();
    await expect.element(page.getByRole('menuitem', { name: 'API' })).toHaveAttribute('href', '/api/docs');
  });

  test('it collapses to icons and back: 224 and 60 px, names kept', async () => {
    await page.viewport(1280, 800);
    await renderUi(<Shell />, { path: '/dials' });
    await expect.element(collapse).toHaveAttribute('aria-expanded', 'true');
    expect(navWidth()).toBe(224);
    await collapse.click();
    await expect.element(expand).toHaveAttribute('aria-expanded', 'false');
    expect(navWidth()).toBe(60);
    await expect.element(page.getByRole('link', { name: 'Dials' })).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeInTheDocument();
    await expand.click();
    await expect.element(collapse).toBeVisible();
  });

  test('collapsed icons have tooltips', async () => {
    await page.viewport(1280, 800);
    await renderUi(<Shell />);
    await collapse.click();
    await page.getByRole('link', { name: 'Dials' }).hover();
    await expect.element(page.getByRole('tooltip', { name: 'Dials' })).toBeVisible();
  });

  test('the shown page is current, and pending items are counted', async () => {
    await renderUi(<Shell />, { path: '/dials' });
    await expect.element(page.getByRole('link', { name: 'Dials' })).toHaveAttribute('aria-current', 'page');
    const home = page.getByRole('link', { name: 'Home 4 waiting for you' });
    await expect.element(home).not.toHaveAttribute('aria-current');
  });

  test('below 900 px it starts collapsed, and opens over the page until Esc', async () => {
    await page.viewport(880, 700);
    await renderUi(<Shell />);
    await expect.element(expand).toBeVisible();
    const left = () => page.getByRole('main').element().getBoundingClientRect().left;
    expect(left()).toBe(60);
    await expand.click();
    await expect.element(collapse).toBeVisible();
    expect(navWidth()).toBe(224);
    expect(left()).toBe(60);
    await userEvent.keyboard('{Escape}');
    await expect.element(expand).toBeVisible();
  });

  test('on a phone four areas are at the foot, and the menu of the person is in the head', async () => {
    await page.viewport(390, 844);
    await renderUi(<Shell />);
    const top = (of: Element) => of.getBoundingClientRect().top;
    const menu = page.getByRole('button', { name: /^User menu of/ }).element();
    expect(top(menu)).toBeLessThan(20);
    expect(menu.getBoundingClientRect().right).toBeGreaterThan(380);
    expect(top(page.getByRole('link', { name: 'Dials' }).element())).toBeGreaterThan(780);
  });

  test('signing out takes one click', async () => {
    await page.viewport(1280, 800);
    await renderUi(<Shell />);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(onSignOut).toHaveBeenCalledOnce();
  });

  test('the user menu shows who is signed in, and switches the colour scheme', async () => {
    await page.viewport(1280, 800);
    await renderUi(<Shell />);
    await page.getByRole('button', { name: 'User menu of Demo Viewer viewer@demo.lineslip.example' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.element(page.getByRole('menuitemradio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true');
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('light');
  });

  test('the user menu offers the calendar', async () => {
    await page.viewport(1280, 800);
    await renderUi(<Shell />);
    await page.getByRole('button', { name: /^User menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Calendar' }).click();
    expect(onCalendar).toHaveBeenCalledOnce();
  });

  test('the user menu offers help', async () => {
    await page.viewport(1280, 800);
    await renderUi(<Shell />);
    await page.getByRole('button', { name: /^User menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Help' }).click();
    expect(onHelp).toHaveBeenCalledOnce();
  });

  test('the first Tab stop skips the navigation', async () => {
    await renderUi(<Shell />);
    await userEvent.tab();
    await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#content');
    expect(page.getByRole('main').element().id).toBe('content');
  });
});
