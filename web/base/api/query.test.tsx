import { skipToken } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, fakeApi, renderPage } from '#web/testing/page.tsx';
import { apiKey, refresh } from './nouns.ts';
import { apiPages, apiQuery, useApiPages, useApiQuery } from './query.ts';

const open = (ui: ReactNode, answers: Partial<Api>) =>
  renderPage(ui, { api: fakeApi(answers), route: '/', address: '/' });

/** How many links are unread, once a button asks. */
function Unread() {
  const [isAsked, setAsked] = useState(false);
  const { data = 'not asked' } = useApiQuery('listMyLinks', isAsked ? {} : skipToken, {
    select: ({ unread }) => `${unread} unread`,
  });
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        Ask
      </button>
      <output>{data}</output>
    </>
  );
}

test('a query waits for its input, shows what is written to its key, and is read again once its noun is stale', async () => {
  let unread = 1;
  const { queryClient } = await open(<Unread />, { listMyLinks: async () => ({ items: [], unread: unread++ }) });
  await expect.element(page.getByText('not asked')).toBeVisible();
  await page.getByRole('button').click();
  await expect.element(page.getByText('1 unread')).toBeVisible();
  queryClient.setQueryData(apiKey('listMyLinks', {}), { items: [], unread: 7 });
  await expect.element(page.getByText('7 unread')).toBeVisible();
  await refresh(queryClient, 'own');
  await expect.element(page.getByText('2 unread')).toBeVisible();
});

function Activity() {
  const input = { params: { userId: 'u1' }, query: { limit: 5 } };
  const { data, fetchNextPage } = useApiPages('listUserActivity', input, { nextLimit: 50 });
  return (
    <button type="button" onClick={() => void fetchNextPage()}>
      {data?.pages.length} pages
    </button>
  );
}

test('pages follow each other by their cursors; the next ones may be larger than the first', async () => {
  const sent: unknown[] = [];
  await open(<Activity />, {
    listUserActivity: async (input) => {
      sent.push(input);
      return { items: [], next: sent.length === 1 ? 'second' : null };
    },
  });
  await page.getByRole('button', { name: '1 pages' }).click();
  await expect.element(page.getByRole('button', { name: '2 pages' })).toBeVisible();
  const params = { userId: 'u1' };
  expect(sent).toEqual([
    { params, query: { limit: 5 } },
    { params, query: { limit: 50, cursor: 'second' } },
  ]);
});

test('one page and all pages of the same list are two queries of one noun', () => {
  const api = fakeApi({});
  const [one, all] = [apiQuery(api, 'listUsers', { query: {} }), apiPages(api, 'listUsers', { query: {} })];
  expect(one.queryKey).toEqual(['users', 'listUsers', { query: {} }]);
  expect(all.queryKey).toEqual(['users', 'listUsers', { query: {} }, 'pages']);
});

test('only what reads is a query, and its input is that of its route', () => {
  // @ts-expect-error it changes something
  expect(apiKey('readMyLinks', { body: { up_to: '' } })).toBeDefined();
  // @ts-expect-error the bucket is missing
  expect(apiKey('getBucket', {})).toBeDefined();
  // @ts-expect-error it has no pages
  expect(() => apiPages(fakeApi({}), 'listMyLinks', {})).not.toThrow();
});
