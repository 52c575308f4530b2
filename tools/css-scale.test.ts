import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sheets = globSync('web/**/*.css', { cwd: root, exclude: ['web/dist/**'] });

/** Lists what a pattern finds in the styles and what is not allowed, with its file. */
const find = (pattern: RegExp, isAllowed: (found: string, file: string) => boolean): string[] =>
  sheets.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].flatMap(([, found = '']) =>
      isAllowed(found, file) ? [] : [`${file}: ${found}`],
    ),
  );

/** Initials are drawn in a circle of a size of its own, and paper has points. */
const OWN_SIZES = new Set(['web/kit/Avatar.module.css', 'web/kit/paper/print.css', 'web/app/pages/apiDocs.css']);

test('text has the sizes of the theme', () => {
  expect(sheets.length).toBeGreaterThan(100);
  const isToken = (size: string) => size === 'inherit' || /^var\(--ls-t-\w+\)$/.test(size);
  expect(find(/font-size: ([^;]+);/g, (size, file) => isToken(size) || OWN_SIZES.has(file))).toEqual([]);
});

/** A phone, a tablet upright, and a tablet across or half a screen; what is low; and what needs no figure. */
const WIDTHS = new Set(['599.98px', '600px', '899.98px', '900px', '1199.98px', '1200px']);
const HEIGHTS = new Set(['600px', '399.98px']);

test('a page changes its layout at three widths and two heights', () => {
  expect(find(/@media[^{]*?\((?:max|min)-width: ([^)]+)\)/g, (width) => WIDTHS.has(width))).toEqual([]);
  expect(find(/@media[^{]*?\((?:max|min)-height: ([^)]+)\)/g, (height) => HEIGHTS.has(height))).toEqual([]);
  expect(find(/@media[^{]*(\((?:width|height) [<>][^)]*\))/g, () => false)).toEqual([]);
});
