import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { writeAppetiteSheet } from '#domain/sheet/appetites.ts';
import { writeSheetFile } from '#web/workbook/sheetJob.ts';
import { fakeAdmin, openAdmin, OTHER, paste } from '#web/admin/testing.tsx';
import { catchDownloads } from '#web/testing/downloads.ts';
import { makeProposal, PROPOSAL_ID } from '#web/review/appetite/testing.ts';

const cell = (cob: string, column: number) =>
  page.getByRole('row').filter({ hasText: cob }).getByRole('gridcell').nth(column);
const bar = (text: string) => page.getByRole('status').filter({ hasText: text });
const save = () => page.getByRole('button', { name: 'Save appetites' });
/** Saves, and confirms the changes. */
async function saveAll(count: number) {
  await save().click();
  await page.getByRole('button', { name: `Change ${count} appetite${count === 1 ? '' : 's'}`, exact: true }).click();
}
const RULE = 'Appetite must be between 0 and 9.99, with at most two decimals';

async function open(fake = fakeAdmin(), permissions?: readonly string[]) {
  const { router } = await openAdmin({ api: fake.api, ...(permissions && { permissions }) });
  await expect.element(page.getByRole('grid', { name: 'Appetites, classes by partners' })).toBeVisible();
  return { server: fake.server, router };
}

test('shows classes with a bucket by partners, two decimals, a dot where there is none', async () => {
  await open();
  await expect.element(page.getByRole('tab', { name: 'Appetites' })).toHaveAttribute('aria-selected', 'true');
  expect(
    page
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Cargo', 'Flood']);
  await expect.element(cell('Cargo', 0).getByText('1.25')).toBeVisible();
  await expect.element(cell('Cargo', 1).getByText('0.00')).toBeVisible();
  await expect.element(cell('Cargo', 2).getByText('·')).toBeVisible();
});

test('a click or Enter edits a cell, arrows move, and all changes are saved together', async () => {
  const { server } = await open();
  await cell('Cargo', 0).click();
  await expect.element(page.getByRole('textbox', { name: /^Appetite of Cargo/ })).toHaveFocus();
  await userEvent.keyboard('1.5{Enter}');
  await expect.element(cell('Cargo', 0).getByRole('deletion')).toHaveTextContent('was 1.25');
  await expect.element(cell('Cargo', 0).getByRole('insertion')).toHaveTextContent('1.50');
  await expect.element(cell('Flood', 0)).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}.5{Tab}');
  await expect.element(bar('2 changes')).toBeVisible();
  await save().click();
  const question = page.getByRole('dialog', { name: 'Change 2 appetites?' });
  await expect.element(question.getByText('1 is lowered and applies at once.')).toBeVisible();
  await expect.element(question.getByText('1 is raised and waits until a second person confirms it.')).toBeVisible();
  expect(
    question
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent?.endsWith('waits')),
  ).toEqual([true, false]);
  await question.getByRole('textbox', { name: 'Reason for the second person (optional)' }).fill('Renewal');
  await question.getByRole('button', { name: 'Change 2 appetites' }).click();
  await expect.element(page.getByText('1 lowered now. 1 raised when a second person confirms.')).toBeVisible();
  expect(server.sent.map(({ input }) => input)).toEqual([
    {
      changes: [
        { partner: 9101, cob: 'cargo', appetite: 1.5, was: 1.25 },
        { partner: 9120, cob: 'flood', appetite: 0.5, was: 1 },
      ],
      reason: 'Renewal',
    },
  ]);
  await expect.element(save()).not.toBeInTheDocument();
  await expect.element(cell('Cargo', 0)).toHaveTextContent('1.25 → 1.50 waits');
  await expect.element(cell('Flood', 2).getByText('0.50')).toBeVisible();
  await expect.element(cell('Flood', 2)).toHaveFocus();
});

