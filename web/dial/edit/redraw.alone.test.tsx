import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as intervalField from '#web/rule/IntervalField.tsx';
import * as optionsField from '#web/rule/OptionsField.tsx';
import { dialOf, field, renderEditor } from './testing.tsx';

vi.mock('#web/dimension/IntervalField.tsx', { spy: true });
vi.mock('#web/dimension/OptionsField.tsx', { spy: true });

test('typing in one field re-renders no other field', async () => {
  await renderEditor('/dimensions', dialOf({ dimensions: { revenue_ranges: '[0,1]', risk_codes: ['CY'] } }));
  await expect.element(field('Attachment point')).toBeVisible();
  await field('Attachment point').click();
  const spies = [vi.mocked(intervalField.IntervalField), vi.mocked(optionsField.OptionsField)];
  for (const spy of spies) spy.mockClear();
  await userEvent.keyboard('[[5m,50m)');
  await expect.element(field('Attachment point')).toHaveValue('[5m,50m)');
  const drawn = spies.flatMap((spy) => spy.mock.calls.map(([props]) => props.label));
  expect(new Set(drawn)).toEqual(new Set(['Attachment point']));
});
