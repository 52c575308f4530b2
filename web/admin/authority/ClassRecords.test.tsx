import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAdmin } from '#web/admin/testing.tsx';
import { fakeAuthority, TWO } from './testing.ts';

const choose = async (field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('each class has an owner and a review day, edited in place', async () => {
  const fake = fakeAuthority();
  await openAdmin({ api: fake.api, address: '/admin?tab=authority' });
  const flood = page.getByRole('row').filter({ hasText: 'Flood' });
  await expect.element(flood).toMatchTextContent(/Demo Reviewer One\s*1 Oct 2026\s*Overdue/);
  await page.getByRole('button', { name: 'Edit Cargo' }).click();
  await choose('Owner', 'Demo Reviewer Two');
  await page.getByRole('textbox', { name: 'Next review' }).fill('1 Mar 2027');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .element(page.getByRole('row').filter({ hasText: 'Cargo' }))
    .toMatchTextContent(/Demo Reviewer Two\s*1 Mar 2027/);
  expect(fake.server.sent.filter(({ name }) => name === 'changeClassRecord')).toMatchObject([
    { input: { cob: 'cargo', owner: TWO.id, next_review: '2027-03-01' }, ifMatch: 'cargo-1' },
  ]);
});
