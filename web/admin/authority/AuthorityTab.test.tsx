import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { openAdmin } from '#web/admin/testing.tsx';
import { formatDay } from '#web/kit/format.ts';
import {
  fakeAuthority,
  inDays,
  makeAuthority,
  makeAuthorityProposal,
  makeDeputy,
  makeRule,
  ONE,
  RULE_ID,
  TWO,
} from './testing.ts';

beforeEach(() => page.viewport(1440, 900));

const ALL = ['admin:view', 'admin:edit', 'bucket:view'];

async function show(fake = fakeAuthority(), permissions = ALL) {
  await openAdmin({ api: fake.api, address: '/admin?tab=authority', permissions });
  await expect.element(page.getByRole('heading', { name: 'Rules' })).toBeVisible();
  return fake;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rules = page.getByRole('list', { name: 'Rules in force' }).getByRole('listitem');
const choose = async (field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const sentOf = (fake: ReturnType<typeof fakeAuthority>, name: string) =>
  fake.server.sent.filter((call) => call.name === name).map(({ input }) => input);

describe('the rules', () => {
  test('are sentences with who made them and how often they applied', async () => {
    await show();
    await expect
      .element(rules.first())
      .toMatchTextContent(
        /Cyber Privacy & Tech: one of the two must be .*Demo Reviewer One when max line is above 5,000,000, or when more than 20% of risks change\./,
      );
    await expect
      .element(rules.first())
      .toMatchTextContent(
        'Since 1 Oct 2026 by Demo Administrator, seconded by Demo Reviewer Two. Applied to 14 drafts of the last 90 days, 1 waits.',
      );
    await expect
      .element(page.getByText('1 in force, on top of two approvals by people who are no authors'))
      .toBeVisible();
  });

  test('without any, any two may approve', async () => {
    await show(fakeAuthority(makeAuthority({ rules: [] })));
    await expect.element(page.getByText('Any two who are no authors.', { exact: true })).toBeVisible();
  });

  test('somebody who only reads has no buttons', async () => {
    await show(undefined, ['admin:view', 'bucket:view']);
    for (const name of ['Add a rule', 'Edit', 'Add a deputy']) expect(button(name).query()).toBeNull();
  });

  test('that cannot be loaded say so, with Retry', async () => {
    const fake = fakeAuthority(undefined, { getAuthority: () => Promise.reject(new Error('No answer.')) });
    await openAdmin({ api: fake.api, address: '/admin?tab=authority', permissions: ALL });
    await expect.element(page.getByText('Failed to load the rules of authority')).toBeVisible();
    await expect.element(button('Retry')).toBeVisible();
  });
});

describe('a new rule', () => {
  test('is the same sentence with fields, says what it would have done, and asks a second person', async () => {
    const fake = await show();
    await button('Add a rule').click();
    await expect.element(page.getByRole('combobox', { name: 'Classes' })).toHaveFocus();
    await choose('Classes', 'PI US');
    await choose('People', 'Demo Reviewer Two');
    await page.getByRole('textbox', { name: 'Limit 1' }).fill('7,500,000');
    // Enter sends nothing.
    await userEvent.keyboard('{Enter}');
    await button('or when …').click();
    await choose('Condition 2', 'an appetite is raised');
    await expect
      .element(
        page.getByText(
          'With this rule, 2 of the 31 drafts of the last 90 days would have needed Demo Reviewer Two. Both had that vote.',
        ),
      )
      .toBeVisible();
    expect(sentOf(fake, 'proposeAuthority')).toEqual([]);
    await button('Ask a second person').click();
    await expect.element(page.getByText('Waits for a second person')).toBeVisible();
    expect(sentOf(fake, 'proposeAuthority')).toEqual([
      {
        kind: 'add_rule',
        rule: {
          classes: ['pi-us'],
          partners: [],
          people: [TWO.id],
          when: [{ kind: 'above', value: 'max_line', limit: 7_500_000 }, { kind: 'appetite' }],
        },
      },
    ]);
  });

  test('what is missing is marked and focused, and nothing is sent', async () => {
    const fake = await show();
    await button('Add a rule').click();
    await button('Ask a second person').click();
    await expect.element(page.getByText('Choose at least one person')).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'People' })).toHaveFocus();
    await expect.element(page.getByText('Required', { exact: true })).toBeVisible();
    expect(sentOf(fake, 'proposeAuthority')).toEqual([]);
  });

  test('people who cannot vote cannot be chosen', async () => {
    await show();
    await button('Add a rule').click();
    await page.getByRole('combobox', { name: 'People' }).click();
    await expect.element(page.getByRole('option', { name: 'Demo Administrator' })).toBeVisible();
    expect(page.getByRole('option', { name: 'Demo Reader' }).query()).toBeNull();
  });

  test('a refusal stays in the form with what was typed', async () => {
    const fake = await show();
    await button('Add a rule').click();
    await choose('People', 'Demo Reviewer Two');
    await page.getByRole('textbox', { name: 'Limit 1' }).fill('7500000');
    fake.server.refuse.proposeAuthority = new Problem('conflict', 'There are 200 rules already. Remove one first.');
    await button('Ask a second person').click();
    await expect.element(page.getByText('There are 200 rules already. Remove one first.')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Limit 1' })).toHaveValue('7,500,000');
  });
});

