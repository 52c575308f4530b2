import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADDRESS, entryOf, makeBucket, makeDraft, ME } from '#web/bucket/testing.tsx';
import { bar, button, choose, DIALS, dialog, leaveWork, LIVE, openEditor, undo, redo } from './testing.tsx';
import { WORK_CODEC, bucketWorkKey } from '#web/bucket/unsavedStore.ts';
import { claimSlot, keep, newSlot, readStoredWork } from '#web/base/page/workStore.ts';

const slots = () => Object.keys(localStorage).filter((key) => key.startsWith('lineslip.unsaved-bucket:u1:9101:'));
const offer = page.getByText(/kept in this browser\.$/);
const NAME = bucketWorkKey(ME.id, ADDRESS);
const work = [entryOf(DIALS[0], { max_line: 750_000 }), ...LIVE.slice(1, -1)];

describe('unsaved work is stored in the browser', () => {
  test('from the first change on, until a save or an undo', async () => {
    await openEditor();
    await expect.element(page.getByText('Dial 5')).toBeVisible();
    expect(slots()).toEqual([]);
    await choose('Dial 5', 'Move to top');
    await expect.poll(slots).toHaveLength(1);
    await undo.click();
    await expect.poll(slots).toHaveLength(0);
    await redo.click();
    await expect.poll(slots).toHaveLength(1);
    await button('Save Draft').click();
    await expect.poll(slots).toHaveLength(0);
  });

  test('including the last change before the page closes', async () => {
    await openEditor();
    await choose('Dial 5', 'Move to top');
    await choose('Dial 6', 'Remove from bucket');
    await expect.element(bar(2)).toBeVisible();
    window.dispatchEvent(new Event('pagehide'));
    const [slot = ''] = slots();
    expect(JSON.parse(localStorage.getItem(slot) ?? '')).toMatchObject({ revision: '40', entries: { length: 5 } });
  });

  test('it is offered again after leaving and reopening the page', async () => {
    const { screen } = await openEditor();
    await choose('Dial 5', 'Move to top');
    await expect.element(bar(1)).toBeVisible();
    await screen.unmount();
    await openEditor();
    await expect
      .element(offer)
      .toMatchTextContent(/^1 unsaved change of yours from \d\d:\d\d is kept in this browser\.$/);
    await button('Restore').click();
    await expect.element(bar(1)).toBeVisible();
    await expect.element(offer).not.toBeInTheDocument();
  });
});

describe('work of an earlier visit', () => {
  test('is offered; restoring it is one undo step', async () => {
    leaveWork(LIVE, work);
    await openEditor();
    await expect
      .element(offer)
      .toMatchTextContent(/^2 unsaved changes of yours from .*10:58 are kept in this browser\.$/);
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    await button('Restore').click();
    await expect.element(bar(2)).toBeVisible();
    await expect.poll(slots).toHaveLength(1);
    await undo.click();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
  });

  test('can be discarded', async () => {
    leaveWork(LIVE, work);
    await openEditor();
    await button('Discard').click();
    await expect.element(offer).not.toBeInTheDocument();
    expect(slots()).toEqual([]);
  });

  test('stays stored while new work begins beside it', async () => {
    leaveWork(LIVE, work);
    await openEditor();
    await choose('Dial 5', 'Move to top');
    await expect.poll(slots).toHaveLength(2);
    await button('Restore').click();
    await expect.element(bar(3)).toBeVisible();
  });

  test('is merged with a newer draft; conflicts are asked about', async () => {
    leaveWork(LIVE, work);
    await openEditor(
      makeBucket(LIVE, { draft: makeDraft([entryOf(DIALS[0], { max_line: 250_000 }), ...LIVE.slice(1)]) }),
    );
    await button('Restore').click();
    const conflict = dialog(/^This draft has changed since/);
    await expect.element(conflict).toMatchTextContent(/Theirs.*250,000.*Yours.*750,000/);
    await conflict.getByRole('button', { name: 'Restore' }).click();
    await expect.element(bar(2)).toBeVisible();
  });

  test('equal to the saved state is not offered', async () => {
    leaveWork(LIVE, work);
    await openEditor(makeBucket(LIVE, { draft: makeDraft(work) }));
    await expect.element(page.getByText('Dial 5')).toBeVisible();
    await expect.poll(slots).toHaveLength(0);
    expect(offer.query()).toBeNull();
  });

  test('of a tab that is still open is offered only once that tab is closed', async () => {
    const slot = newSlot(NAME);
    keep(slot, { at: '2026-11-15T10:58:00.000Z', revision: '40', base: LIVE, entries: work, pending: {} });
    const release = claimSlot(slot);
    await expect.poll(() => readStoredWork(NAME, WORK_CODEC)).toEqual([]);
    release();
    await expect.poll(async () => (await readStoredWork(NAME, WORK_CODEC)).map((each) => each.slot)).toEqual([slot]);
  });

  test('of someone else, or corrupt, is not offered', async () => {
    leaveWork(LIVE, work);
    const [slot = ''] = slots();
    localStorage.setItem(slot.replace(':u1:', ':u2:'), localStorage.getItem(slot) ?? '');
    localStorage.setItem(slot, '{"at":1}');
    await openEditor();
    await expect.element(page.getByText('Dial 5')).toBeVisible();
    await choose('Dial 5', 'Move to top');
    expect(offer.query()).toBeNull();
  });
});
