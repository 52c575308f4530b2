import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProvider, useApi } from '#web/base/api/client.tsx';
import { createQueryClient } from '#web/base/api/queryClient.ts';
import { Toaster } from '#web/kit/Toaster.tsx';
import { renderUi } from '#web/testing/page.tsx';
import { ConnectionLine } from './ConnectionLine.tsx';

const line = page.getByText('No connection. Trying again …');

/** A server that can be reached or not, and a page that asks it for something. */
async function openPage() {
  const server = { isReachable: true, asked: 0 };
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    if (!server.isReachable) throw new TypeError('Failed to fetch');
    if (request === '/api/setup') server.asked += 1;
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  });
  const client = createQueryClient();
  await renderUi(
    <QueryClientProvider client={client}>
      <ApiProvider token={async () => ''}>
        <Setup />
      </ApiProvider>
      <ConnectionLine />
      <Toaster />
    </QueryClientProvider>,
  );
  return { server, client };
}

function Setup() {
  const api = useApi();
  const { isSuccess, isError } = useQuery({ queryKey: ['setup'], queryFn: () => api.getSetup(), staleTime: Infinity });
  return <output>{isSuccess ? 'Shown' : isError ? 'Failed' : 'Waiting'}</output>;
}

test('a browser that goes offline says so at once, in one line, and until the server answers', async () => {
  const { server } = await openPage();
  await expect.element(page.getByText('Shown')).toBeVisible();
  server.isReachable = false;
  window.dispatchEvent(new Event('offline'));
  await expect.element(line).toBeVisible();
  expect(line.elements()).toHaveLength(1);
  server.isReachable = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(line).not.toBeInTheDocument();
});

test('a server that is away is noticed by the first request; what was asked for arrives without a click', async () => {
  const { server, client } = await openPage();
  await expect.element(page.getByText('Shown')).toBeVisible();
  server.isReachable = false;
  void client.resetQueries();
  await expect.element(line).toBeVisible();
  await expect.element(page.getByText('Waiting')).toBeVisible();
  server.isReachable = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('Shown')).toBeVisible();
  await expect.element(line).not.toBeInTheDocument();
  expect(server.asked).toBe(2);
});
