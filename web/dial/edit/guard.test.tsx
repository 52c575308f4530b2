import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { toast } from 'react-hot-toast/headless';
import { DIAL_ID, dialOf, renderEditor } from './testing.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const name = page.getByRole('textbox', { name: 'Name' });
const question = page.getByRole('dialog', { name: 'Are you sure you want to leave this page?' });
const closesAtOnce = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => toast.remove());

describe('leaving with unsaved changes', () => {
  test('[Q1] asks; staying keeps what was typed', async () => {
    const { router } = await renderEditor('', dialOf({}));
    await name.fill('Renamed');
    void router.navigate('/dials');
    await expect.element(question).toBeVisible();
    await button('Stay').click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(name).toHaveValue('Renamed');
    expect(router.state.location.pathname).toBe(`/dial/${DIAL_ID}`);
  });

  test('[Q2] leaving leaves', async () => {
    const { router } = await renderEditor('', dialOf({}));
    await name.fill('Renamed');
    void router.navigate('/dials');
    await button('Leave page').click();
    await expect.element(page.getByText('at /dials')).toBeVisible();
  });

  test('[Q3] without changes, or after a save, nothing is asked', async () => {
    const { router } = await renderEditor('', dialOf({}));
    await name.fill('Renamed');
    await button('Save Draft').click();
    await expect.element(page.getByText('Draft dial successfully updated')).toBeVisible();
    void router.navigate('/dials');
    await expect.element(page.getByText('at /dials')).toBeVisible();
  });

  test('[Q4] writing a thing and taking it back is no change', async () => {
    const { router } = await renderEditor('', dialOf({}));
    await name.fill('Renamed');
    await name.fill('Cyber excess');
    void router.navigate('/dials');
    await expect.element(page.getByText('at /dials')).toBeVisible();
  });

  test('[Q5] a new dial with something written asks, too; going to another dial does', async () => {
    const { router } = await renderEditor('new');
    await name.fill('Cyber excess');
    void router.navigate(`/dial/${DIAL_ID}`);
    await expect.element(question).toBeVisible();
  });

  test('[Q6] closing the tab is held up only while something is unsaved', async () => {
    await renderEditor('', dialOf({}));
    await expect.element(name).toBeVisible();
    expect(closesAtOnce()).toBe(true);
    await name.fill('Renamed');
    await expect.poll(closesAtOnce).toBe(false);
    await button('Save Draft').click();
    await expect.poll(closesAtOnce).toBe(true);
  });
});
