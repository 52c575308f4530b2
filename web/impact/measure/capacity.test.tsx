import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Capacity } from '#contract/capacity.ts';
import type { LimitImpact } from '#domain/capacity/capacity.ts';
import { button, DIALS, LIVE, openEditor } from '#web/bucket/edit/testing.tsx';
import { makeBucket, makeDraft } from '#web/bucket/testing.tsx';
import type { Api } from '#web/testing/page.tsx';
import { makeCapacity, makeImpact, makeLimit, makeMeasured, makeRisk, share } from './testing.ts';

const IDS = DIALS.map(({ dial_id }) => dial_id);
const section = page.getByRole('region', { name: 'Capacity' });
const row = (name: string) => section.getByRole('button', { name });

async function open(capacity: Capacity | null, permissions?: string[], changed = 27_093) {
  const figures: unknown[] = [];
  const answers: Partial<Api> = {
    measureImpact: async () => makeMeasured(makeImpact(IDS, { changed: share(changed) }), { capacity }),
    listMeasuredRisks: async ({ body }) => {
      figures.push(body.figure);
      return { items: [makeRisk(1)], next: null, total: 1 };
    },
  };
  const bucket = makeBucket(LIVE, { draft: makeDraft(LIVE.slice(0, 5)) });
  await openEditor(bucket, { size: [1440, 900], answers, ...(permissions && { permissions }) });
  await expect.element(button('Actions for Dial 5')).toBeVisible();
  await userEvent.keyboard('i');
  await expect
    .element(page.getByText('of 38,412 risks change').or(page.getByText('No risk changes')).first())
    .toBeVisible();
  return figures;
}

test('four limits stand after the values with their shares, the nearest is named, and a row opens its risks', async () => {
  const figures = await open(makeCapacity());
  await expect.element(section.getByText('as of 31 Oct 2026')).toBeVisible();
  await expect.element(section.getByText('The limits are of 2026, the risks of 2025.')).toBeVisible();
  for (const name of ['US cyber, 62% to 71% of 400 million', 'UK cyber, 88% to 96% of 60 million'])
    await expect.element(row(name)).toBeVisible();
  expect(section.getByRole('listitem').elements()).toHaveLength(4);
  await expect.element(section.getByText('UK cyber has 2.4m left', { exact: true })).toHaveClass('ls-amber');
  // Nothing moves this one, so there are no risks behind it.
  await expect.element(section.getByText('Canada cyber, 41% of 40 million')).toBeInTheDocument();
  expect(row('Canada cyber, 41% of 40 million').elements()).toEqual([]);

  await section.getByRole('button', { name: 'Show all 6 limits' }).click();
  expect(section.getByRole('listitem').elements()).toHaveLength(6);
  await row('UK cyber, 88% to 96% of 60 million').click();
  await expect.element(page.getByRole('region', { name: /^Another max line: / })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await section.getByText('Premium', { exact: true }).click();
  await row('UK cyber, 88% to 103% of 60 million').click();
  await expect.element(section.getByText('UK cyber is 1.8m over', { exact: true })).toHaveClass('ls-red');
  expect(figures).toEqual([
    { of: 'exposure', measure: 'lines', country: 'GB' },
    { of: 'exposure', measure: 'premium', country: 'GB' },
  ]);
});

test('limits stay when no risk changes, and an old date is amber', async () => {
  const old: LimitImpact = makeLimit('US cyber', { as_of: '2020-01-31' });
  await open({ is_imported: true, limits: [old] }, undefined, 0);
  await expect.element(section.getByText('as of 31 Jan 2020')).toHaveClass('ls-amber');
  await expect.element(section.getByText('US cyber, 62% of 400 million')).toBeInTheDocument();
});

test('without any limit only those who may import them are told', async () => {
  await open({ is_imported: false, limits: [] });
  await expect.element(page.getByText('Dials behind the changes')).toBeVisible();
  expect(page.getByText('No limits yet.').elements()).toEqual([]);
  expect(section.elements()).toEqual([]);
});

test('whoever may import limits gets the way there', async () => {
  await open({ is_imported: false, limits: [] }, ['bucket:view', 'bucket:edit', 'admin:view', 'admin:create']);
  await expect.element(page.getByText('No limits yet.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Import limits' }))
    .toHaveAttribute('href', '/admin?tab=portfolio');
});
