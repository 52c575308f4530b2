import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { dialId, entryOf, makeBucket, makeDraft, NO_ABILITIES } from '#web/bucket/testing.tsx';
import { bar, button, choose, DIALS, dialog, EDIT, LIVE, openEditor, openWithWork, undo, redo } from './testing.tsx';

const draft = () => makeBucket(LIVE, { draft: makeDraft(LIVE.slice(1)) });
const ids = (entries: readonly { dial_id: string }[] | undefined) =>
  entries?.map(({ dial_id }) => Number(dial_id.slice(-2)));

describe('unsaved work', () => {
  test('is counted as changes against the saved draft; undo and redo are labelled', async () => {
    await openEditor();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    await choose('Dial 5', 'Move to top');
    await expect.element(bar(1)).toBeVisible();
    await choose('Dial 6', 'Remove from bucket');
    await expect.element(bar(2)).toBeVisible();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(bar(1)).toBeVisible();
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.element(bar(2)).toBeVisible();
    await undo.click();
    await undo.click();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    await redo.click();
    await expect.element(bar(1)).toBeVisible();
  });

  test('is discarded after a confirmation, and undo restores it', async () => {
    await openEditor();
    await choose('Dial 5', 'Move to top');
    await button('Discard unsaved changes').click();
    await dialog('Discard all unsaved changes?').getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(bar(1)).toBeVisible();
    await button('Discard unsaved changes').click();
    await dialog('Discard all unsaved changes?').getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    await undo.click();
    await expect.element(bar(1)).toBeVisible();
  });
});

describe('Save Draft', () => {
  test('the first save creates the draft, the next ones update it; each with its toast', async () => {
    const { server } = await openEditor();
    await choose('Dial 5', 'Move to top');
    await button('Save Draft').click();
    await expect.element(page.getByText('Draft successfully created')).toBeVisible();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    expect(ids(server.bucket?.draft?.entries)).toEqual([5, 1, 2, 3, 4, 6]);
    await expect.element(page.getByRole('banner')).toMatchTextContent(/Draft.*from live v12/);
    await choose('Dial 6', 'Remove from bucket');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('Draft successfully updated')).toBeVisible();
    expect(ids(server.bucket?.draft?.entries)).toEqual([5, 1, 2, 3, 4]);
    expect(server.calls.filter((call) => call === 'saveBucketDraft')).toHaveLength(2);
    expect(page.getByText(/in another tab/).query()).toBeNull();
  });

  test('the focus stays on the button, which then says why there is nothing to save', async () => {
    await openEditor();
    await choose('Dial 5', 'Move to top');
    await button('Save Draft').click();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    await expect.element(button('Save Draft')).toHaveFocus();
    await expect.element(button('Save Draft')).toHaveAttribute('aria-disabled', 'true');
  });

  test('two quick Ctrl S are one save, and without a change there is none', async () => {
    const { server } = await openEditor();
    await expect.element(page.getByText('Dial 5')).toBeVisible();
    await userEvent.keyboard('{Control>}s{/Control}');
    await choose('Dial 5', 'Move to top');
    const answer = Promise.withResolvers<void>();
    server.saveAnswer = answer.promise;
    await userEvent.keyboard('{Control>}ss{/Control}');
    answer.resolve();
    await expect.element(page.getByText('Draft successfully created')).toBeVisible();
    expect(server.calls.filter((call) => call === 'saveBucketDraft')).toHaveLength(1);
  });

  test('edits made during a save are still there and unsaved afterwards', async () => {
    const { server } = await openEditor();
    const answer = Promise.withResolvers<void>();
    server.saveAnswer = answer.promise;
    await choose('Dial 5', 'Move to top');
    await button('Save Draft').click();
    await expect.poll(() => ids(server.bucket?.draft?.entries)).toEqual([5, 1, 2, 3, 4, 6]);
    await choose('Dial 6', 'Remove from bucket');
    answer.resolve();
    await expect.element(page.getByText('Draft successfully created')).toBeVisible();
    await expect.element(bar(1)).toBeVisible();
    expect(button('Actions for Dial 6').query()).toBeNull();
    await button('Save Draft').click();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    expect(ids(server.bucket?.draft?.entries)).toEqual([5, 1, 2, 3, 4]);
  });

  test.each([
    ['create', makeBucket(LIVE), 'Failed to create Draft'],
    ['update', draft(), 'Failed to update Draft'],
  ])('a failed %s shows a toast and a notice, loses nothing, and Retry saves', async (_what, bucket, text) => {
    const { server } = await openEditor(bucket);
    await choose('Dial 5', 'Move to top');
    server.refuse.saveBucketDraft = new Problem('unexpected', 'Something went wrong on our side.', {
      reference: '7f3a',
    });
    await button('Save Draft').click();
    await expect.element(page.getByText(text)).toHaveLength(2);
    await expect.element(page.getByText(/Reference 7f3a\./)).toBeVisible();
    await expect.element(bar(1)).toBeVisible();
    await button('Retry').click();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    expect(page.getByText(/Reference 7f3a\./).query()).toBeNull();
  });

  test('server errors are named by dial and value', async () => {
    const { server } = await openEditor(draft());
    await choose('Dial 5', 'Move to top');
    server.refuse.saveBucketDraft = new Problem('invalid-input', 'Invalid input', {
      errors: [{ path: 'entries.1.overrides.max_line', message: 'Value must be positive' }],
    });
    await button('Save Draft').click();
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Max line of' }))
      .toMatchTextContent(/Max line of Cyber excess of \$50m: Value must be positive/);
    await expect.element(bar(1)).toBeVisible();
  });

  test('invalid cells are refused before anything is sent, named, and shown', async () => {
    const { server, router } = await openWithWork([entryOf(DIALS[0], { max_line: -5 }), ...LIVE.slice(1)]);
    await button('Save Draft').click();
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Some values cannot be saved as they are' }))
      .toMatchTextContent(/Max line of Cyber critical infrastructure: Value must be positive/);
    expect(server.calls).not.toContain('saveBucketDraft');
    await expect.poll(() => router.state.location.search).toBe('?tab=values');
  });

  test('a bucket that went into review is explained in place; the work stays', async () => {
    const { server } = await openEditor(draft());
    await choose('Dial 5', 'Move to top');
    server.refuse.saveBucketDraft = new Problem('conflict', BUCKET_REFUSALS.pending);
    await button('Save Draft').click();
    await expect.element(page.getByText(BUCKET_REFUSALS.pending)).toBeVisible();
    await expect.element(bar(1)).toBeVisible();
  });
});

