import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { dialId, entryOf, makeBucket, makeDraft, numbersOf } from '#web/bucket/testing.tsx';
import { readSheetFile, writeSheetFile } from '#web/workbook/sheetJob.ts';
import { catchDownloads } from '#web/testing/downloads.ts';
import { chooseFile, DIALS, draft, LIVE, makeSheetFile, openImport, type SheetEditor } from './testing.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const part = (name: string) => page.getByRole('rowgroup').filter({ hasText: name });
const question = (name: string) => page.getByRole('group', { name });
const row = (name: string | RegExp) => page.getByRole('row', { name });
const LINE = 'Cyber excess of $50m, Max line, USD';

/** The sheet and another person change one cell; the sheet changes another, moves a row and loses one. */
const change = (sheet: SheetEditor) => {
  sheet.set(3, 'Max line', 5_500_000);
  sheet.set(4, 'Max line', 2_000_000);
  sheet.remove(5);
};
const theirs = () => [
  entryOf(DIALS[0], { max_line: 900_000, policy_share_cap: 4 }),
  entryOf(DIALS[1], { max_line: 4_000_000 }),
  ...LIVE.slice(2),
];

describe('a sheet against its bucket', () => {
  test('asks what both changed and what is gone, takes the rest, and keeps what others saved', async () => {
    const { server, choose, onRemoteEvent } = await openImport();
    server.theySave(theirs());
    await onRemoteEvent();
    await choose(change);
    await expect.element(question(LINE)).toMatchTextContent(/5,500,000In the sheet4,000,000Demo Cyber Lead \d\d:\d\d/);
    await expect
      .element(question('Cyber base appetite, Row 5 is gone from the sheet'))
      .toMatchTextContent(/Remove it.*Keep it/);
    await expect
      .element(part('Asked'))
      .toMatchTextContent(/1 cell that both sides changed, 1 row that is gone from the sheet/);
    await expect
      .element(part('Taken from the sheet'))
      .toMatchTextContent(/Cyber primary.*2,500,0002,000,0002,500,000Override 2,000,000/);
    await expect.element(part('Saved meanwhile')).toMatchTextContent(/Policy share cap, %5544 stays/);
    await expect.element(page.getByText(/^1 time, .*\d\d:\d\d, last by Demo Cyber Lead$/)).toBeVisible();
    for (const name of ['Changed cells 2', 'Removed? 1', 'Asked 1']) await expect.element(button(name)).toBeVisible();
    await expect.element(page.getByText('2 choices left')).toBeVisible();
    await expect.element(button('Save Draft')).toBeDisabled();
    expect(page.getByRole('radio', { checked: true }).elements()).toEqual([]);
  });

  test('what the draft had already when live was exported is not called saved since', async () => {
    const { choose } = await openImport();
    await choose(undefined, { ...draft(), draft: null });
    await expect.element(part('In the draft already')).toMatchTextContent(/Max line, USD.*900,000 stays/);
    await expect.element(part('Saved meanwhile')).not.toBeInTheDocument();
  });

  test('saves a draft with the answers, on the revision that was compared', async () => {
    const { server, choose, onRemoteEvent } = await openImport();
    server.theySave(theirs());
    await onRemoteEvent();
    await choose(change);
    await question(LINE)
      .getByRole('radio', { name: /In the sheet/ })
      .click();
    await question('Cyber base appetite, Row 5 is gone from the sheet')
      .getByRole('radio', { name: /^Remove it/ })
      .click();
    await button('Save Draft').click();
    await expect.element(page.getByText('Draft successfully updated')).toBeVisible();
    await expect.element(page.getByText('at /syndicate/9101/bucket/cyber-privacy-and-tech/draft')).toBeVisible();
    expect(server.bucket?.draft?.entries).toEqual([
      entryOf(DIALS[0], { max_line: 900_000, policy_share_cap: 4 }),
      entryOf(DIALS[1], { max_line: 5_500_000 }),
      entryOf(DIALS[2], { max_line: 2_000_000 }),
    ]);
  });

  test('adds a dial of the library by its name', async () => {
    const { server, choose } = await openImport();
    await choose((sheet) => sheet.set(6, 'Dial', 'Cyber short waiting period'));
    await expect.element(row(/Cyber short waiting period/)).toMatchTextContent(/New row, v1.*Added at 5/);
    await button('Save Draft').click();
    await expect.poll(() => numbersOf(server.bucket?.draft?.entries ?? [])).toEqual([1, 2, 3, 4, 5]);
  });

  test('a row whose dial could not be read is an error, and no new dial; one without such a dial is new', async () => {
    const name = (sheet: SheetEditor) => {
      sheet.set(6, 'Dial', 'Cyber of ours');
      sheet.set(6, 'Id', dialId(77));
    };
    let problem = new Problem('unavailable', 'The database cannot be reached.');
    const getDial = vi.fn(() => Promise.reject(problem));
    const { choose, queryClient } = await openImport(draft(), { answers: { getDial } });
    await choose(name);
    await expect.element(page.getByText('Failed to compare the sheet')).toBeVisible();
    expect(row(/Cyber of ours/).elements()).toEqual([]);
    problem = new Problem('not-found', 'There is no such dial.');
    await queryClient.invalidateQueries();
    await expect.element(row(/Cyber of ours/)).toMatchTextContent(/New row/);
    expect(getDial).toHaveBeenCalled();
  });

  test('a share that fell below half a percent is asked about, with both sides in view', async () => {
    const { server, choose } = await openImport();
    await choose((sheet) => sheet.set(3, 'Lead share', 0.095));
    const shareQuestion = question('Cyber excess of $50m, Lead share cap, %. Below 0.5%: was a percent sign lost?');
    await expect.element(shareQuestion).toMatchTextContent(/0\.095In the sheet40Now/);
    await expect.element(part('Asked')).toMatchTextContent(/1 share below 0\.5%/);
    await shareQuestion.getByRole('radio', { name: /^40/ }).click();
    await expect.element(page.getByText('0 choices left')).not.toBeInTheDocument();
    expect(server.bucket?.draft?.entries[1]).toEqual(LIVE[1]);
  });

  test('says that nothing differs, and offers nothing to save', async () => {
    const { choose } = await openImport();
    await choose();
    await expect.element(page.getByText('The sheet is the same as the bucket.')).toBeVisible();
    expect(button('Save Draft').elements()).toEqual([]);
  });

  test('one answer for many rows that are gone', async () => {
    const { server, choose } = await openImport();
    await choose((sheet) => sheet.rows.splice(2));
    await button('Keep all 3').click();
    await expect.element(page.getByText('3 choices left')).not.toBeInTheDocument();
    await button('Remove all 3').click();
    await button('Save Draft').click();
    await expect.poll(() => numbersOf(server.bucket?.draft?.entries ?? [])).toEqual([1]);
  });

  test('works by keyboard, and announces what is left', async () => {
    const { server, choose, onRemoteEvent } = await openImport();
    server.theySave(theirs());
    await onRemoteEvent();
    await choose(change);
    await expect.element(question(LINE)).toBeVisible();
    question(LINE).getByRole('radio').first().element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(question(LINE).getByRole('radio', { name: /^4,000,000/ })).toBeChecked();
    await expect.element(page.getByText('4,000,000. 1 choice left.')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}');
    await expect.element(page.getByText('Remove it. 0 choices left.')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(row(/Cyber primary/)).toHaveFocus();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('Draft successfully updated')).toBeVisible();
  });
});

