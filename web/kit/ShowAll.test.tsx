import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '#web/testing/page.tsx';
import { ShowAll, useShowAll } from './ShowAll.tsx';

type Case = Readonly<{ items: readonly string[]; first?: number | readonly string[]; label?: string; of?: string }>;

function List({ items, first = 2, ...button }: Case) {
  const list = useShowAll(items, first);
  return (
    <>
      <ul aria-label="List">
        {list.shown.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <ShowAll list={list} {...button} />
    </>
  );
}

const items = page.getByRole('listitem');
const texts = () => items.elements().map(({ textContent }) => textContent);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the rest is shown on request, and taken back, by a button that keeps the focus', async () => {
  await renderUi(<List items={['a', 'b', 'c']} />);
  expect(texts()).toEqual(['a', 'b']);
  await expect.element(button('Show all 3')).toHaveAttribute('aria-expanded', 'false');
  await button('Show all 3').click();
  await expect.element(button('Show fewer')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(button('Show fewer')).toHaveFocus();
  expect(texts()).toEqual(['a', 'b', 'c']);
  await button('Show fewer').click();
  await expect.element(items).toHaveLength(2);
});

test('nothing is offered where all are shown', async () => {
  await renderUi(<List items={['a', 'b']} />);
  expect(texts()).toEqual(['a', 'b']);
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('the first ones may be chosen, and the button may say more', async () => {
  await renderUi(<List items={['a', 'b', 'c']} first={['c']} label="Show 3" of="limits" />);
  expect(texts()).toEqual(['c']);
  await button('Show 3 limits').click();
  await expect.element(button('Show fewer limits')).toBeVisible();
  expect(texts()).toEqual(['a', 'b', 'c']);
});
