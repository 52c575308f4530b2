import IconPanel from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderUi } from '#web/testing/page.tsx';
import { SidePanel } from './SidePanel.tsx';

type Case = Readonly<{ onEscape?: () => void }>;

function Opener({ onEscape }: Case) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <SidePanel
          title="Impact"
          icon={IconPanel}
          note="of the live list"
          names={{ close: 'Close impact', body: 'What changes' }}
          onClose={() => setIsOpen(false)}
          onEscape={onEscape}
          foot={<p>Nothing goes live.</p>}
        >
          <p>12 risks</p>
        </SidePanel>
      )}
    </>
  );
}

afterEach(() => page.viewport(1280, 800));

const panel = page.getByRole('complementary', { name: 'Impact' });
const opener = page.getByRole('button', { name: 'Open' });
const close = panel.getByRole('button', { name: 'Close impact' });

const open = async (more: Case = {}) => {
  await renderUi(<Opener {...more} />);
  await opener.click();
  await expect.element(panel).toBeVisible();
};

test('it has a title, a note, a body that the keyboard reaches, and a foot outside it', async () => {
  await open();
  await expect.element(panel.getByRole('heading', { name: 'Impact' })).toBeVisible();
  await expect.element(panel.getByText('of the live list')).toBeVisible();
  const body = panel.getByRole('group', { name: 'What changes' });
  await expect.element(body).toHaveAttribute('tabindex', '0');
  await expect.element(body).toMatchTextContent(/^12 risks$/);
  await expect.element(panel.getByText('Nothing goes live.')).toBeVisible();
});

test('its button closes it, and the focus returns to what opened it', async () => {
  await open();
  await close.click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('Escape closes it, and leaves a focus alone that was not in it', async () => {
  await open();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(opener).not.toHaveFocus();
});

test('Escape first does what it is told', async () => {
  const onEscape = vi.fn();
  await open({ onEscape });
  await userEvent.keyboard('{Escape}');
  expect(onEscape).toHaveBeenCalledOnce();
  await expect.element(panel).toBeVisible();
});

test('on a narrow window it stands over the page', async () => {
  await page.viewport(1024, 768);
  await open();
  expect(getComputedStyle(panel.element()).position).toBe('absolute');
});
