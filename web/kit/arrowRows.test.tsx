import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderUi } from '#web/testing/page.tsx';
import { ARROW_ROW, moveByArrows } from './arrowRows.ts';

const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');
const focus = (name: string) => page.getByLabelText(name, { exact: true }).element().focus();
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(key);
};

function List({ ends = false, enter = false }: Readonly<{ ends?: boolean; enter?: boolean }>) {
  const [text, setText] = useState('');
  return (
    <div onKeyDown={(event) => moveByArrows(event, { ends, enter })}>
      <button type="button" aria-label="One" {...ARROW_ROW} />
      <button type="button" aria-label="Two" disabled {...ARROW_ROW} />
      <div aria-label="Three" tabIndex={-1} {...ARROW_ROW}>
        <button type="button" aria-label="Inside three" />
      </div>
      <input aria-label="Four" value={text} onChange={(event) => setText(event.currentTarget.value)} {...ARROW_ROW} />
      <button type="button" aria-label="Outside" />
    </div>
  );
}

test('arrows move between rows, stop at the ends, and pass over what is disabled', async () => {
  await renderUi(<List />);
  focus('One');
  await press('{ArrowDown}');
  expect(focused()).toBe('Three');
  await press('{ArrowDown}', '{ArrowDown}');
  expect(focused()).toBe('Four');
  await press('{ArrowUp}', '{ArrowUp}', '{ArrowUp}');
  expect(focused()).toBe('One');
});

test('they move from within a row, and not from elsewhere in the list', async () => {
  await renderUi(<List />);
  focus('Inside three');
  await press('{ArrowUp}');
  expect(focused()).toBe('One');
  focus('Outside');
  await press('{ArrowUp}');
  expect(focused()).toBe('Outside');
});

test('Home, End and Enter move nothing of themselves, nor does an arrow with Ctrl', async () => {
  await renderUi(<List />);
  focus('Three');
  await press('{End}', '{Enter}', '{Control>}{ArrowUp}{/Control}');
  expect(focused()).toBe('Three');
});

test('Home, End and Enter move where a list says so', async () => {
  await renderUi(<List ends enter />);
  focus('Three');
  await press('{End}');
  expect(focused()).toBe('Four');
  await press('{Shift>}{Enter}{/Shift}');
  expect(focused()).toBe('Three');
  await press('{Home}', '{Enter}');
  expect(focused()).toBe('Three');
});

test('the radios of one question are one row', async () => {
  await renderUi(
    <div onKeyDown={(event) => moveByArrows(event)}>
      <input type="radio" name="first" aria-label="First, sheet" {...ARROW_ROW} />
      <input type="radio" name="first" aria-label="First, now" />
      <input type="radio" name="second" aria-label="Second, sheet" {...ARROW_ROW} />
    </div>,
  );
  focus('First, now');
  await press('{ArrowDown}');
  expect(focused()).toBe('Second, sheet');
});