describe('Reset to live version', () => {
  const question = dialog('Reset this draft to the current live version?');

  test('drops the draft after a confirmation; undo restores its content, unsaved', async () => {
    const { server } = await openEditor(draft());
    await button('Reset to live version').click();
    await question.getByRole('button', { name: 'Reset to live version' }).click();
    await expect.element(page.getByText('Draft successfully updated')).toBeVisible();
    expect(server.bucket?.draft).toBeNull();
    await expect.element(page.getByRole('tab', { name: /^Dial Ordering/ })).toMatchTextContent('Dial Ordering6');
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    await undo.click();
    await expect.element(bar(1)).toBeVisible();
  });

  test('without a draft it is offered for unsaved changes only, and sends nothing', async () => {
    const { server } = await openEditor();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    expect(button('Reset to live version').query()).toBeNull();
    await choose('Dial 5', 'Move to top');
    await button('Reset to live version').click();
    await question.getByRole('button', { name: 'Reset to live version' }).click();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    expect(server.calls).not.toContain('resetBucketDraft');
  });

  test('shows a failure', async () => {
    const { server } = await openEditor(draft());
    server.refuse.resetBucketDraft = new Problem('unavailable', 'Please try again in a moment.');
    await button('Reset to live version').click();
    await question.getByRole('button', { name: 'Reset to live version' }).click();
    await expect.element(page.getByText('Please try again in a moment.')).toBeVisible();
    await expect.element(page.getByText('Failed to update Draft').first()).toBeVisible();
  });
});

