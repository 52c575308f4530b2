import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');
const page = await read('docs/security.md');

/** "`server/http/authorization.test.ts` Z1 Z5": a test file, and the ids of its tests. */
const REFERENCE = /`([\w./-]+\.(?:test\.tsx?|journey\.ts))`((?: [A-Z]{1,3}\d+\b)*)/g;
const references = [...page.matchAll(REFERENCE)].map(([, path = '', ids = '']) => ({
  path,
  ids: ids.split(' ').filter(Boolean),
}));

test('every test that the security page refers to exists', async () => {
  const missing: string[] = [];
  for (const { path, ids } of references) {
    const source = await read(path).catch(() => undefined);
    if (source === undefined) missing.push(path);
    else missing.push(...ids.filter((id) => !source.includes(`[${id}]`)).map((id) => `${path} ${id}`));
  }
  expect(references.length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});

test('every row of the security page says which test shows it', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (what|-|:?-)/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => row.search(REFERENCE) === -1)).toEqual([]);
});
