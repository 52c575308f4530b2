import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Notification } from '#contract/notification.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { NotificationBell } from './NotificationBell.tsx';

const partner = { number: 9101, name: 'Alder' };
const of = (id: string, kind: Notification['kind'], read = false): Notification => ({
  id,
  kind,
  at: `2026-11-14T1${id}:00:00.000Z`,
  by: { id: 'u2', name: 'Demo Cyber Lead' },
  bucket: { cob: 'cyber-privacy-and-tech', partner },
  role: null,
  set: null,
  buckets: 1,
  proposal: null,
  choice: null,
  text: '',
  comments: 1,
  read,
});
const ITEMS = [of('5', 'bucket_submitted'), of('4', 'bucket_activated'), of('3', 'bucket_sent_back', true)];

async function show(items: readonly Notification[] = ITEMS) {
  const server = { items, read: [] as string[], send: (_event: object) => undefined as void };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (control) => {
      server.send = (event) => control.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
    },
  });
  const unread = () => server.items.filter(({ read }) => !read).length;
  const api = fakeApi({
    listNotifications: async () => ({ items: server.items, next: null, unread: unread() }),
    readNotifications: async ({ body }) => {
      server.read.push(body.up_to);
      server.items = server.items.map((item) => ({ ...item, read: true }));
      return { unread: 0 };
    },
    watchBuckets: async () => stream,
  });
  const rendered = await renderPage(<NotificationBell collapsed={false} />, {
    api,
    route: '/',
    address: '/',
    permissions: ['bucket:view'],
  });
  return { server, ...rendered };
}
const bell = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => page.viewport(1280, 800));

test('the bell counts unread notifications; opening it marks all as read and still shows which were new', async () => {
  const { server } = await show();
  await bell('Notifications 2 unread').click();
  const list = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await expect.element(list.first()).toBeVisible();
  expect(list.elements().map(({ textContent }) => textContent?.replace(/\d+ Nov.*$/, ''))).toEqual([
    'Unread: Demo Cyber Lead submitted this draft for reviewCyber Privacy & Tech, 9101 Alder',
    'Unread: Demo Cyber Lead approved the draft; it is now liveCyber Privacy & Tech, 9101 Alder',
    'Demo Cyber Lead rejected the draft; it can be edited againCyber Privacy & Tech, 9101 Alder',
  ]);
  await expect.element(bell('Notifications')).toBeInTheDocument();
  expect(server.read).toEqual(['2026-11-14T15:00:00.000Z']);
});

test('each links to its bucket: to the draft, or to live', async () => {
  const { router } = await show();
  await bell('Notifications 2 unread').click();
  const links = page.getByRole('dialog').getByRole('link');
  await expect.element(links.first()).toBeVisible();
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual([
    '/syndicate/9101/bucket/cyber-privacy-and-tech/draft',
    '/syndicate/9101/bucket/cyber-privacy-and-tech',
    '/syndicate/9101/bucket/cyber-privacy-and-tech/draft',
  ]);
  await links.first().click();
  expect(router.state.location.pathname).toBe('/syndicate/9101/bucket/cyber-privacy-and-tech/draft');
});

test('Escape closes it and returns the focus to the bell', async () => {
  await show();
  await bell('Notifications 2 unread').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(bell('Notifications')).toHaveFocus();
});

test('a review event updates the count at once', async () => {
  const { server } = await show([]);
  await expect.element(bell('Notifications')).toBeVisible();
  server.items = [of('6', 'bucket_voted')];
  server.send({
    kind: 'bucket_voted',
    cob: 'cyber-privacy-and-tech',
    partner: 9101,
    revision: '2',
    by: { id: 'u2', name: 'X' },
    at: ITEMS[0]?.at,
  });
  await expect.element(bell('Notifications 1 unread')).toBeVisible();
});

test('without any there is one calm line', async () => {
  await show([]);
  await bell('Notifications').click();
  await expect.element(page.getByText('No notifications yet. Updates on your reviews appear here.')).toBeVisible();
});