test('Esc drops the text, then the change of the cell; Discard drops all', async () => {
  await open();
  await cell('Cargo', 0).click();
  await userEvent.keyboard('9{Escape}');
  await expect.element(save()).not.toBeInTheDocument();
  await userEvent.keyboard('4{Enter}5{Enter}');
  await expect.element(bar('2 changes')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar('1 change')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(save()).not.toBeInTheDocument();
  await expect.element(cell('Cargo', 0).getByText('1.25')).toBeVisible();
});

test('an invalid appetite shows an error and is not sent', async () => {
  const { server } = await open();
  await cell('Cargo', 0).click();
  await userEvent.keyboard('10{Enter}');
  await expect.element(bar('1 change, 1 to fix')).toBeVisible();
  await expect.element(cell('Cargo', 0)).toHaveAttribute('aria-invalid', 'true');
  await save().click();
  await expect.element(page.getByRole('alert').filter({ hasText: RULE })).toBeVisible();
  await expect.element(cell('Cargo', 0)).toHaveFocus();
  expect(server.sent).toEqual([]);
});

test('a range is pasted from the cell on; cells without a bucket are skipped', async () => {
  await open();
  await cell('Cargo', 2).click();
  await userEvent.keyboard('{Home}');
  paste('1.1\t2.2\t3.3\n4.4\t5.5\t6.6\n');
  await expect.element(page.getByText('4 pasted. 2 left out: there is no bucket for them.')).toBeVisible();
  await expect.element(bar('4 changes')).toBeVisible();
  await expect.element(cell('Flood', 2).getByText('6.60')).toBeVisible();
});

test('a conflicting change is named, the edits stay, and the next save builds on it', async () => {
  const { server } = await open();
  await cell('Cargo', 0).click();
  await userEvent.keyboard('3{Enter}');
  const cells = server.matrix.cells.map((one) => (one.appetite === 1.25 ? { ...one, appetite: 2.75 } : one));
  server.matrix = { ...server.matrix, cells };
  await saveAll(1);
  await expect.element(page.getByText(`${OTHER.name} changed this at 11:02.`)).toBeVisible();
  await expect.element(cell('Cargo', 0).getByRole('deletion')).toHaveTextContent('was 2.75');
  await saveAll(1);
  await expect.element(page.getByText('1 raised when a second person confirms.')).toBeVisible();
  expect(server.sent[1]?.input).toEqual({
    changes: [{ partner: 9101, cob: 'cargo', appetite: 3, was: 2.75 }],
    reason: '',
  });
});

test('a failure keeps the changes and says why', async () => {
  const { server } = await open();
  server.refuse.setAppetites = new Problem('unavailable', 'The database cannot be reached.');
  await cell('Cargo', 0).click();
  await userEvent.keyboard('3{Enter}');
  await saveAll(1);
  await expect.element(page.getByText('The database cannot be reached.')).toBeVisible();
  await expect.element(bar('1 change')).toBeVisible();
});

test('the history of a cell shows when, who, old and new value, and can restore one', async () => {
  const { server } = await open();
  await cell('Cargo', 0).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'History' }).click();
  await expect.element(page.getByText(OTHER.name)).toBeVisible();
  await expect.element(page.getByText('Added with 1.50')).toBeVisible();
  expect(server.sent).toEqual([
    { name: 'listAppetiteHistory', input: { partner: 9101, cob: 'cargo' }, ifMatch: undefined },
  ]);
  await page.getByRole('button', { name: 'Set back to 1.50' }).click();
  await expect.element(cell('Cargo', 0)).toHaveFocus();
  await saveAll(1);
  await expect.element(page.getByText('1 raised when a second person confirms.')).toBeVisible();
  expect(server.sent[1]?.input).toMatchObject({ changes: [{ partner: 9101, cob: 'cargo', appetite: 1.5, was: 1.25 }] });
});

test('changing the tab asks first while something is unsaved', async () => {
  const { router } = await open();
  await cell('Cargo', 0).click();
  await userEvent.keyboard('3{Enter}');
  await page.getByRole('tab', { name: 'Partners' }).click();
  await expect.element(page.getByText('Are you sure you want to leave this page?')).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect.element(bar('1 change')).toBeVisible();
  await page.getByRole('tab', { name: 'Partners' }).click();
  await page.getByRole('button', { name: 'Leave page' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Buckets' })).toBeVisible();
  expect(router.state.location.search).toBe('?tab=partners');
});

test('without edit on admin cells are read-only', async () => {
  await open(fakeAdmin(), ['admin:view']);
  await cell('Cargo', 0).click();
  await userEvent.keyboard('{Enter}3');
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  await expect.element(page.getByText('1.25 Above neutral, 3 dials')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'History' })).toBeVisible();
});

