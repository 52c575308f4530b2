import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ComparePanel } from '#web/bucket/compare/ComparePanel.tsx';
import { makeDials, renderInEditor } from '#web/bucket/testing.tsx';
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

test('dragged by its handle a row comes down where the line is: one step', async () => {
  const { steps } = await open(8);
  await expect.element(dial(6)).toBeVisible();
  await drag(6, dial(2).element(), { x: 200, y: 8 });
  await expect.poll(() => steps).toMatchObject([{ order: [1, 6, 2, 3, 4, 5, 7, 8], what: 'Moved Dial 6 to 2' }]);
  await drag(1, dial(7).element(), { x: 200, y: 44 });
  await expect.poll(() => steps[1]).toMatchObject({ order: [6, 2, 3, 4, 5, 7, 1, 8], what: 'Moved Dial 1 to 7' });
});

test('dropped on itself or outside nothing moves, and no mark stays behind', async () => {
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
