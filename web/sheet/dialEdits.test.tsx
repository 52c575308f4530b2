import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { DIAL } from '#web/dial/details/testing.tsx';
import { draft, LIVE, openImport, type SheetEditor } from './testing.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const row = (name: RegExp) => page.getByRole('row', { name });

describe('what belongs to a dial', () => {
  const asPublished = { previewImport: 0, importDials: 0 };
  const answers = (state: 'published' | 'draft' = 'published') => {
    const calls = { ...asPublished };
    return {
      calls,
      answers: {
        previewImport: async ({ body }: { body: { rows: readonly { id?: string | undefined }[] } }) => {
          calls.previewImport += 1;
          return {
            outcomes: body.rows.map(({ id }) =>
              id === undefined
                ? { outcome: 'new' as const, name: 'New' }
                : { outcome: 'changed' as const, id, name: 'Changed', changes: [] },
            ),
            fingerprint: 'f',
          };
        },
        importDials: async ({ body }: { body: { rows: readonly unknown[] } }) => {
          calls.importDials += 1;
          return { created: 0, changed: body.rows.length, drafts: body.rows.map((_, index) => `d${index}`) };
        },
        getDial: async () => ({ ...DIAL, state }),
      },
    };
  };
  const changeCondition = (sheet: SheetEditor) => {
    sheet.set(4, 'Revenue', '[0,50000000)');
    sheet.set(5, 'Max line', 700_000);
  };

  test('a changed condition is saved in a draft of the dial, then the bucket; a refused save repeats neither', async () => {
    const { calls, answers: routes } = answers();
    const { server, choose } = await openImport(draft(), { answers: routes });
    await choose(changeCondition);
    await expect.element(row(/Cyber primary/)).toMatchTextContent(/Revenue.*In a draft of the dial/);
    server.refuse.saveBucketDraft = new Problem('unavailable', 'The database cannot be reached.');
    await button('Save Draft').click();
    await expect.element(page.getByText('1 draft of dials is saved. The bucket is not.')).toBeVisible();
    expect(calls.importDials).toBe(1);
    await button('Save Draft').click();
    await expect.element(page.getByText('Draft successfully updated')).toBeVisible();
    expect(calls.importDials).toBe(1);
    expect(server.bucket?.draft?.entries[2]).toEqual(LIVE[2]);
  });

  test('an own value goes into the bucket, or into a draft of the dial', async () => {
    const { calls, answers: routes } = answers();
    const { server, choose } = await openImport(draft(), { answers: routes });
    await choose((sheet) => sheet.set(4, 'Max line', 2_000_000));
    await button('Override 2,000,000').click();
    await page.getByRole('menuitem', { name: 'In a draft of the dial' }).click();
    await expect.element(row(/Cyber primary/)).toMatchTextContent(/In a draft of the dial/);
    await button('Save Draft').click();
    await expect.element(page.getByText('Drafts of dials saved')).toBeVisible();
    expect(calls.importDials).toBe(1);
    expect(server.calls).not.toContain('saveBucketDraft');
  });

  test.each([
    [
      'without the right to create dials',
      ['bucket:view', 'bucket:edit', 'dials:view'],
      'published' as const,
      'this needs create on dials',
    ],
    ['while another draft of it is open', undefined, 'draft' as const, 'another draft of this dial is open'],
  ])('is not saved $0, and the rest is', async (_name, permissions, state, reason) => {
    const { calls, answers: routes } = answers(state);
    const { server, choose } = await openImport(draft(), { answers: routes, ...(permissions && { permissions }) });
    await choose(changeCondition);
    await expect.element(row(/Cyber primary/)).toMatchTextContent(new RegExp(`Not saved: ${reason}`));
    await button('Save Draft').click();
    await expect.poll(() => server.bucket?.draft?.entries[3]?.overrides).toEqual({ max_line: 700_000 });
    expect(calls.importDials).toBe(0);
  });
});
