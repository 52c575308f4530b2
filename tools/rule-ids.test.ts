import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The rules of reviews and webhooks, by number; and the tests that the security page refers to, by file and id. */
const rules = new Set(Array.from(read('docs/review.md').matchAll(/^\| ([RW]\d+) /gm), ([, id]) => id));
const shown = new Set(
  [...read('docs/security.md').matchAll(/`([\w./-]+)`((?: [A-Z]{1,3}\d+\b)+)/g)].flatMap(([, path = '', ids = '']) =>
    ids
      .trim()
      .split(' ')
      .map((id) => `${path} ${id}`),
  ),
);

test('every id in the name of a test is documented, and unique', () => {
  const files = globSync('{domain,contract,server,web,e2e,tools}/**/*.{test,journey}.{ts,tsx}', { cwd: root });
  const ids = files.flatMap((path) =>
    Array.from(read(path).matchAll(/\[([A-Z]{1,3}\d+)\] /g), ([, id = '']) => ({ path, id })),
  );
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter(({ path, id }) => !rules.has(id) && !shown.has(`${path} ${id}`))).toEqual([]);
  // The same id of the security page in two files would be ambiguous.
  const filesOf = Map.groupBy(
    ids.filter(({ id }) => !rules.has(id)),
    ({ id }) => id,
  );
  expect([...filesOf].filter(([, uses]) => new Set(uses.map(({ path }) => path)).size > 1).map(([id]) => id)).toEqual(
    [],
  );
});
