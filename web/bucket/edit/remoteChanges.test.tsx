import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { entryOf, makeBucket, makeDraft, ME } from '#web/bucket/testing.tsx';
import { bar, button, choose, DIALS, dialog, LIVE, openEditor, openWithWork, undo } from './testing.tsx';

const draft = (entries: BucketEntries = LIVE) => makeBucket(LIVE, { draft: makeDraft(entries) });
const withLine = (max_line: number, list: BucketEntries = LIVE) => [entryOf(DIALS[0], { max_line }), ...list.slice(1)];
const theySaved = /^Demo Cyber Lead saved this draft at \d\d:\d\d$/;
const lineOf = (entries: BucketEntries | undefined) => entries?.find(({ dial_id }) => dial_id === DIALS[0].dial_id);

describe('a save that conflicts with a newer one', () => {
  test('says who saved, keeps mine, and shows both sides of each conflict; mine is chosen', async () => {
    const { server } = await openWithWork(withLine(750_000, LIVE.slice(0, -1)), draft());
    server.theySave(withLine(250_000));
    await button('Save Draft').click();
    const conflict = dialog(theySaved);
    await expect.element(conflict).toMatchTextContent(/Your 2 changes are still here\. One touches the same value\./);
    const choice = conflict.getByRole('group', { name: 'Cyber critical infrastructure, Max line' });
    await expect.element(choice).toMatchTextContent(/Theirs.*250,000.*Yours.*750,000/);
    await expect.element(choice.getByRole('radio', { name: /Yours/ })).toBeChecked();
    await expect.element(conflict.getByRole('table')).toMatchTextContent(/Dial 6 removed/);
  });

  test('merging keeps what only one side changed, and mine in conflicts', async () => {
    const { server } = await openWithWork(withLine(750_000, LIVE.slice(0, -1)), draft());
    server.theySave([...withLine(250_000).slice(0, 2).toReversed(), ...LIVE.slice(2)]);
    await button('Save Draft').click();
    await button('Merge and Save Draft').click();
    await expect.element(page.getByText('Draft successfully updated')).toBeVisible();
    const saved = server.bucket?.draft?.entries;
    expect(saved?.map(({ dial_id }) => Number(dial_id.slice(-2)))).toEqual([2, 1, 3, 4, 5]);
    expect(lineOf(saved)?.overrides).toEqual({ max_line: 750_000 });
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
  });

  test('theirs can be chosen instead, by keyboard', async () => {
    const { server } = await openWithWork(withLine(750_000), draft());
    server.theySave(withLine(250_000));
    await button('Save Draft').click();
    const choice = dialog(theySaved).getByRole('group', { name: /Max line$/ });
    await expect.element(choice).toBeVisible();
    choice.getByRole('radio', { name: /Yours/ }).element().focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(choice.getByRole('radio', { name: /Theirs/ })).toBeChecked();
    await button('Merge and Save Draft').click();
    await expect.poll(() => lineOf(server.bucket?.draft?.entries)?.overrides).toEqual({ max_line: 250_000 });
  });

  test('Keep editing loses and overwrites nothing; the next save asks again', async () => {
    const { server } = await openWithWork(withLine(750_000), draft());
    server.theySave(withLine(250_000));
    await button('Save Draft').click();
    await dialog(theySaved).getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(bar(1)).toBeVisible();
    expect(lineOf(server.bucket?.draft?.entries)?.overrides).toEqual({ max_line: 250_000 });
    await button('Save Draft').click();
    await expect.element(dialog(theySaved)).toBeVisible();
  });

  test('a draft submitted meanwhile: explained, nothing to overwrite, the work stays', async () => {
    const { server } = await openWithWork(withLine(750_000), draft());
    server.theySubmit();
    await button('Save Draft').click();
    const overtaken = dialog(/^Demo Cyber Lead submitted this draft for review at/);
    await expect
      .element(overtaken)
      .toMatchTextContent(/it cannot be edited\. Your change is still here, and kept in this browser/);
    await overtaken.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(bar(1)).toBeVisible();
    expect(server.bucket?.status).toBe('pending_review');
    await expect.element(button('Save Draft')).toHaveAttribute('aria-disabled', 'true');
  });

  test('a draft that was reset meanwhile: mine is applied on top of live', async () => {
    const { server } = await openWithWork(withLine(750_000, LIVE.slice(0, 3)), draft(LIVE.slice(0, 4)));
    server.theyReset();
    await button('Save Draft').click();
    await expect.element(dialog('This draft was reset to the live version')).toBeVisible();
    await button('Merge and Save Draft').click();
    await expect.element(page.getByText('Draft successfully created')).toBeVisible();
    expect(lineOf(server.bucket?.draft?.entries)?.overrides).toEqual({ max_line: 750_000 });
  });

  test('a submit on an old revision asks the same way and keeps the description', async () => {
    const { server } = await openWithWork(withLine(750_000), draft());
    await button('Submit for Review').click();
    const form = dialog('Submit for Review');
    await form.getByRole('textbox', { name: 'Description' }).fill('Mine');
    server.theySave(withLine(250_000));
    await form.getByRole('button', { name: 'Submit for Review' }).click();
    await dialog(theySaved).getByRole('button', { name: 'Merge and Save Draft' }).click();
    await expect.element(form.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine');
    expect(server.calls).not.toContain('submitForReview');
  });
});

describe('changes by someone else while editing', () => {
  test('without unsaved work it is applied at once, with a quiet notice', async () => {
    const { server, onRemoteEvent } = await openEditor(draft());
    await expect.element(page.getByText('Dial 6')).toBeVisible();
    server.theySave(LIVE.slice(0, -1));
    await onRemoteEvent();
    await expect
      .element(page.getByText(/^Demo Cyber Lead saved this draft at \d\d:\d\d\. You see it as it is now\.$/))
      .toBeVisible();
    await expect.element(page.getByText('Dial 6')).not.toBeInTheDocument();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    await choose('Dial 5', 'Move to top');
    await button('Save Draft').click();
    await expect.element(page.getByText('Draft successfully updated')).toBeVisible();
  });

  test('with unsaved work it waits: See what changed shows it, Load their changes merges without saving', async () => {
    const { server, onRemoteEvent } = await openEditor(draft());
    await choose('Dial 5', 'Move to top');
    server.theySave(LIVE.slice(0, -1));
    await onRemoteEvent();
    await expect.element(page.getByText(/^Demo Cyber Lead saved this draft at \d\d:\d\d\.$/)).toBeVisible();
    await expect.element(page.getByText('Dial 6')).toBeVisible();
    await button('See what changed').click();
    await expect.element(dialog(/^Demo Cyber Lead saved this draft/)).toMatchTextContent(/Dial 6/);
    await dialog(/^Demo Cyber Lead saved this draft/)
      .getByRole('button', { name: 'Close' })
      .click();
    await button('Load their changes').click();
    await expect.element(page.getByText('Dial 6')).not.toBeInTheDocument();
    await expect.element(bar(1)).toBeVisible();
    expect(server.calls).not.toContain('saveBucketDraft');
    await button('Save Draft').click();
    await expect.element(page.getByText('Draft successfully updated')).toBeVisible();
  });

  test('loading a conflicting change asks first', async () => {
    const { server, onRemoteEvent } = await openWithWork(withLine(750_000), draft());
    server.theySave(withLine(250_000));
    await onRemoteEvent();
    await button('Load their changes').click();
    const conflict = dialog(theySaved);
    await conflict.getByText('Theirs').first().click();
    await conflict.getByRole('button', { name: 'Load their changes' }).click();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
  });

  test('names another tab of the same person', async () => {
    const { server, onRemoteEvent } = await openEditor(draft());
    await choose('Dial 5', 'Move to top');
    server.theySave(LIVE.slice(0, -1), { saved_by: ME });
    await onRemoteEvent();
    await expect.element(page.getByText(/^You saved this draft in another tab at/)).toBeVisible();
  });

  test('a submitted review: with unsaved work a notice with Discard Review, without it the review page', async () => {
    const { server, onRemoteEvent } = await openEditor(draft());
    await choose('Dial 5', 'Move to top');
    server.theySubmit();
    await onRemoteEvent();
    await expect.element(page.getByText(/^Demo Cyber Lead submitted this draft for review at/)).toBeVisible();
    await expect.element(button('Discard Review')).toBeVisible();
    await expect.element(bar(1)).toBeVisible();
    await undo.click();
    await expect.element(page.getByText('This bucket is in review and cannot be edited')).toBeVisible();
  });
});
