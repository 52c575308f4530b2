import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useLocation } from 'react-router';
import { PageHeader } from './PageHeader.tsx';
import { StatusChip } from './StatusChip.tsx';
import { renderUi } from '#web/testing/page.tsx';

function Where() {
  return <output>{useLocation().pathname}</output>;
}

describe('page header', () => {
  test('the back button is named after the previous page, as is its tooltip', async () => {
    await renderUi(<PageHeader title="Dial" back={{ label: 'Dials', to: '/dials' }} />);
    const back = page.getByRole('link', { name: 'Back to Dials' });
    await back.hover();
    await expect.element(page.getByRole('tooltip', { name: 'Back to Dials' })).toBeVisible();
  });

  test('a plain click goes back in the history instead of following the URL', async () => {
    const onBack = vi.fn();
    await renderUi(
      <>
        <PageHeader title="Dial" back={{ label: 'Dials', to: '/dials', onBack }} />
        <Where />
      </>,
      { path: '/dials/7' },
    );
    await page.getByRole('link', { name: 'Back to Dials' }).click();
    expect(onBack).toHaveBeenCalledOnce();
    await expect.element(page.getByText('/dials/7', { exact: true })).toBeVisible();
  });

  test('without a previous page there is no back button', async () => {
    await renderUi(<PageHeader title="Home" />);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    expect(page.getByRole('link').elements()).toHaveLength(0);
    expect(page.getByRole('button').elements()).toHaveLength(0);
  });

  test('actions are ordered from quiet to primary, and hidden ones are left out', async () => {
    await renderUi(
      <PageHeader
        title="Dials"
        actions={[
          { label: 'Create Dial', variant: 'filled' },
          { label: 'Delete Dial', variant: 'default', hidden: true },
          { label: 'Export', variant: 'default' },
          { label: 'View buckets', variant: 'subtle' },
        ]}
      />,
    );
    await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible();
    const names = page
      .getByRole('button')
      .elements()
      .map((button) => button.textContent);
    expect(names).toEqual(['View buckets', 'Export', 'Create Dial']);
  });

  test('a disabled action with a reason does nothing, but is focusable', async () => {
    const onClick = vi.fn();
    await renderUi(
      <PageHeader
        title="Dial"
        actions={[{ label: 'Edit', variant: 'default', onClick, disabled: true, disabledReason: 'A draft is open.' }]}
      />,
    );
    const edit = page.getByRole('button', { name: 'Edit' });
    edit.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    expect(onClick).not.toHaveBeenCalled();
    await edit.hover();
    await expect.element(page.getByRole('tooltip', { name: 'A draft is open.' })).toBeVisible();
  });

  test('the menu offers the allowed items; a disabled one says why', async () => {
    const onClick = vi.fn();
    await renderUi(
      <PageHeader
        title="Dial"
        menu={[
          { label: 'Duplicate Dial', onClick },
          { label: 'Secret', hidden: true },
          { label: 'Delete Dial', danger: true, disabled: true, disabledReason: 'in use' },
        ]}
      />,
    );
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Delete Dial in use' })).toBeDisabled();
    expect(page.getByRole('menuitem').elements()).toHaveLength(2);
    await page.getByRole('menuitem', { name: 'Duplicate Dial' }).click();
    expect(onClick).toHaveBeenCalledOnce();
  });

  test('a menu without any allowed item is left out', async () => {
    await renderUi(<PageHeader title="Dial" menu={[{ label: 'Secret', hidden: true }]} />);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.getByRole('button', { name: 'More actions' }).elements()).toHaveLength(0);
  });

  test('title, path, chip and fact are shown', async () => {
    await renderUi(
      <PageHeader
        title="Cyber excess"
        subtitle={[{ label: 'Dials', to: '/dials' }, { label: 'Version 6' }]}
        status={<StatusChip status="active" />}
        fact="Saved 10:42"
      />,
      { path: '/dials/7' },
    );
    await expect.element(page.getByRole('link', { name: 'Dials' })).toHaveAttribute('href', '/dials');
    await expect.element(page.getByRole('link', { name: 'Dials' })).not.toHaveAttribute('aria-current');
    await expect.element(page.getByText('Version 6')).toBeVisible();
    await expect.element(page.getByText('Active', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Saved 10:42')).toBeVisible();
  });
});