test('Edit opens the sentence as fields; Cancel gives the focus back', async () => {
  await show();
  await button('Edit').click();
  await expect.element(page.getByRole('textbox', { name: 'Limit 1' })).toHaveValue('5,000,000');
  await expect.element(page.getByRole('textbox', { name: 'Limit 2' })).toHaveValue('20');
  // Nothing changed yet.
  await expect.element(button('Ask a second person')).toBeDisabled();
  await button('Cancel').click();
  await expect.element(button('Edit')).toHaveFocus();
});

test('a rule is changed or removed by asking a second person', async () => {
  const fake = await show();
  await button('Edit').click();
  await button('Remove condition 2').click();
  await button('Ask a second person').click();
  await expect.element(page.getByText('Change of this rule')).toBeVisible();
  expect(sentOf(fake, 'proposeAuthority')).toMatchObject([
    { kind: 'change_rule', id: RULE_ID, rule: { when: [{ kind: 'above' }] } },
  ]);
  // What waits is not changed again.
  expect(button('Edit').query()).toBeNull();
});

test('removing asks first', async () => {
  const fake = await show();
  await button('Edit').click();
  await button('Remove rule').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask a second person' }).click();
  await expect.element(page.getByText('Removal of this rule')).toBeVisible();
  expect(sentOf(fake, 'proposeAuthority')).toEqual([{ kind: 'remove_rule', id: RULE_ID }]);
});

describe('a proposal', () => {
  const stricter = makeRule({ when: [{ kind: 'always' }] });
  const change = makeAuthorityProposal({ kind: 'change_rule', replaces: RULE_ID, rule: stricter });

  test('stands below the rule it changes, and a second person confirms it', async () => {
    const fake = await show(fakeAuthority(makeAuthority({ proposals: [change] })));
    await expect.element(rules.first()).toMatchTextContent(/must be .*Demo Reviewer One when anything changes\./);
    await expect.element(rules.first()).toMatchTextContent('Waits for you');
    await button('Confirm').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect.element(page.getByText('Change confirmed')).toBeVisible();
    expect(sentOf(fake, 'decideAuthority')).toEqual([{ proposalId: change.id, decision: 'confirm', reason: '' }]);
  });

  test('is declined with a reason', async () => {
    const fake = await show(fakeAuthority(makeAuthority({ proposals: [change] })));
    await button('Decline').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Too strict');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect.element(page.getByText('Change declined')).toBeVisible();
    expect(sentOf(fake, 'decideAuthority')).toMatchObject([{ decision: 'decline', reason: 'Too strict' }]);
  });

  test('is withdrawn by its proposer, and others read why they cannot decide', async () => {
    const own = { ...change, is_own: true, refusal: 'You proposed this. A second person decides about it.' };
    const refusal = 'Your identity is not verified, so you cannot decide about this.';
    const other = makeAuthorityProposal({ id: '00000000-0000-4000-8000-000000000022', refusal });
    await show(fakeAuthority(makeAuthority({ proposals: [own, other] })));
    await expect.element(button('Withdraw')).toBeVisible();
    expect(button('Confirm').query()).toBeNull();
    await expect.element(rules.nth(1)).toMatchTextContent(refusal);
  });

  test('a refused decision says why in the dialog', async () => {
    const fake = await show(fakeAuthority(makeAuthority({ proposals: [change] })));
    fake.server.refuse.decideAuthority = new Problem('conflict', 'This was decided meanwhile.');
    await button('Confirm').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect.element(page.getByRole('dialog').getByText('This was decided meanwhile.')).toBeVisible();
  });
});

