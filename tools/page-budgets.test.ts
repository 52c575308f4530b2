import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PAGE_BUDGETS } from './page-budgets.ts';
import { root } from './run.ts';

/* Looks at the build that `npm test` makes first. Alone: node tools/setup.mjs, then this file. */

const dist = join(root, 'web/dist');
const PAGES = join(dist, 'pages.json');
const sizes = new Map<string, number>();

function gzippedSize(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

/** Returns what is wrong with a page that exceeds its budget. */
function findOverrun(files: readonly string[], maxKilobytes: number): string | undefined {
  const kilobytes = files.reduce((sum, file) => sum + gzippedSize(file), 0) / 1024;
  return kilobytes > maxKilobytes ? `${kilobytes.toFixed(1)} KB of JavaScript, at most ${maxKilobytes}` : undefined;
}

test('the first download of every page is within its budget', () => {
  expect(existsSync(PAGES), 'Build the screens first: node tools/setup.mjs').toBe(true);
  const pages = JSON.parse(readFileSync(PAGES, 'utf8')) as Record<string, string[]>;
  expect(Object.keys(pages).toSorted()).toEqual(Object.keys(PAGE_BUDGETS).toSorted());
  const overruns = Object.entries(PAGE_BUDGETS).flatMap(([address, budget]) => {
    const overrun = findOverrun(pages[address] ?? [], budget);
    return overrun === undefined ? [] : [`${address}: ${overrun}`];
  });
  expect(overruns).toEqual([]);
});

test('a page with too many kilobytes is named with both figures', () => {
  sizes.set('large.js', 3000);
  sizes.set('small.js', 72);
  expect(findOverrun(['large.js', 'small.js'], 3)).toBeUndefined();
  expect(findOverrun(['large.js', 'small.js'], 2.9)).toBe('3.0 KB of JavaScript, at most 2.9');
});

test('the document names the font of its text, which the build holds', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const [font, ...others] = [...html.matchAll(/<link rel="preload" href="\/([^"]+)" as="font"/g)].map(
    ([, name]) => name,
  );
  expect([font, others]).toEqual([expect.stringMatching(/^assets\/inter-latin-opsz-/), []]);
  expect(existsSync(join(dist, font ?? ''))).toBe(true);
});