test('a matrix that fails to load shows Retry; an empty one says what to do', async () => {
  const fake = fakeAdmin({ partners: [], cells: [] });
  let broken = true;
  const getAppetites = async () => {
    if (broken) throw new Problem('unavailable', 'The database cannot be reached.');
    return fake.server.matrix;
  };
  await openAdmin({ api: { ...fake.api, getAppetites } });
  await expect.element(page.getByText('The database cannot be reached.')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('No partners yet')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Go to Partners' }))
    .toHaveAttribute('href', '/admin?tab=partners');
});

test('says so if there are partners but no classes', async () => {
  const { server, api } = fakeAdmin();
  await openAdmin({ api: { ...api, getAppetites: async () => ({ ...server.matrix, cells: [] }) } });
  await expect.element(page.getByText('No classes of business yet')).toBeVisible();
});

/** A matrix in which two appetites of Cargo wait to be raised. */
function waitingMatrix() {
  const fake = fakeAdmin();
  const raise = { proposal: PROPOSAL_ID, becomes: 2.5 };
  const cells = fake.server.matrix.cells.map((one) => (one.cob === 'cargo' ? { ...one, raise } : one));
  fake.server.matrix = { ...fake.server.matrix, cells };
  return fake;
}
const strip = page.getByRole('region', { name: 'Raised appetites' });

test('[R41] raised appetites wait in their cells, and a second person confirms them above the matrix', async () => {
  const { server } = await open(waitingMatrix());
  await expect.element(strip.getByText('2 raised appetites wait for a second person')).toBeVisible();
  await expect.element(cell('Cargo', 0)).toHaveTextContent('1.25 → 2.50 waits');
  await expect.element(strip.getByText(/by Demo Cyber Lead.*“Renewal season”/)).toBeVisible();
  await strip.getByRole('button', { name: 'Confirm' }).click();
  const question = page.getByRole('dialog', { name: 'Raise 2 appetites?' });
  await expect.element(question.getByText('was 1.25 → 2.50')).toBeVisible();
  await question.getByRole('button', { name: 'Raise' }).click();
  await expect.element(page.getByText('2 appetites raised')).toBeVisible();
  expect(server.sent).toMatchObject([
    {
      name: 'decideAppetiteProposal',
      input: {
        decision: 'confirm',
        buckets: [
          { partner: 9101, cob: 'cargo' },
          { partner: 9112, cob: 'cargo' },
        ],
      },
    },
  ]);
  await expect.element(strip).not.toBeInTheDocument();
});

test('[R41] the proposer can withdraw, and nobody who may not decide is offered to', async () => {
  const fake = waitingMatrix();
  fake.server.proposals = [
    makeProposal({ is_own: true, refusal: 'You proposed this.' }),
    makeProposal({ id: 'p2', refusal: 'Your identity is not verified.' }),
  ];
  const { server } = await open(fake);
  await expect.element(strip.getByText('Your identity is not verified.')).toBeVisible();
  expect(strip.getByRole('button', { name: /Confirm|Decline/ }).elements()).toEqual([]);
  await strip.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(page.getByText('Raise of 2 appetites withdrawn')).toBeVisible();
  expect(server.sent).toMatchObject([{ input: { decision: 'withdraw' } }]);
});

test('a sheet is exported, and fills the grid when it comes back; nothing is saved by itself', async () => {
  const { server } = await open();
  const { blobs } = catchDownloads();
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Export as Excel');
  await expect.poll(() => blobs).toHaveLength(1);
  vi.restoreAllMocks();
  const upload = (name: string, ...parts: BlobPart[]) =>
    userEvent.upload(page.getByLabelText('Sheet of appetites'), new File(parts, name));
  await upload('appetites.xlsx', ...blobs);
  await expect.element(page.getByText('The sheet has the same appetites.')).toBeVisible();
  const workbook = writeAppetiteSheet({
    partners: [
      { number: 9112, name: 'Beacon' },
      { number: 9101, name: 'Alder' },
    ],
    rows: [{ cob: { slug: 'cargo', label: 'Cargo' }, cells: [{ appetite: 0 }, { appetite: 1.5 }] }],
  });
  const changed = await writeSheetFile({ sheets: workbook.sheets.slice(0, 1) });
  await upload('appetites.xlsx', changed);
  await expect.element(page.getByText('1 filled from the sheet.')).toBeVisible();
  await expect.element(cell('Cargo', 0).getByRole('insertion')).toHaveTextContent('1.50');
  await expect.element(bar('1 change')).toBeVisible();
  await upload('appetites.xlsx', 'no workbook');
  await expect.element(page.getByText(/^Failed to import appetites\. /)).toBeVisible();
  await expect.element(bar('1 change')).toBeVisible();
  expect(server.sent).toEqual([]);
});
