import { gzipSync } from 'node:zlib';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

const MAX_BYTES = 285 * 1024;

test('the first screen needs at most 285 KB of JavaScript, gzipped', async ({ page, context }) => {
  await signIn(page, PEOPLE.administrator);
  const first = await context.newPage();
  const scripts = new Map<string, number>();
  first.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.set(pathname, gzipSync(await response.body(), { level: 9 }).length);
  });
  await first.goto('/');
  await expect(first.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  // The collector's library loads after the first screen. The event stream never ends, so the network is never idle.
  await expect.poll(() => [...scripts.keys()].some((path) => path.includes('loader-module-core'))).toBe(true);
  const needed = [...scripts].filter(([path]) => !path.includes('loader-module-core'));
  const total = needed.reduce((sum, [, size]) => sum + size, 0);
  console.log(`First screen: ${(total / 1024).toFixed(1)} KB of JavaScript, gzipped, in ${needed.length} files.`);
  expect(scripts.size).toBeGreaterThan(needed.length);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(MAX_BYTES);
});