describe('while somebody else saves', () => {
  test('the part Saved meanwhile grows, and a choice on a cell that moved is asked again', async () => {
    const { server, choose, onRemoteEvent } = await openImport();
    server.theySave(theirs());
    await onRemoteEvent();
    await choose(change);
    await question(LINE)
      .getByRole('radio', { name: /In the sheet/ })
      .click();
    await expect.element(page.getByText('1 choice left')).toBeVisible();
    server.theySave([entryOf(DIALS[0]), entryOf(DIALS[1], { max_line: 3_000_000 }), ...LIVE.slice(2)]);
    await onRemoteEvent();
    await expect.element(question(LINE)).toMatchTextContent(/5,500,000In the sheet3,000,000Now/);
    await expect.element(page.getByText('2 choices left')).toBeVisible();
    await expect.element(part('Saved meanwhile')).toMatchTextContent(/900,000900,0001,000,000/);
  });

  test('a save on an old revision overwrites nothing: it compares again and asks', async () => {
    const { server, choose } = await openImport();
    await choose((sheet) => sheet.set(3, 'Max line', 5_500_000));
    await expect.element(button('Save Draft')).toBeEnabled();
    server.theySave(theirs());
    await button('Save Draft').click();
    await expect.element(page.getByText(/Someone saved the bucket in the meantime/)).toBeVisible();
    await expect.element(question(LINE)).toMatchTextContent(/5,500,000In the sheet4,000,000/);
    await question(LINE)
      .getByRole('radio', { name: /^4,000,000/ })
      .click();
    await expect.element(page.getByText('Nothing to save.')).toBeVisible();
    expect(server.bucket?.draft?.entries).toEqual(theirs());
  });

  test('a sheet of an older live version is compared with the new one', async () => {
    const exported = makeBucket(LIVE);
    const now = makeBucket([entryOf(DIALS[0], { max_line: 800_000 }), ...LIVE.slice(1)], { revision: '47' });
    const { server, choose } = await openImport({ ...now, live: { ...now.live, number: 13 } });
    await choose((sheet) => sheet.set(5, 'Max line', 700_000), exported);
    await expect.element(part('Saved meanwhile')).toMatchTextContent(/1,000,0001,000,000800,000/);
    await expect.element(page.getByText(/v13 went live/)).toBeVisible();
    await button('Save Draft').click();
    await expect.element(page.getByText('Draft successfully created')).toBeVisible();
    expect(server.bucket?.draft?.entries.map(({ overrides }) => overrides)).toEqual([
      { max_line: 800_000 },
      {},
      {},
      { max_line: 700_000 },
    ]);
  });

  test('in review nothing can be saved', async () => {
    const { server, choose, onRemoteEvent } = await openImport();
    await choose((sheet) => sheet.set(3, 'Max line', 5_500_000));
    await expect.element(button('Save Draft')).toBeEnabled();
    server.theySubmit();
    await onRemoteEvent();
    await expect.element(page.getByText('Its draft is in review')).toBeVisible();
    expect(button('Save Draft').elements()).toEqual([]);
  });

  test('in review no file is asked for', async () => {
    await openImport(makeBucket(LIVE, { draft: makeDraft(LIVE, { state: 'pending_review' }) }));
    await expect.element(page.getByRole('heading', { name: 'Its draft is in review' })).toBeVisible();
    expect(button('Choose a file').elements()).toEqual([]);
  });
});

