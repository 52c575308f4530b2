import { page } from 'vitest/browser';
import type { Bucket, KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { BucketEditPage } from './BucketEditPage.tsx';
import { refreshBucket } from '#web/bucket/query.ts';
import { ADDRESS, entriesOf, fakeBucketServer, makeBucket, makeDial, makeDials, ME } from '#web/bucket/testing.tsx';
import { type Address, type Api, renderPage } from '#web/testing/page.tsx';
import { NO_PENDING, type PendingCells } from '#web/bucket/cells.ts';
import { WORK_CODEC, bucketWorkKey } from '#web/bucket/unsavedStore.ts';
import { keep, newSlot } from '#web/base/page/workStore.ts';
import { unsavedText } from '#web/bucket/draftWords.ts';
import { listOf } from '#web/bucket/useEditing.ts';

export const EDIT = `/syndicate/${ADDRESS.partner}/bucket/${ADDRESS.cob}/edit`;
export const DIALS = [
  makeDial(1, { name: 'Cyber critical infrastructure', values: { max_line: 1_000_000, policy_share_cap: 5 } }),
  makeDial(2, { name: 'Cyber excess of $50m', tags: ['Excess'], values: { max_line: 5_000_000, min_line: 500_000 } }),
  ...makeDials(6).slice(2),
] as const;
export const LIVE = entriesOf(DIALS);

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const undo = page.getByRole('button', { name: /^Undo: / });
export const redo = page.getByRole('button', { name: /^Redo: / });
export const bar = (unsaved: number) => page.getByText(unsavedText(unsaved), { exact: true });
export const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
export const rows = () => page.getByRole('tabpanel', { name: 'Dial Ordering' });

type Options = Readonly<{
  dials?: readonly KnownBucketDial[];
  at?: Address;
  permissions?: readonly string[];
  /** Of the window, which the page fills as in the shell. */
  size?: readonly [width: number, height: number];
  /** Replaces the fake's own routes. */
  answers?: Partial<Api>;
}>;
type Fake = ReturnType<typeof fakeBucketServer>;

/** Through the row's menu, as a person does it. */
export async function choose(dial: string, action: 'Move to top' | 'Move to bottom' | 'Remove from bucket') {
  await button(`Actions for ${dial}`).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Unsaved work of an earlier visit, as a closed page left it. */
export function leaveWork(base: BucketEntries, entries: BucketEntries, pending: PendingCells = NO_PENDING): void {
  const work = { at: new Date('2026-11-15T10:58:00').toISOString(), revision: '40', base, entries, pending };
  keep(newSlot(bucketWorkKey(ME.id, ADDRESS)), WORK_CODEC.write(work));
}

/** The page with this unsaved work in it. */
export async function openWithWork(entries: BucketEntries, bucket: Bucket = makeBucket(LIVE)) {
  leaveWork(listOf(bucket), entries);
  const opened = await openEditor(bucket);
  await button('Restore').click();
  return opened;
}

/** The edit page over a bucket, as web/app/routes.tsx lays it out. */
export async function openEditor(
  bucket: Bucket | undefined = makeBucket(LIVE),
  { dials = DIALS, at = EDIT, permissions = ['bucket:view', 'bucket:edit'], size, answers }: Options = {},
  prepare: (server: Fake['server']) => void = () => undefined,
) {
  await page.viewport(...(size ?? ([1440, 900] as const)));
  const { server, api } = fakeBucketServer(bucket, dials, answers);
  prepare(server);
  const route = '/syndicate/:syndicateNumber/bucket/:cob/edit';
  const framed = size ? (
    <div style={{ height: '100vh' }}>
      <BucketEditPage />
    </div>
  ) : (
    <BucketEditPage />
  );
  const opened = await renderPage(framed, { api, route, address: at, permissions });
  /** Simulates an event: the page refetches. */
  const onRemoteEvent = () => refreshBucket(opened.queryClient, ADDRESS);
  return { server, onRemoteEvent, ...opened };
}
