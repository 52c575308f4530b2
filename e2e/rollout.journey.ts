import type { Page } from '@playwright/test';
import type { Notification } from '#contract/notification.ts';
import { type Address, type Bucket, callApi, changeTogether, publishDial, publishNext, urlOf } from './api.ts';
import { button, toast } from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

type SetOf = Readonly<{ buckets: readonly { partner: { number: number }; cob: string; round: { hash: string } }[] }>;

/** Nine empty buckets of one class, of different partners. */
async function freeBuckets(page: Page): Promise<Address[]> {
  const { cells } = await callApi<{ cells: (Address & { dials: number; status: string })[] }>(
    page,
    '/api/bucket-matrix',
  );
  const free = cells.filter(({ dials, status }) => dials === 0 && status === 'active');
  const byClass = [...Map.groupBy(free, ({ cob }) => cob).values()].filter(({ length }) => length >= 9);
  return (byClass.at(-1) ?? []).slice(0, 9).map(({ partner, cob }) => ({ partner, cob }));
}

async function approve(page: Page, set: string): Promise<void> {
  const { buckets } = await callApi<SetOf>(page, `/api/review-sets/${set}`);
  const seen = buckets.map(({ partner, cob, round }) => ({ partner: partner.number, cob, hash: round.hash }));
  await callApi(page, '/api/reviews/votes', { method: 'PUT', body: { choice: 'approve', set, buckets: seen } });
}

/** Counts clicks; typing does not count. */
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

type Fixtures = Readonly<{ page: Page; openAs: (person: string) => Promise<Page> }>;

/** A dial that is live in six buckets, one with an override and one in someone’s draft; then its v2. */
async function begin({ page, openAs }: Fixtures, name: string) {
  await signIn(page, PEOPLE.underwriter);
  const one = await openAs(PEOPLE.reviewerOne);
  const two = await openAs(PEOPLE.reviewerTwo);
  const second = await openAs(PEOPLE.secondUnderwriter);
  const dial = await publishDial(page, { name, values: { max_line: 100_000 } });
  const other = await publishDial(second, { name: `${name}, of someone else`, values: { min_line: 1000 } });
  const all = await freeBuckets(page);
  const at = all.slice(0, 6);
  const [first, overridden, drafted] = at as [Address, Address, Address];
  const end = { place: { at: 'end' } };
  const added = (index: number) => ({
    kind: 'add',
    dial_id: dial.id,
    version: 1,
    overrides: index === 1 ? { max_line: 150_000 } : {},
    ...end,
  });
  const start = await changeTogether(page, at, added, 'To begin with');
  for (const reviewer of [one, two]) await approve(reviewer, start);
  await publishNext(page, dial.id, { values: { max_line: 200_000 } });
  await changeTogether(second, [drafted], () => ({ kind: 'add', dial_id: other.id, version: 1, ...end }), null);
  return { one, two, second, dial, other, all, at, first, overridden, drafted };
}

const isActive = (page: Page, at: readonly Address[]) =>
  expect(async () => {
    for (const address of at) expect((await callApi<Bucket>(page, urlOf(address))).status).toBe('active');
  }).toPass();

