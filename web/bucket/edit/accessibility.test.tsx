import axe from 'axe-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { entryOf, makeBucket, makeDraft } from '#web/bucket/testing.tsx';
import { button, choose, clearBrowser, DIALS, dialog, leaveWork, LIVE, openEditor, openWithWork } from './testing.tsx';

beforeEach(clearBrowser);

async function violations(): Promise<string[]> {
  // The test page has no title and no landmarks of the shell; those are the journeys' business.
  const found = await axe.run(document.body, { rules: { region: { enabled: false } } });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const draft = () => makeBucket(LIVE, { draft: makeDraft(LIVE.slice(0, 5)) });
const work = [entryOf(DIALS[0], { max_line: 750_000 }), ...LIVE.slice(1, 5)];

describe.each(['light', 'dark'])('axe finds nothing, %s', (scheme) => {
  const drawn = () => {
    document.documentElement.dataset['mantineColorScheme'] = scheme;
  };

  test('[A1] on the page with unsaved work and an offer of kept work', async () => {
    leaveWork(LIVE.slice(0, 5), work);
    await openEditor(draft());
    drawn();
    await choose('Dial 5', 'Move to top');
    await expect.element(button('Restore')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('[A2] with bad cells named', async () => {
    await openWithWork([entryOf(DIALS[0], { max_line: -5 }), ...LIVE.slice(1, 5)], draft());
    drawn();
    await button('Save Draft').click();
    await expect.element(page.getByText('Some values cannot be saved as they are')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('[A3] in the dialog of a submission with a complaint', async () => {
    await openEditor(draft());
    drawn();
    await button('Submit for Review').click();
    await dialog('Submit for Review').getByRole('button', { name: 'Submit for Review' }).click();
    await expect.element(page.getByText('Required', { exact: true })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('[A4] in the dialog of a conflict', async () => {
    const { server } = await openWithWork(work, draft());
    drawn();
    server.theySave([entryOf(DIALS[0], { max_line: 250_000 }), ...LIVE.slice(1, 4)]);
    await button('Save Draft').click();
    await expect.element(button('Merge and Save Draft')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('[A5] with what someone else saved', async () => {
    const { server, onRemoteEvent } = await openWithWork(work, draft());
    drawn();
    server.theySave(LIVE.slice(1, 5));
    await onRemoteEvent();
    await button('See what changed').click();
    await expect.element(dialog(/^Demo Cyber Lead saved this draft/)).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test('[A6] on a bucket in review', async () => {
    await openEditor(makeBucket(LIVE, { draft: makeDraft(LIVE, { state: 'pending_review' }) }));
    drawn();
    await expect.element(button('Discard Review')).toBeVisible();
    expect(await violations()).toEqual([]);
  });
});
