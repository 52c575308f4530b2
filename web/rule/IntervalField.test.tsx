import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { INVALID_INTERVAL } from '#domain/dimension/kind/intervals/interval.ts';
import { DIMENSIONS } from '#domain/dimension/registry.ts';
import { IntervalField } from './IntervalField.tsx';
import { scaleFor } from './numberScale.ts';
import { renderUi } from '#web/testing/page.tsx';

const scale = scaleFor(DIMENSIONS.bi_cover_waiting_period_ranges);

function Example({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start);
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      <IntervalField
        label="Waiting period"
        value={value}
        onChange={setValue}
        scale={scale}
        negative={false}
        attempt={attempt}
      />
      <output>{value}</output>
      <button onClick={() => setAttempt((before) => before + 1)}>Save</button>
    </>
  );
}

const input = page.getByRole('textbox', { name: 'Waiting period' });
const line = page.getByRole('img');
const complaint = page.getByText(INVALID_INTERVAL, { exact: true });

describe('interval field', () => {
  test('draws while typing', async () => {
    await renderUi(<Example />);
    expect(line.query()).toBeNull();
    await input.fill('[8,12]');
    await expect.element(line).toHaveAccessibleName('[8,12]');
    await input.fill('[8,12] (12,24]');
    await expect.element(line).toHaveAccessibleName('[8,12] (12,24]');
    await expect.element(page.getByText('2 intervals')).toBeVisible();
  });

  test('shows an error on blur, not before, and keeps the last valid line faded', async () => {
    await renderUi(<Example start="[8,12]" />);
    await input.fill('[8,12');
    await expect.element(line).toHaveAccessibleName('Last valid: [8,12]');
    expect(complaint.query()).toBeNull();
    await userEvent.tab();
    await expect.element(complaint).toBeVisible();
    await expect.element(input).toHaveAttribute('aria-invalid', 'true');
    await expect.element(line.first()).toBeVisible();
  });

  test('after an error it validates on every key until the notation is valid', async () => {
    await renderUi(<Example start="[8,12" />);
    await input.click();
    await userEvent.tab();
    await expect.element(complaint).toBeVisible();
    await input.fill('[8,1');
    await expect.element(complaint).toBeVisible();
    await input.fill('[8,12]');
    await expect.element(complaint).not.toBeInTheDocument();
    await input.fill('[8,12] [');
    expect(complaint.query()).toBeNull();
  });

  test('offers a correction, and applies it only on a click', async () => {
    await renderUi(<Example />);
    await input.fill('[8,12],(12,24]');
    await userEvent.tab();
    await expect.element(page.getByText('Did you mean')).toBeVisible();
    await expect.element(input).toHaveValue('[8,12],(12,24]');
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.element(input).toHaveValue('[8,12] (12,24]');
    await expect.element(input).toHaveFocus();
    await expect.element(complaint).not.toBeInTheDocument();
  });

  test('offers to merge adjacent intervals, and merges only on a click', async () => {
    await renderUi(<Example />);
    await input.fill('[5,10) [10,50)');
    await expect.element(page.getByText('These two touch.')).toBeVisible();
    await expect.element(page.getByText('[5,50)')).toBeVisible();
    await userEvent.tab();
    await expect.element(input).toHaveValue('[5,10) [10,50)');
    await page.getByRole('button', { name: 'Merge' }).click();
    await expect.element(input).toHaveValue('[5,50)');
    await expect.element(page.getByText('These two touch.')).not.toBeInTheDocument();
  });

  test('reports overlaps, and more than two intervals', async () => {
    await renderUi(<Example />);
    await input.fill('[5,10) [8,50)');
    await expect.element(page.getByText('These two overlap.')).toBeVisible();
    await input.fill('[5,10) [8,50) [60,70]');
    await expect.element(page.getByText('Some of these touch or overlap.')).toBeVisible();
  });

  test('formats numbers on blur', async () => {
    await renderUi(<Example />);
    await input.fill('[1,000, 10k)  [2.5m,)');
    await expect.element(input).toHaveValue('[1,000, 10k)  [2.5m,)');
    await userEvent.tab();
    await expect.element(input).toHaveValue('[1,000, 10,000) [2,500,000,)');
  });

  test('long numbers are grouped until somebody types; the value has no groups', async () => {
    await renderUi(<Example start="[10000000,50000000)" />);
    await expect.element(input).toHaveValue('[10,000,000, 50,000,000)');
    expect(page.getByText('Will be written').query()).toBeNull();
    await input.fill('[10,000,000, 60,000,000)');
    await expect.element(line).toHaveAccessibleName('[10,000,000, 60,000,000)');
    expect(page.getByText('Will be written').query()).toBeNull();
    await expect.element(page.getByRole('status')).toHaveTextContent('[10,000,000, 60,000,000)');
    await userEvent.tab();
    await expect.element(page.getByRole('status')).toHaveTextContent('[10000000,60000000)');
    await expect.element(input).toHaveValue('[10,000,000, 60,000,000)');
  });

  test('informal input is drawn, offered in the notation, and formatted on blur', async () => {
    await renderUi(<Example />);
    await input.fill('8 to 12 hours; 24h+');
    await expect.element(line).toHaveAccessibleName('[8,12] [24,)');
    await expect.element(page.getByText('Will be written [8,12] [24,)')).toBeVisible();
    await userEvent.tab();
    await expect.element(input).toHaveValue('[8,12] [24,)');
    await expect.element(page.getByText('Will be written')).not.toBeInTheDocument();
  });

  test('an end can be dragged, and moved by key; labels below the line never overlap', async () => {
    await page.viewport(900, 600);
    await renderUi(<Example start="[8,12)" />);
    const upper = page.getByRole('slider', { name: 'Upper end' });
    await expect.element(upper).toHaveAttribute('aria-valuetext', '12 h');
    (upper.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(input).toHaveValue('[8,13)');
    await expect.element(upper).toHaveFocus();
    const box = upper.element().getBoundingClientRect();
    const wide = line.element().getBoundingClientRect().width;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const fire = (type: string, clientX: number) =>
      upper.element().dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX, clientY: y, bubbles: true }));
    upper.element().hasPointerCapture = () => true;
    upper.element().setPointerCapture = () => undefined;
    fire('pointerdown', x);
    fire('pointermove', x + wide / 4);
    await expect.poll(() => Number(upper.element().getAttribute('aria-valuenow'))).toBeGreaterThan(20);
    const texts = [...line.element().querySelectorAll('text')].map((text) => text.getBoundingClientRect());
    for (const [index, one] of texts.entries())
      for (const other of texts.slice(index + 1)) expect(one.right < other.left || other.right < one.left).toBe(true);
  });

  test('a column from a spreadsheet is pasted side by side', async () => {
    await renderUi(<Example start="[0,1]" />);
    await input.click();
    await userEvent.keyboard('{End}');
    const data = new DataTransfer();
    data.setData('text', '[8,12]\n(12,24]\n');
    input
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await expect.element(input).toHaveValue('[0,1] [8,12] (12,24]');
  });

  test('an attempt to save shows the error at once', async () => {
    await renderUi(<Example />);
    await input.fill('[8');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(complaint).toBeVisible();
  });

  test('a negative number is refused where not allowed', async () => {
    await renderUi(<Example />);
    await input.fill('[-8,12]');
    await userEvent.tab();
    await expect.element(complaint).toBeVisible();
    await expect.element(page.getByText(/Negative numbers are not allowed here/)).toBeVisible();
  });
});
