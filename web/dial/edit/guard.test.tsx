import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { versionSummary } from '#web/dial/details/testing.tsx';
import { button, DIAL_ID, dialOf, expectText, renderEditor } from './testing.tsx';

const name = page.getByRole('textbox', { name: 'Name' });
const question = page.getByRole('dialog', { name: 'Are you sure you want to leave this page?' });
const closesAtOnce = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('leaving with unsaved changes', () => {
  test('asks; staying keeps the input', async () => {
    const { router } = await renderEditor('', dialOf({}));
    await name.fill('Renamed');
    void router.navigate('/dials');
    await expect.element(question).toBeVisible();
    await button('Stay').click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(name).toHaveValue('Renamed');
    expect(router.state.location.pathname).toBe(`/dial/${DIAL_ID}`);
  });

  const offer = page.getByText(/^1 unsaved change of yours from .* is kept in this browser\.$/);

  test('leaving stores the changes in this browser, and offers them on return', async () => {
    const { router, screen } = await renderEditor('', dialOf({}));
    await name.fill('Renamed');
    void router.navigate('/dials');
    await expect
      .element(question)
      .toMatchTextContent('One change is not saved. This browser keeps it and offers it when you come back.');
    await button('Leave page').click();
    await expect.element(page.getByText('at /dials')).toBeVisible();
    await screen.unmount();
    const { server } = await renderEditor('', dialOf({}));
    await expect.element(offer).toBeVisible();
    await expect.element(name).toHaveValue('Cyber excess');
    await button('Restore').click();
    await expect.element(name).toHaveValue('Renamed');
    await button('Save Draft').click();
    await expectText('Draft dial successfully updated');
    expect(server.dial?.data.name).toBe('Renamed');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('lineslip.unsaved-dial:'))).toEqual([]);
  });

  test('restored changes go onto a newer draft: saving shows both sides', async () => {
    const { screen } = await renderEditor('', dialOf({}));
    await name.fill('Renamed');
    await screen.unmount();
    const saved = dialOf({ name: 'Theirs', description: 'New' }, { revision: '2' });
    const { server } = await renderEditor('', saved);
    await button('Restore').click();
    await expect.element(name).toHaveValue('Renamed');
    await button('Save Draft').click();
    const conflict = page.getByRole('dialog');
    await expect.element(conflict).toMatchTextContent(/Theirs.*Renamed/);
    await conflict.getByRole('button', { name: 'Merge and Save Draft' }).click();
    await expectText('Draft dial successfully updated');
    expect(server.dial?.data).toMatchObject({ name: 'Renamed', description: 'New' });
  });

  test('a new dial that was left is offered again, and can be discarded', async () => {
    const { screen } = await renderEditor('new');
    await name.fill('Never saved');
    await screen.unmount();
    await renderEditor('new');
    await expect.element(offer).toBeVisible();
    await button('Discard').click();
    await expect.element(offer).not.toBeInTheDocument();
    await expect.element(name).toHaveValue('');
  });

  test('Save Draft in the question saves first; an invalid draft stays on the page', async () => {
    const { server, router } = await renderEditor('', dialOf({}));
    await name.fill('');
    void router.navigate('/dials');
    await question.getByRole('button', { name: 'Save Draft' }).click();
    await expectText('Required');
    await expect.element(question).not.toBeInTheDocument();
    await name.fill('Renamed');
    void router.navigate('/dials');
    await question.getByRole('button', { name: 'Save Draft' }).click();
    await expect.element(page.getByText('at /dials')).toBeVisible();
    expect(server.calls).toEqual(['saveDraft']);
  });

  test('without changes, or after a save, nothing is asked', async () => {
    const { router } = await renderEditor('', dialOf({}));
    await name.fill('Renamed');
    await button('Save Draft').click();
    await expect.element(page.getByText('Draft dial successfully updated')).toBeVisible();
    void router.navigate('/dials');
    await expect.element(page.getByText('at /dials')).toBeVisible();
  });

  test('reverting a change is no change', async () => {
    const { router } = await renderEditor('', dialOf({}));
    await name.fill('Renamed');
    await name.fill('Cyber excess');
    void router.navigate('/dials');
    await expect.element(page.getByText('at /dials')).toBeVisible();
  });

  test('a new dial with input asks, too; so does going to another dial', async () => {
    const { router } = await renderEditor('new');
    await name.fill('Cyber excess');
    void router.navigate(`/dial/${DIAL_ID}`);
    await expect.element(question).toBeVisible();
  });

  test('closing the tab asks only while something is unsaved', async () => {
    await renderEditor('', dialOf({}));
    await expect.element(name).toBeVisible();
    expect(closesAtOnce()).toBe(true);
    await name.fill('Renamed');
    await expect.poll(closesAtOnce).toBe(false);
    await button('Save Draft').click();
    await expect.poll(closesAtOnce).toBe(true);
  });
});

describe('discarding the draft', () => {
  const ask = page.getByRole('dialog', { name: 'Discard this draft?' });
  const versions = [versionSummary(7, { state: 'draft', status: 'draft' }), versionSummary(6)];
  const abilities = { edit: true, publish: true, discard: true, duplicate: true, delete: true };
  const start = () => dialOf({ reason: 'x' }, { version: 7, versions, abilities });

  async function openQuestion() {
    const made = await renderEditor('', start(), dialOf({}).data);
    await name.fill('Renamed');
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Discard draft' }).click();
    await expect.element(ask).toMatchTextContent('Version 7 is discarded; version 6 stays in force.');
    return made;
  }

  test('opens the details with a toast, without asking whether to leave', async () => {
    const { server, router } = await openQuestion();
    await ask.getByRole('button', { name: 'Discard draft' }).click();
    await expectText('Draft discarded');
    await expect.element(page.getByText(`at /dials/${DIAL_ID}`)).toBeVisible();
    expect(server.calls).toEqual(['discardDraft']);
    expect(page.getByRole('dialog').query()).toBeNull();
    expect(router.state.historyAction).toBe('REPLACE');
    expect(closesAtOnce()).toBe(true);
  });

  test('Keep draft has the focus, and loses nothing', async () => {
    const { server } = await openQuestion();
    await expect.element(ask.getByRole('button', { name: 'Keep draft' })).toHaveFocus();
    await ask.getByRole('button', { name: 'Keep draft' }).click();
    await expect.element(ask).not.toBeInTheDocument();
    await expect.element(name).toHaveValue('Renamed');
    expect(closesAtOnce()).toBe(false);
    expect(server.calls).toEqual([]);
  });

  test('refused: a toast, the reason in the dialog, and leaving still asks', async () => {
    const { server, router } = await openQuestion();
    server.refuse.discardDraft = new Problem('unavailable', 'The database cannot be reached.');
    await ask.getByRole('button', { name: 'Discard draft' }).click();
    await expectText('Failed to discard draft');
    await expect.element(ask).toMatchTextContent('The database cannot be reached.');
    await ask.getByRole('button', { name: 'Keep draft' }).click();
    void router.navigate('/dials');
    await expect.element(question).toBeVisible();
  });

  test('a dial that was never published cannot be discarded', async () => {
    await renderEditor('', dialOf({}));
    await expect.element(button('Save Draft')).toBeVisible();
    expect(button('More actions').query()).toBeNull();
  });
});
