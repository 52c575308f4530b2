import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { button, dialOf, field, renderEditor } from './testing.tsx';

const dialog = page.getByRole('dialog', { name: /^Demo Second Underwriter saved this draft on 1 Oct 2026 at / });
const start = () => dialOf({ tags: ['Cyber'], values: { max_line: 2_500_000, min_line: 350_000 } });

describe('two people on one draft', () => {
  test('the second save is refused, names who saved, and shows both sides; mine is chosen', async () => {
    const { server } = await renderEditor('/values', start());
    await field('Max line').fill('2,750,000');
    await field('Min line').fill('400k');
    server.theySave({ values: { max_line: 2_250_000, min_line: 350_000 } });
    await button('Save Draft').click();
    await expect.element(dialog).toMatchTextContent('Your 2 changes are still here. One touches the same value.');
    const choice = dialog.getByRole('group', { name: 'Max line' });
    await expect.element(choice).toMatchTextContent(/Theirs.*2,250,000.*Yours.*2,750,000/);
    await expect.element(choice.getByRole('radio', { name: /Yours/ })).toBeChecked();
    expect(dialog.getByRole('group', { name: 'Min line' }).query()).toBeNull();
    expect(page.getByText('Failed to update dial').query(), 'the question is no failure').toBeNull();
  });

  test('merging keeps what only one side changed, and mine in conflicts', async () => {
    const { server } = await renderEditor('/values', start());
    await field('Max line').fill('2,750,000');
    server.theySave({ name: 'Renamed by them', values: { max_line: 2_250_000, min_line: 300_000 } });
    await button('Save Draft').click();
    await button('Merge and Save Draft').click();
    await expect.element(page.getByText('Draft dial successfully updated')).toBeVisible();
    expect(server.dial?.data).toMatchObject({
      name: 'Renamed by them',
      tags: ['Cyber'],
      values: { max_line: 2_750_000, min_line: 300_000 },
    });
    await expect.element(field('Min line')).toHaveValue('300,000');
    await expect.element(page.getByRole('heading', { name: 'Renamed by them', level: 1 })).toBeVisible();
  });

  test('theirs can be chosen instead', async () => {
    const { server } = await renderEditor('/values', start());
    await field('Max line').fill('2,750,000');
    server.theySave({ values: { max_line: 2_250_000, min_line: 350_000 } });
    await button('Save Draft').click();
    await dialog.getByText('Theirs').first().click();
    await button('Merge and Save Draft').click();
    await expect.element(page.getByText('Draft dial successfully updated')).toBeVisible();
    expect(server.dial?.data.values.max_line).toBe(2_250_000);
    await expect.element(field('Max line')).toHaveValue('2,250,000');
  });

  test('Keep editing loses nothing, and the next save asks again', async () => {
    const { server } = await renderEditor('/values', start());
    await field('Max line').fill('2,750,000');
    server.theySave({ description: 'Theirs' });
    await button('Save Draft').click();
    await expect.element(dialog).toMatchTextContent('Your change is still here. None touches what they changed.');
    await button('Keep editing').click();
    await expect.element(field('Max line')).toHaveValue('2,750,000');
    await button('Save Draft').click();
    await expect.element(dialog).toBeVisible();
    expect(server.dial?.data.values.max_line).toBe(2_500_000);
  });

  test('if they published it, mine becomes the next version', async () => {
    const { server } = await renderEditor('/values', start());
    await field('Max line').fill('2,750,000');
    server.theySave({ reason: 'Go' }, { state: 'published', status: 'ready' });
    await button('Save Draft').click();
    await expect.element(page.getByRole('dialog', { name: /published this version on 1 Oct 2026 at/ })).toBeVisible();
    await button('Merge and Save Draft').click();
    await expect.element(page.getByText('Editing version 2, starts from v1')).toBeVisible();
    expect(server.calls).toEqual(['saveDraft', 'saveDraft']);
    expect(server.dial?.data.values.max_line).toBe(2_750_000);
  });

  test('a draft discarded meanwhile: shows by whom, and my text becomes the next draft', async () => {
    const { server } = await renderEditor('', dialOf({ reason: 'x' }, { version: 7 }), dialOf({}).data);
    await field('Name').fill('Renamed');
    server.refuse.saveDraft = new Problem('stale', 'Demo Second Underwriter discarded the draft at 11:01.');
    server.theySave({ reason: 'Published' }, { version: 6, state: 'published', status: 'ready' });
    await button('Save Draft').click();
    const gone = page.getByRole('dialog', { name: 'Demo Second Underwriter discarded the draft at 11:01' });
    await expect.element(gone).toMatchTextContent('Your change is still here.');
    await gone.getByRole('button', { name: 'Merge and Save Draft' }).click();
    await expect.element(page.getByText('Draft dial successfully updated')).toBeVisible();
    expect(server.calls).toEqual(['saveDraft', 'saveDraft']);
    expect(server.dial).toMatchObject({ version: 7, state: 'draft', data: { name: 'Renamed' } });
  });
  test('two people edit a published dial: the second merges into the draft that the first save started', async () => {
    const { server } = await renderEditor('', dialOf({}, { version: 6, state: 'published', status: 'ready' }));
    await field('Name').fill('Renamed');
    await field('Reason').fill('Mine');
    server.theySave({ reason: 'Theirs', tags: ['Cyber'] }, { version: 7, state: 'draft', status: 'draft' });
    await button('Save Draft').click();
    await expect.element(dialog).toMatchTextContent('Your 2 changes are still here. One touches the same value.');
    await button('Merge and Save Draft').click();
    await expect.element(page.getByText('Draft dial successfully updated')).toBeVisible();
    expect(server.dial).toMatchObject({ version: 7, data: { name: 'Renamed', reason: 'Mine', tags: ['Cyber'] } });
  });
});
