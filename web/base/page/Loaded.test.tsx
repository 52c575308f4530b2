import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { combineQueries, Loaded } from './Loaded.tsx';

type Answer = (value: string) => void;

/** A server whose answers the test gives, one after the other. */
function startServer() {
  const waiting: Readonly<{ resolve: Answer; reject: (error: Error) => void }>[] = [];
  const next = () => {
    const first = waiting.shift();
    if (first === undefined) throw new Error('Nothing was untilAsked.');
    return first;
  };
  return {
    ask: () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject })),
    hasQuestion: () => waiting.length > 0,
    answer: (text: string) => next().resolve(text),
    fail: (error = new Error('Failed to fetch')) => next().reject(error),
  };
}

type Server = ReturnType<typeof startServer>;

function Text({ server, keeps = false }: Readonly<{ server: Server; keeps?: boolean }>) {
  const [name, setName] = useState('first');
  const query = useQuery({
    queryKey: ['text', name],
    queryFn: server.ask,
    ...(keeps && { placeholderData: keepPreviousData }),
  });
  return (
    <>
      <button type="button" onClick={() => setName('second')}>
        Second
      </button>
      <Loaded
        query={query}
        title="Failed to load the text"
        skeleton={4}
        missing={{ title: 'No such text' }}
        className="ls-pad"
      >
        {(text) => <p>{text}</p>}
      </Loaded>
    </>
  );
}

const open = (element: ReactNode) => renderPage(<main>{element}</main>, { api: fakeApi({}), route: '/', address: '/' });
/** Toasts have an alert of their own. */
const failure = () => page.getByRole('main').getByRole('alert');
const retry = () => page.getByRole('button', { name: 'Retry' });
const untilAsked = (server: Server) => expect.poll(server.hasQuestion).toBe(true);

test('a skeleton until the data are there', async () => {
  const server = startServer();
  await open(<Text server={server} />);
  await expect.element(page.getByText('Loading...')).toBeInTheDocument();
  expect(document.querySelectorAll('.ls-pad .ls-bone')).toHaveLength(4);
  await untilAsked(server);
  server.answer('Hello');
  await expect.element(page.getByText('Hello')).toBeVisible();
  expect(page.getByText('Loading...').query()).toBeNull();
});

test('a failure stays in its place with the focus while it is tried again, and is announced each time', async () => {
  const server = startServer();
  await open(<Text server={server} />);
  await untilAsked(server);
  server.fail();
  await expect.element(failure().getByText('Failed to load the text')).toBeVisible();
  const text = page.getByText('Failed to load the text').element();
  retry().element().focus();
  await userEvent.keyboard('{Enter}');
  await untilAsked(server);
  await expect.element(failure()).toBeVisible();
  expect(page.getByText('Loading...').query()).toBeNull();
  server.fail();
  // The text is another element: screen readers read it again.
  await expect.poll(() => text.isConnected).toBe(false);
  await expect.element(retry()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await untilAsked(server);
  server.answer('Hello');
  await expect.element(page.getByText('Hello')).toBeVisible();
  expect(failure().query()).toBeNull();
});

test('data that are there stay when a refetch fails', async () => {
  const server = startServer();
  const { queryClient } = await open(<Text server={server} />);
  await untilAsked(server);
  server.answer('Hello');
  await expect.element(page.getByText('Hello')).toBeVisible();
  void queryClient.invalidateQueries();
  await untilAsked(server);
  server.fail();
  await expect.poll(() => queryClient.getQueryState(['text', 'first'])?.status).toBe('error');
  await expect.element(page.getByText('Hello')).toBeVisible();
  expect(failure().query()).toBeNull();
});

test('what is not there is said in its own words', async () => {
  const server = startServer();
  await open(<Text server={server} />);
  await untilAsked(server);
  server.fail(new Problem('not-found', 'Nothing is there.'));
  await expect.element(page.getByText('No such text')).toBeVisible();
  expect(retry().query()).toBeNull();
});

test('the failure of one key is not shown for the next', async () => {
  const server = startServer();
  await open(<Text server={server} />);
  await untilAsked(server);
  server.fail();
  await expect.element(retry()).toBeVisible();
  await page.getByRole('button', { name: 'Second' }).click();
  await expect.element(page.getByText('Loading...')).toBeInTheDocument();
  expect(failure().query()).toBeNull();
});

test('data of the key before stay until the next ones fail, and do not come back while these are tried again', async () => {
  const server = startServer();
  await open(<Text server={server} keeps />);
  await untilAsked(server);
  server.answer('Hello');
  await expect.element(page.getByText('Hello')).toBeVisible();
  await page.getByRole('button', { name: 'Second' }).click();
  await untilAsked(server);
  await expect.element(page.getByText('Hello')).toBeVisible();
  server.fail();
  await retry().click();
  await untilAsked(server);
  await expect.element(failure()).toBeVisible();
  expect(page.getByText('Hello').query()).toBeNull();
});

test('a page has its head before its data are there', async () => {
  const server = startServer();
  function Whole() {
    const query = useQuery({ queryKey: ['text'], queryFn: server.ask });
    if (query.data === undefined) return <Loaded query={query} page={{ title: 'Text' }} skeleton={4} />;
    return <h1>{query.data}</h1>;
  }
  await open(<Whole />);
  await expect.element(page.getByRole('heading', { name: 'Text' })).toBeVisible();
  await untilAsked(server);
  server.fail();
  await retry().click();
  await untilAsked(server);
  await expect.element(failure()).toBeVisible();
  server.answer('Hello');
  await expect.element(page.getByRole('heading', { name: 'Hello' })).toBeVisible();
  expect(failure().query()).toBeNull();
});

test('without children only the failure is shown', async () => {
  const server = startServer();
  function Beside() {
    const query = useQuery({ queryKey: ['text'], queryFn: server.ask });
    return <Loaded query={query} />;
  }
  await open(<Beside />);
  await untilAsked(server);
  server.fail();
  await expect.element(failure().getByText('An error has occurred')).toBeVisible();
});

test('two queries are one: both are needed, and Retry tries the one that failed', async () => {
  const [left, right] = [startServer(), startServer()];
  function Both() {
    const one = useQuery({ queryKey: ['left'], queryFn: left.ask });
    const other = useQuery({ queryKey: ['right'], queryFn: right.ask });
    const both = one.data !== undefined && other.data !== undefined ? one.data + other.data : undefined;
    return (
      <Loaded query={combineQueries([one, other], both)} skeleton={1}>
        {(text) => <p>{text}</p>}
      </Loaded>
    );
  }
  await open(<Both />);
  await untilAsked(left);
  await untilAsked(right);
  left.answer('Hel');
  right.fail();
  await retry().click();
  await untilAsked(right);
  await expect.element(failure()).toBeVisible();
  expect(left.hasQuestion()).toBe(false);
  right.answer('lo');
  await expect.element(page.getByText('Hello')).toBeVisible();
});
