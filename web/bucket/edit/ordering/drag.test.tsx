import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ComparePanel } from '#web/bucket/edit/compare/ComparePanel.tsx';
import { renderInEditor } from '#web/bucket/draft/testing.tsx';
import { makeDials } from '#web/bucket/testing.tsx';
import { OrderingTab } from './OrderingTab.tsx';

const scene = (
  <div style={{ display: 'flex', height: 640 }}>
    <div style={{ flex: 1, overflow: 'auto', padding: 24 }}>
      <OrderingTab />
    </div>
    <ComparePanel />
    <p style={{ width: 40 }}>Elsewhere</p>
  </div>
);

async function open(count: number) {
  await page.viewport(1300, 700);
  return renderInEditor(scene, { dials: makeDials(count) });
}

const dial = (n: number) => page.getByRole('row', { name: new RegExp(`^Dial ${n}, `) });
const handle = (n: number) => dial(n).element().querySelector('[draggable="true"]') as HTMLElement;
const drag = (n: number, onto: Element, targetPosition: { x: number; y: number }) =>
  userEvent.dragAndDrop(handle(n), onto, { targetPosition });
const slots = () => page.getByRole('complementary', { name: 'Compare' });

test('a row dragged by its handle drops at the line: one step', async () => {
  const { steps } = await open(8);
  await expect.element(dial(6)).toBeVisible();
  await drag(6, dial(2).element(), { x: 200, y: 8 });
  await expect.poll(() => steps).toMatchObject([{ order: [1, 6, 2, 3, 4, 5, 7, 8], what: 'Moved Dial 6 to 2' }]);
  await drag(1, dial(7).element(), { x: 200, y: 44 });
  await expect.poll(() => steps[1]).toMatchObject({ order: [6, 2, 3, 4, 5, 7, 1, 8], what: 'Moved Dial 1 to 7' });
});

test('dropped on itself or outside nothing moves, and no marker stays behind', async () => {
  const { steps } = await open(5);
  await expect.element(dial(3)).toBeVisible();
  await drag(3, dial(3).element(), { x: 200, y: 40 });
  await drag(3, page.getByText('Elsewhere').element(), { x: 5, y: 5 });
  await expect.element(page.getByTestId('drag-card')).not.toBeVisible();
  await expect.element(page.getByTestId('drop-line')).not.toBeVisible();
  expect(steps).toEqual([]);
});

test('dials are dragged into the comparison: first by the dock, then onto a slot', async () => {
  const { steps } = await open(6);
  await expect.element(dial(2)).toBeVisible();
  const list = page.getByRole('grid', { name: 'Dials in order' }).element();
  await drag(2, list, { x: list.clientWidth - 40, y: 40 });
  await expect.element(slots().getByRole('columnheader', { name: /Dial 2/ })).toBeVisible();
  const place = (index: number) => slots().element().querySelector(`[data-slot="${index}"]`) as Element;
  await drag(4, place(1), { x: 40, y: 40 });
  await expect.element(slots().getByRole('columnheader', { name: /Dial 4/ })).toBeVisible();
  await drag(5, place(0), { x: 40, y: 40 });
  await expect.element(slots().getByRole('columnheader', { name: /Dial 5/ })).toBeVisible();
  await expect.element(slots().getByRole('columnheader', { name: /Dial 2/ })).not.toBeInTheDocument();
  await expect.element(slots().getByRole('columnheader', { name: /Dial 4/ })).toBeVisible();
  expect(steps).toEqual([]);
});

const announcement = () => document.querySelector('[aria-live="assertive"]')?.textContent;
const focused = () => document.activeElement?.getAttribute('aria-label');
async function focusOn(n: number) {
  await expect.element(dial(n)).toBeInTheDocument();
  (dial(n).element() as HTMLElement).focus();
}

test('several rows are selected by key and by click, and moved, removed and compared as one step each', async () => {
  const { steps } = await open(60);
  const selected = () =>
    [...document.querySelectorAll('[role="row"][aria-selected="true"]')].map(({ ariaLabel }) => ariaLabel);
  await focusOn(3);
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{ArrowDown}{ArrowDown}{Control>} {/Control}');
  expect(announcement()).toBe('3 dials selected');
  expect(selected()).toEqual([3, 4, 6].map((n) => `Dial ${n}, ${n} of 60`));
  await userEvent.keyboard(' {ArrowUp}');
  expect(announcement()).toBe('3 dials are now from 2 of 60');
  await userEvent.keyboard(' ');
  expect(steps).toMatchObject([{ what: 'Moved 3 dials to 2' }]);
  expect(steps[0]?.order.slice(0, 7)).toEqual([1, 3, 4, 6, 2, 5, 7]);
  expect(focused()).toBe('Dial 6, 4 of 60');

  // After scrolling away, with the first rows unmounted, the selection still moves.
  await userEvent.keyboard('{End}');
  expect(dial(3).elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Move to end' }).click();
  expect(steps[1]?.order.slice(-4)).toEqual([60, 3, 4, 6]);
  expect(focused()).toBe('Dial 3, 58 of 60');
  await dial(4).click({ modifiers: ['ControlOrMeta'], position: { x: 400, y: 10 } });
  await page.getByRole('group', { name: 'Selected dials' }).getByRole('button', { name: 'Compare' }).click();
  expect(announcement()).toBe('Dial 6 is B in the comparison');
  await userEvent.keyboard('{Escape}');
  expect(announcement()).toBe('Selection cleared');
  await focusOn(59);
  await dial(3).click({ modifiers: ['Shift'], position: { x: 400, y: 10 } });
  expect(announcement()).toBe('3 dials selected');
  await userEvent.keyboard('{Delete}');
  expect(steps[2]).toMatchObject({ what: 'Removed 3 dials' });
  expect(steps[2]?.order.slice(-3)).toEqual([58, 4, 6]);
  expect(focused()).toBe('Dial 4, 56 of 57');
  await expect.element(page.getByRole('group', { name: 'Selected dials' })).not.toBeInTheDocument();
});

test('dragging a selected row takes the others along, and an unselected one moves alone', async () => {
  const { steps } = await open(8);
  await focusOn(2);
  await userEvent.keyboard('{Control>} {/Control}{ArrowDown}{ArrowDown}{Control>} {/Control}');
  await drag(4, dial(7).element(), { x: 200, y: 44 });
  await expect.poll(() => steps).toMatchObject([{ order: [1, 3, 5, 6, 7, 2, 4, 8], what: 'Moved 2 dials to 6' }]);
  await drag(8, dial(1).element(), { x: 200, y: 8 });
  await expect.poll(() => steps[1]).toMatchObject({ order: [8, 1, 3, 5, 6, 7, 2, 4], what: 'Moved Dial 8 to 1' });
});
