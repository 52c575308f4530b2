import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DialDetailsPage } from '#web/dial/DialDetailsPage.tsx';
import { fakeApi, renderPage } from '#web/dial/testing.tsx';
import { bucketUse, DIAL, DIAL_ID, REFERENCE } from './testing.ts';

const items = [
  bucketUse(9101, { version: 5, status: 'pending_review' }),
  bucketUse(9158, { overrides: { max_line: 3_000_000 } }),
];

test.each(['light', 'dark'])('[DX1] axe finds nothing on the page with a comparison open, %s', async (scheme) => {
  await page.viewport(1440, 900);
  await renderPage(<DialDetailsPage />, {
    api: fakeApi({
      getDial: () => Promise.resolve(DIAL),
      getReferenceData: () => Promise.resolve(REFERENCE),
      listDialBuckets: () => Promise.resolve({ items }),
      diffDialVersions: () =>
        Promise.resolve({
          from: 5,
          to: 6,
          changes: [
            { kind: 'text', field: 'description', before: 'In the US only.', after: 'In America only.' },
            { kind: 'list', field: 'tags', kept: ['Cyber'], added: ['New'], removed: ['Old'] },
            {
              kind: 'intervals',
              dimension: 'attachment_point_ranges',
              before: null,
              after: '[10000000,50000000)',
              gained: '',
              lost: '(,10000000) [50000000,)',
            },
            { kind: 'value', value: 'max_line', before: 2_500_000, after: 3_500_000 },
          ],
        }),
    }),
    route: '/dials/:dialId',
    address: `/dials/${DIAL_ID}?compare=5..6`,
    permissions: ['dials:view', 'dials:edit', 'dials:create', 'dials:delete', 'bucket:view'],
  });
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  await expect.element(page.getByText('+40%')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: '9158 Alder' })).toBeVisible();
  // The test page has no title and no landmarks of the shell; those are the journeys' business.
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found).toEqual([]);
});
