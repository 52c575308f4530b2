import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { laterDialog } from '#web/base/page/later.tsx';
import { DayField } from './DayField.tsx';
import { renderUi } from '#web/testing/page.tsx';
import { listKeys, THIS_PAGE, useKeys, useSingleKeysAllowed } from './keys.ts';

/** A page that writes down which of its shortcuts were pressed. */
function PageWithKeys({ allowed = true, children }: Readonly<{ allowed?: boolean; children?: ReactNode }>) {
  const [pressed, setPressed] = useState('');
  const add = (text: string) => () => setPressed((before) => `${before}${text} `);
  useSingleKeysAllowed(allowed);
  useKeys(THIS_PAGE, [
    { keys: 'n', does: 'One letter', run: add('n') },
    { keys: '/', does: 'One sign', run: add('/') },
    { keys: 'g r', does: 'Two letters', run: add('gr') },
    { keys: 'Backspace', does: 'No character', run: add('Backspace') },
    { keys: 'mod+S', does: 'With Ctrl', run: add('S') },
  ]);
  return (
    <main>
      <output aria-label="Pressed">{pressed}</output>
      {children}
    </main>
  );
}

const pressed = page.getByRole('status', { name: 'Pressed' });
const pressAll = () => userEvent.keyboard('n/gr{Backspace}{Control>}s{/Control}');

test('without anything open every shortcut works', async () => {
  await renderUi(<PageWithKeys />);
  await pressAll();
  await expect.element(pressed).toHaveTextContent('n / gr Backspace S');
});

test.each<readonly [string, ReactNode, string]>([
  ['a dialog', <div role="dialog" aria-modal="true" key="it" />, ''],
  ['an alert', <div role="alertdialog" aria-modal="true" key="it" />, ''],
  ['a popover', <div role="dialog" key="it" />, 'S'],
  ['a menu', <div role="menu" key="it" />, 'S'],
  ['a list of options', <div role="listbox" key="it" />, 'S'],
  ['a layer without a role', <div data-layer key="it" />, 'S'],
])('under %s the page has no single keys, wherever the focus is', async (_, layer, expected) => {
  await renderUi(<PageWithKeys>{layer}</PageWithKeys>);
  await pressAll();
  expect(document.activeElement).toBe(document.body);
  await expect.element(pressed).toHaveTextContent(expected);
});

test('what is closed, and only kept for later, covers nothing', async () => {
  await renderUi(
    <PageWithKeys>
      <div role="listbox" style={{ display: 'none' }} />
    </PageWithKeys>,
  );
  await pressAll();
  await expect.element(pressed).toHaveTextContent('n / gr Backspace S');
});

test('while a dialog is being loaded its keys do not go to the page', async () => {
  const Pending = laterDialog(() => new Promise<() => null>(() => {}));
  await renderUi(
    <PageWithKeys>
      <Pending />
    </PageWithKeys>,
  );
  await pressAll();
  await expect.element(pressed).toHaveTextContent('');
});

test('the calendar of a date is a layer', async () => {
  await renderUi(
    <PageWithKeys>
      <DayField label="Day" value={null} onChange={() => undefined} />
    </PageWithKeys>,
  );
  await page.getByRole('button', { name: 'Calendar for Day' }).click();
  await expect.element(page.getByRole('button', { name: 'Next month' })).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(pressed).toHaveTextContent('');
});

test('a letter that was typed into a field does not begin a sequence', async () => {
  await renderUi(
    <PageWithKeys>
      <input aria-label="Field" />
    </PageWithKeys>,
  );
  const field = page.getByRole('textbox', { name: 'Field' });
  await field.click();
  await userEvent.keyboard('g');
  (field.element() as HTMLElement).blur();
  await userEvent.keyboard('r');
  await expect.element(pressed).toHaveTextContent('');
});

test('a person may switch off letters and signs; keys with Ctrl and keys without a character stay', async () => {
  await renderUi(<PageWithKeys allowed={false} />);
  await pressAll();
  await expect.element(pressed).toHaveTextContent('Backspace S');
  expect(listKeys().flatMap(({ keys }) => keys.map((key) => key.keys))).toEqual(['Backspace', 'mod+S']);
});
