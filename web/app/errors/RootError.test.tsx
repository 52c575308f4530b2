import { RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ThemeProvider } from '#web/app/ThemeProvider.tsx';
import { createTestRouter } from '#web/testing/page.tsx';
import { RootError } from './errors.tsx';

async function show(loader: () => never, path = '/') {
  const router = createTestRouter([{ path: '/', loader, element: <p>page</p>, errorElement: <RootError /> }], path);
  return render(
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
}

const fail = (status: number, statusText: string) => () => {
  throw new Response('', { status, statusText });
};

test.each([
  [400, 'Bad Request'],
  [403, 'Forbidden'],
  [405, 'Method Not Allowed'],
])('a routing error shows the default page with %d %s', async (status, text) => {
  const screen = await show(fail(status, text));
  await expect.element(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect.element(screen.getByText(`${status} ${text}`)).toBeVisible();
});

test('a URL without a route is 404 Not Found, and is named', async () => {
  const screen = await show(fail(400, ''), '/nowhere');
  await expect.element(screen.getByText('404 Not Found')).toBeVisible();
  await expect.element(screen.getByText('No route matches URL "/nowhere"')).toBeVisible();
});

test('any other error shows a sentence, without its own message and stack trace', async () => {
  const screen = await show(() => {
    throw new Error('The shell fell over');
  });
  await expect.element(screen.getByText('Something went wrong on this page. Reload it and try again.')).toBeVisible();
  expect(document.body.textContent).not.toMatch(/fell over|at .*\.tsx?:/);
});
