import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const QUERY = /\b(?:querySelector(?:All)?|getElement(?:sBy\w+|ById))\b/g;

/**
 * Where the screens look for an element in the page, and how often. The list only shrinks: a component gets at its own
 * elements by refs, at the rows of a list by `kit/arrowRows.ts` or `kit/grid.ts`, and at another part of the page by
 * what that part offers, such as `bucket/dialRows.ts`.
 */
const PLACES: Readonly<Record<string, number>> = {
  // The document: where the screens begin, and the nonce of its styles.
  'web/main.tsx': 1,
  'web/app/nonce.ts': 1,
  // What stands over the page, and its heading, whatever page it is.
  'web/kit/layers.ts': 1,
  'web/base/page/useFocusNet.ts': 1,
  // By id, and what takes the focus inside of a part: rows of a list, cells of a grid, a wrong field, a day of a calendar.
  'web/kit/focus.ts': 2,
};

test('the screens look for elements in the page in no other places', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**'] }).filter(
    (file) => !/\.test\.|testing/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    const count = readFileSync(join(root, file), 'utf8').match(QUERY)?.length ?? 0;
    return count === 0 ? [] : [[file, count] as const];
  });
  expect(Object.fromEntries(found)).toEqual(PLACES);
});