test(
  'a version goes to six buckets, one with an override to decide and one in someone’s draft; two people make it live, one bucket later; one is restored, one difference copied to eight',
  { tag: '@long' },
  async ({ page, openAs }) => {
    const began = await begin({ page, openAs }, 'Rolled out');
    const { one, two, second, dial, other, all, at, first, overridden, drafted } = began;

    await goTo(page, `/dials/${dial.id}`);
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
    const { items } = await callApi<{ items: Notification[] }>(second, '/api/notifications');
    expect(
      items.filter(({ kind }) => kind === 'bucket_draft_joined').map(({ bucket }) => bucket?.partner.number),
    ).toEqual([drafted.partner]);

    await goTo(one, '/');
    const reader = countClicks();
    await reader.press(one.getByRole('link', { name: /^Review Set: Rolled out, v2/ }));
    await reader.press(button(one, 'Approve all 6'));
    await expect(button(one, 'Approved all 6')).toBeVisible();
    expect(reader.count()).toBeLessThanOrEqual(3);

    // The other reviewer decides about one bucket separately, and approves the rest afterwards.
    await goTo(two, one.url());
    await two.getByRole('combobox', { name: 'What the comment and the vote are about' }).click();
    await two.getByRole('option', { name: new RegExp(`^On ${overridden.partner} `) }).click();
    await two.getByRole('button', { name: new RegExp(`^Approve ${overridden.partner}`) }).click();
    await button(two, 'Approve and make live').click();
    await expect(two.getByRole('row', { name: new RegExp(`${overridden.partner}`) }).last()).toContainText(
      'Draft Approved',
    );
    const statusOf = async (address: Address) => (await callApi<Bucket>(page, urlOf(address))).status;
    expect([await statusOf(overridden), await statusOf(first)]).toEqual(['active', 'pending_review']);
    await goTo(two, '/');
    const decider = countClicks();
    await decider.press(two.getByRole('link', { name: /^Review Set: Rolled out, v2/ }));
    await decider.press(button(two, 'Approve all 5'));
    await decider.press(button(two, 'Approve and make live'));
    await isActive(page, at);
    expect(decider.count()).toBeLessThanOrEqual(3);

    const evidence = await callApi<{ rounds: { set: { title: string; others: unknown[] } }[] }>(
      one,
      `${urlOf(first)}/versions/3/evidence`,
    );
    expect(evidence.rounds.map(({ set }) => [set.title, set.others.length])).toEqual([['Rolled out, v2', 5]]);

    await goTo(page, `/classes/${first.cob}`);
    await page.getByRole('columnheader', { name: new RegExp(`^${drafted.partner} `) }).click();
    const panel = page.getByRole('complementary', { name: 'Copy to partners' });
    await panel.getByRole('checkbox', { name: /^Rolled out, of someone else/ }).check();
    await button(panel, 'None').click();
    for (const { partner } of all)
      if (partner !== drafted.partner) await panel.getByRole('checkbox', { name: new RegExp(`^${partner} `) }).check();
    await button(panel, 'Save 8 drafts').click();
    await expect(toast(page, '8 drafts successfully saved')).toBeVisible();
    for (const address of all) {
      const { draft } = await callApi<{ draft: { entries: { dial_id: string }[] } | null }>(page, urlOf(address));
      const holds = draft?.entries.some(({ dial_id }) => dial_id === other.id);
      expect(holds).toBe(address.partner === drafted.partner ? undefined : true);
    }
    await expect(page.getByText('8 just saved')).toBeVisible();
    await button(page, 'Undo').click();
    await expect(toast(page, '8 drafts undone')).toBeVisible();
    for (const address of all) expect((await callApi<{ draft: object | null }>(page, urlOf(address))).draft).toBeNull();

    const restored = drafted;
    await goTo(page, `/syndicate/${restored.partner}/bucket/${restored.cob}`);
    await button(page, 'Restore v2').first().click();
    await button(page.getByRole('dialog'), 'Restore v2').click();
    await expect(page).toHaveURL(/\/(draft|edit)$/);
    const { draft } = await callApi<{ draft: { entries: object[] } }>(page, urlOf(restored));
    expect(draft.entries).toEqual([{ dial_id: dial.id, version: 1, overrides: {} }]);
  },
);

/** Tabs to an element from the current focus, like someone without a mouse. */
async function tabTo(page: Page, what: ReturnType<Page['locator']>): Promise<void> {
  await expect(what).toBeAttached();
  const isThere = () => what.evaluate((element) => element === document.activeElement);
  for (let pressed = 0; !(await isThere()); pressed += 1) {
    if (pressed > 120) throw new Error('Tab does not lead there.');
    await page.keyboard.press('Tab');
  }
}

test(
  'a version is rolled out to six buckets, reviewed by two and live, by keyboard alone',
  { tag: '@long' },
  async ({ page, openAs }) => {
    const { one, two, dial, at, drafted } = await begin({ page, openAs }, 'By keys');

    await goTo(page, `/dials/${dial.id}`);
    await tabTo(page, page.getByRole('link', { name: 'Update in buckets' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('radio', { name: /^Keep 150,000/ }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Take 200,000' })).toBeChecked();
    await tabTo(page, page.getByRole('checkbox', { name: new RegExp(`^${drafted.partner} `) }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('textbox', { name: /Description/ }));
    await page.keyboard.type('As agreed.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('By keys, v2');

    for (const [reviewer, isLast] of [
      [one, false],
      [two, true],
    ] as const) {
      await goTo(reviewer, '/');
      await tabTo(reviewer, reviewer.getByRole('link', { name: /^Review Set: By keys, v2/ }));
      await reviewer.keyboard.press('Enter');
      await tabTo(reviewer, button(reviewer, 'Approve all 6'));
      await reviewer.keyboard.press('Enter');
      if (!isLast) {
        await expect(button(reviewer, 'Approved all 6')).toBeVisible();
        continue;
      }
      await tabTo(reviewer, button(reviewer, 'Approve and make live'));
      await reviewer.keyboard.press('Enter');
    }
    await isActive(page, at);
  },
);
