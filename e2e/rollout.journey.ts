import type { Page } from '@playwright/test';
import { callApi, publishDial, publishNext } from './api.ts';
import { button, toast } from './buckets.ts';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

type Address = Readonly<{ partner: number; cob: string }>;
type Bucket = Readonly<{ revision: string; status: string; live: Readonly<{ number: number }> }>;
type SetOf = Readonly<{ buckets: readonly { partner: { number: number }; cob: string; round: { hash: string } }[] }>;
const urlOf = ({ partner, cob }: Address) => `/api/buckets/${partner}/${cob}`;

/** Six buckets of one class of different partners that hold nothing yet. */
async function freeBuckets(page: Page): Promise<Address[]> {
  const { cells } = await callApi<{ cells: (Address & { dials: number; status: string })[] }>(
    page,
    '/api/bucket-matrix',
  );
  const free = cells.filter(({ dials, status }) => dials === 0 && status === 'active');
  const byClass = [...Map.groupBy(free, ({ cob }) => cob).values()].filter(({ length }) => length >= 6);
  return (byClass.at(-1) ?? []).slice(0, 6).map(({ partner, cob }) => ({ partner, cob }));
}

async function change(page: Page, at: readonly Address[], edit: (index: number) => object, description: string | null) {
  const buckets = [];
  for (const [index, address] of at.entries()) {
    const { revision } = await callApi<Bucket>(page, urlOf(address));
    buckets.push({ ...address, revision, edits: [edit(index)] });
  }
  const body = { buckets, submit: description === null ? null : { description } };
  return (await callApi<{ set: string }>(page, '/api/bucket-drafts', { method: 'PUT', body })).set;
}

async function approve(page: Page, set: string): Promise<void> {
  const { buckets } = await callApi<SetOf>(page, `/api/review-sets/${set}`);
  const seen = buckets.map(({ partner, cob, round }) => ({ partner: partner.number, cob, hash: round.hash }));
  await callApi(page, `/api/review-sets/${set}/votes`, { method: 'PUT', body: { choice: 'approve', buckets: seen } });
}

/** Counts what a person presses; a text is no click. */
function countClicks() {
  let clicks = 0;
  return {
    press: async (what: ReturnType<Page['locator']>) => {
      clicks += 1;
      await what.click();
    },
    count: () => clicks,
  };
}

test('a version goes to six buckets, one with an override to decide and one in someone’s draft; two people make it live, one bucket later', async ({
  page,
  openAs,
}) => {
  await signIn(page, PEOPLE.underwriter);
  const one = await openAs(PEOPLE.reviewerOne);
  const two = await openAs(PEOPLE.reviewerTwo);
  const second = await openAs(PEOPLE.secondUnderwriter);
  const dial = await publishDial(page, { name: 'Rolled out', values: { max_line: 100_000 } });
  const other = await publishDial(second, { name: 'Of someone else', values: { min_line: 1000 } });
  const at = await freeBuckets(page);
  const [first, overridden, drafted] = at as [Address, Address, Address];
  const end = { place: { at: 'end' } };
  const start = await change(
    page,
    at,
    (index) => ({
      kind: 'add',
      dial_id: dial.id,
      version: 1,
      overrides: index === 1 ? { max_line: 150_000 } : {},
      ...end,
    }),
    'To begin with',
  );
  for (const reviewer of [one, two]) await approve(reviewer, start);
  await publishNext(page, dial.id, { values: { max_line: 200_000 } });
  await change(second, [drafted], () => ({ kind: 'add', dial_id: other.id, version: 1, ...end }), null);

  await page.goto(`/dials/${dial.id}`);
  const author = countClicks();
  await author.press(page.getByRole('link', { name: 'Update in buckets' }));
  await author.press(page.getByText('Take 200,000'));
  await author.press(page.getByRole('checkbox', { name: new RegExp(`^${drafted.partner} `) }));
  await page.getByRole('textbox', { name: /Description/ }).fill('As agreed by the committee.');
  await author.press(button(page, 'Save 6 drafts and submit together'));
  await expect(toast(page, '6 drafts submitted for review')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolled out, v2');
  await expect(page.getByText('The same change in 4 buckets')).toBeVisible();
  expect(author.count()).toBeLessThanOrEqual(8);
  const { items } = await callApi<{ items: { kind: string; partner: { number: number } }[] }>(
    second,
    '/api/notifications',
  );
  expect(items.filter(({ kind }) => kind === 'bucket_draft_joined').map(({ partner }) => partner.number)).toEqual([
    drafted.partner,
  ]);

  await one.goto('/');
  const reader = countClicks();
  await reader.press(one.getByRole('link', { name: /^Review Set: Rolled out, v2/ }));
  await reader.press(button(one, 'Approve all 6'));
  await expect(button(one, 'Approved all 6')).toBeVisible();
  expect(reader.count()).toBeLessThanOrEqual(3);

  // The other reviewer takes one bucket by itself, and the rest afterwards.
  await two.goto(one.url());
  await two.getByRole('combobox', { name: 'What the comment and the vote are about' }).click();
  await two.getByRole('option', { name: new RegExp(`^On ${overridden.partner} `) }).click();
  await two.getByRole('button', { name: new RegExp(`^Approve ${overridden.partner}`) }).click();
  await button(two, 'Approve and make live').click();
  await expect(two.getByRole('row', { name: new RegExp(`${overridden.partner}`) }).last()).toContainText(
    'Draft Approved',
  );
  const statusOf = async (address: Address) => (await callApi<Bucket>(page, urlOf(address))).status;
  expect([await statusOf(overridden), await statusOf(first)]).toEqual(['active', 'pending_review']);
  await two.getByRole('combobox', { name: 'What the comment and the vote are about' }).click();
  await two.getByRole('option', { name: /^On all 5/ }).click();
  await button(two, 'Approve all 5').click();
  await button(two, 'Approve and make live').click();
  await expect(async () => {
    for (const address of at) expect(await statusOf(address)).toBe('active');
  }).toPass();

  const evidence = await callApi<{ rounds: { set: { title: string; others: unknown[] } }[] }>(
    one,
    `${urlOf(first)}/versions/3/evidence`,
  );
  expect(evidence.rounds.map(({ set }) => [set.title, set.others.length])).toEqual([['Rolled out, v2', 5]]);
});