test('what somebody else proposes appears without a reload', async () => {
  let send = (_event: object) => undefined as void;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (control) => {
      send = (event) => control.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
    },
  });
  const fake = await show(fakeAuthority(undefined, { watchBuckets: async () => stream }));
  const proposal = makeAuthorityProposal();
  fake.state.authority = makeAuthority({ proposals: [proposal] });
  send({ kind: 'authority_proposed', authority_id: proposal.id, by: TWO, at: proposal.at });
  await expect.element(button('Confirm')).toBeVisible();
});

test('the history is paged', async () => {
  await show();
  await button('History').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Rule declined')).toBeVisible();
  await expect.element(dialog.getByText('“Too narrow”')).toBeVisible();
  await button('Show more').click();
  await expect.element(dialog.getByText('Removal of a rule withdrawn')).toBeVisible();
});

describe('deputies', () => {
  test('say until when, and those that ended', async () => {
    await show();
    const rows = page.getByRole('list', { name: 'Deputies' }).getByRole('listitem');
    await expect
      .element(rows.first())
      .toMatchTextContent(
        new RegExp(`Demo Administrator for Demo Reviewer One\\s*until ${formatDay(inDays(13))}\\s*13 days left`),
      );
    await expect.element(rows.nth(1)).toMatchTextContent(/Demo Reviewer One for Demo Reviewer Two\s*ended 6 Nov 2026/);
  });

  test('are added by asking a second person; only somebody who may vote, at most 60 days', async () => {
    const fake = await show(fakeAuthority(makeAuthority({ deputies: [] })));
    await button('Add a deputy').click();
    await choose('For', 'Demo Reviewer One');
    await page.getByRole('combobox', { name: 'Deputy' }).click();
    expect(page.getByRole('option', { name: 'Demo Reader' }).query()).toBeNull();
    await page.getByRole('option', { name: 'Demo Reviewer Two' }).click();
    const last = page.getByRole('textbox', { name: 'Last day' });
    await last.fill(formatDay(inDays(60)));
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByText(/Please give .* or an earlier date/)).toBeVisible();
    await last.fill(formatDay(inDays(59)));
    await userEvent.keyboard('{Tab}');
    await page.getByRole('dialog').getByRole('button', { name: 'Ask a second person' }).click();
    await expect.element(page.getByText('Sent to a second person')).toBeVisible();
    expect(sentOf(fake, 'proposeAuthority')).toEqual([
      { kind: 'add_deputy', deputy: { person: ONE.id, deputy: TWO.id, first_day: inDays(0), last_day: inDays(59) } },
    ]);
  });

  test('end now asks a second person too', async () => {
    const deputy = makeDeputy();
    const fake = await show(fakeAuthority(makeAuthority({ deputies: [deputy] })));
    await page.getByRole('button', { name: /^End now/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ask a second person' }).click();
    await expect.element(page.getByText('End of this deputy')).toBeVisible();
    expect(sentOf(fake, 'proposeAuthority')).toEqual([{ kind: 'end_deputy', id: deputy.id }]);
  });
});

test('the reviews that wait say what the rules ask of each', async () => {
  await show();
  const rows = page.getByRole('list', { name: 'Reviews that wait' }).getByRole('listitem');
  await expect
    .element(rows.first())
    .toMatchTextContent('One of the two must be Demo Reviewer One: max line 7,500,000 is above 5,000,000');
  await expect.element(rows.nth(1)).toMatchTextContent('Any two: max line 4,000,000 is not above 10,000,000');
});
