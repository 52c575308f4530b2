import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { INVENTED, inventedKey, KIND_NAMES, SAMPLES } from '#domain/dimension/invented.ts';
import { DimensionValue } from '#web/rule/shows.tsx';
import { dialOf, REFERENCE, renderEditor } from '#web/dial/edit/testing.tsx';
import { fakeApi, renderPage } from '#web/testing/page.tsx';

vi.mock(import('#domain/dimension/registry.ts'), async (importOriginal) => {
  const { withInvented } = await import('#domain/dimension/invented.ts');
  return withInvented(await importOriginal());
});

const dimensions: object = Object.fromEntries(KIND_NAMES.map((kind) => [inventedKey(kind), SAMPLES[kind][0]]));

test('the form has a field for a dimension of each kind that is only in the registry, and saves it', async () => {
  const { server } = await renderEditor('/dimensions', dialOf({ dimensions }));
  const inGroup = (role: 'group' | 'radiogroup', name: string) => page.getByRole(role, { name, exact: true });
  await expect.element(page.getByRole('textbox', { name: 'Fleet age' })).toHaveValue('[-5,8) [10,12]');
  await expect.element(page.getByRole('button', { name: 'Remove United States' })).toBeInTheDocument();
  await expect.element(inGroup('group', 'Paint').getByRole('checkbox', { name: 'Green' })).toBeChecked();
  await expect.element(inGroup('radiogroup', 'Flag colour').getByRole('radio', { name: 'Red' })).toBeChecked();
  await inGroup('radiogroup', 'Helipad').getByText('No', { exact: true }).click();
  await page.getByRole('button', { name: 'Save Draft' }).click();
  await expect.poll(() => server.dial?.data.dimensions).toEqual({ ...dimensions, invented_yes_no: false });
});

const SHOWN = {
  intervals: '−5 to 8 days; 10 to 12 days',
  options: 'United States',
  choices: 'Green',
  'one-of': 'Red',
  'yes-no': 'Yes',
};

test.each(KIND_NAMES)('a dimension of the kind %s is shown in the details and in a comparison', async (kind) => {
  const nameOption: NameOption = (list, code) => REFERENCE[list].find((option) => option.code === code)?.label ?? code;
  const shown = { dimension: INVENTED[kind], value: SAMPLES[kind][0], nameOption };
  const both = (
    <>
      <DimensionValue {...shown} as="Show" />
      <div>
        <DimensionValue {...shown} as="Compare" />
      </div>
    </>
  );
  await renderPage(both, { api: fakeApi({ getReferenceData: async () => REFERENCE }), route: '/', address: '/' });
  await expect.poll(() => page.getByText(SHOWN[kind], { exact: true }).elements()).toHaveLength(2);
});