describe('Submit for Review', () => {
  const form = dialog('Submit for Review');
  const description = form.getByRole('textbox', { name: 'Description' });
  const send = form.getByRole('button', { name: 'Submit for Review' });

  test('waits for unusual values, lists them and needs a description: Required, with the focus on the field', async () => {
    const entries = LIVE.map((entry, index) =>
      index === 1 ? { ...entry, overrides: { max_line: 60_000_000 } } : entry,
    );
    const highest = Promise.withResolvers<{ of_class: object; of_dials: [] }>();
    const answers = { getHighestValues: () => highest.promise };
    const { server } = await openEditor(makeBucket(LIVE, { draft: makeDraft(entries) }), { answers });
    await button('Submit for Review').click();
    await expect.element(send).toBeDisabled();
    highest.resolve({ of_class: {}, of_dials: [] });
    await expect.element(form.getByText('Max line more than 10 times the dial’s own')).toBeVisible();
    await send.click();
    await expect.element(form.getByText('Required', { exact: true })).toBeVisible();
    await expect.element(description).toHaveFocus();
    expect(server.calls).not.toContain('submitForReview');
  });

  test('saves unsaved work first, says so, and opens the draft', async () => {
    const { server, router } = await openEditor(draft());
    await choose('Dial 5', 'Move to top');
    await button('Submit for Review').click();
    await expect.element(form).toMatchTextContent(/Removed 1.*Reordered 1/);
    expect(form.getByText('Unusual values').query()).toBeNull();
    await expect.element(form).toMatchTextContent(/Your unsaved change is saved first\./);
    await description.fill('Moved what decides most');
    await send.click();
    await expect.element(page.getByText('Review submitted')).toBeVisible();
    expect(server.calls.filter((call) => /save|submit/.test(call))).toEqual(['saveBucketDraft', 'submitForReview']);
    expect(server.bucket?.draft).toMatchObject({
      state: 'pending_review',
      review: { description: 'Moved what decides most' },
    });
    await expect.poll(() => router.state.location.pathname).toBe(EDIT.replace('/edit', '/draft'));
  });

  test('with nothing to submit the button says so and does nothing; the keyboard reaches it', async () => {
    await openEditor();
    const reason = 'Nothing to submit: nothing differs from live v12.';
    await expect.element(button('Submit for Review')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Submit for Review')).toHaveAccessibleDescription(reason);
    (button('Save Draft').element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(page.getByRole('tooltip').filter({ hasText: 'submit' })).toMatchTextContent(reason);
    await userEvent.keyboard('{Enter}');
    expect(form.query()).toBeNull();
    await choose('Dial 5', 'Move to top');
    await expect.element(button('Submit for Review')).not.toHaveAttribute('aria-disabled');
  });

  test('the dialog shows why it was refused, not why an earlier save was', async () => {
    const { server } = await openEditor(draft());
    await choose('Dial 5', 'Move to top');
    server.refuse.saveBucketDraft = new Problem('unexpected', 'The save went wrong.');
    await button('Save Draft').click();
    await expect.element(page.getByText('The save went wrong.')).toBeVisible();
    await button('Submit for Review').click();
    await expect.element(description).toBeVisible();
    expect(page.getByText('The save went wrong.').query()).toBeNull();
    server.refuse.submitForReview = new Problem('conflict', BUCKET_REFUSALS.noChange);
    await description.fill('Moved what decides most');
    await send.click();
    await expect.element(form.getByText(BUCKET_REFUSALS.noChange)).toBeVisible();
    await expect.element(page.getByText('Failed to submit Review').first()).toBeVisible();
    await expect.element(description).toHaveValue('Moved what decides most');
  });

  test('a closed dialog keeps its text', async () => {
    await openEditor(draft());
    await button('Submit for Review').click();
    await description.fill('Half a sentence');
    await form.getByRole('button', { name: 'Continue Editing' }).click();
    await expect.element(form).not.toBeInTheDocument();
    await button('Submit for Review').click();
    await expect.element(description).toHaveValue('Half a sentence');
  });
});

describe('permissions', () => {
  test('without edit there is nothing to save, submit, reset or add', async () => {
    await openEditor({ ...draft(), abilities: NO_ABILITIES });
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    for (const name of ['Save Draft', 'Submit for Review', 'Reset to live version', 'Add Dials'])
      expect(button(name).query()).toBeNull();
  });

  test('an unknown dial does not break the page', async () => {
    await openEditor(makeBucket([...LIVE, { dial_id: dialId(99), version: 1, overrides: {} }]));
    await expect.element(page.getByRole('tab', { name: /^Dial Ordering/ })).toMatchTextContent('Dial Ordering7');
  });
});