describe('a file that is not the sheet of this bucket', () => {
  test('names the other bucket, and opens it', async () => {
    const { api } = await openImport();
    await chooseFile(await makeSheetFile(api, { ...draft(), cob: 'cargo' }));
    await expect.element(page.getByText('This sheet is of Cargo, 9101.')).toBeVisible();
    await page.getByRole('link', { name: 'Open that bucket' }).click();
    await expect.element(page.getByText('at /syndicate/9101/bucket/cargo')).toBeVisible();
  });

  test.each([
    ['a page of the web', () => new File(['<html></html>'], 'a.xlsx'), 'This file is not an Excel workbook (.xlsx).'],
  ])('says what is wrong with $0, and asks for another', async (_name, makeFile, sentence) => {
    await openImport();
    await chooseFile(makeFile());
    await expect.element(page.getByText('a.xlsx cannot be imported.')).toBeVisible();
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.element(button('Choose a file')).toBeVisible();
  });

  test('says when it was not exported here', async () => {
    await openImport();
    const sheet = { name: 'Dials', columns: [{ width: 10, format: 'text' as const }], rows: [[{ value: 'Dial' }]] };
    await chooseFile(new File([await writeSheetFile({ sheets: [sheet] })], 'own.xlsx'));
    await expect
      .element(page.getByText('This sheet is not of this bucket. Export one, and paste into it.'))
      .toBeVisible();
  });
});

test('wrong cells and unknown columns are listed, and go back into the file', async () => {
  const { blobs } = catchDownloads();
  const { choose } = await openImport();
  await choose((sheet) => {
    sheet.set(2, 'Max line', '1.5mm');
    sheet.set(3, 'UW comment', 'call the broker');
  });
  const about = page.getByRole('complementary', { name: 'About the sheet' });
  await expect
    .element(about)
    .toMatchTextContent(
      /Cell errors1These cells keep what is there now\..*1\.5mmnot an amount\. Write it as 1,500,000 or 1\.5m/,
    );
  await expect.element(about).toMatchTextContent(/Unknown columns1.*UW comment1 cell/);
  await expect.element(about).toMatchTextContent(/Exported.*by Demo Underwriter, from the draft of v12/);
  await button('Download the sheet with the errors marked').click();
  await expect.poll(() => blobs).toHaveLength(1);
  const { sheets } = await readSheetFile(blobs[0] as Blob);
  expect(sheets.slice(0, 4).map(({ name }) => name)).toEqual(['Errors', 'Dials', 'Columns', 'Lineslip']);
  expect(sheets[0]?.rows[1]?.map((cell) => cell?.text)).toEqual([
    expect.stringMatching(/^[A-Z]+2$/),
    '1.5mm',
    'not an amount. Write it as 1,500,000 or 1.5m',
  ]);
});
