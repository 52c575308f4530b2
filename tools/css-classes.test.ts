import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const THEME = 'web/kit/theme/';
const COMMENT = /\/\*[^]*?\*\/|(?<!:)\/\/.*/g;
const read = (file: string): string => readFileSync(join(root, file), 'utf8').replace(COMMENT, '');
const files = globSync('web/**/*.{ts,tsx,css}', { cwd: root, exclude: ['web/dist/**'] });
const sheets = files.filter((file) => file.endsWith('.css'));
const code = files.filter((file) => !file.endsWith('.css'));

const find = (texts: readonly string[], pattern: RegExp): Set<string> =>
  new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = '']) => name)));
const NO_MISTAKE = { undefined: [], unused: [] };
const without = (names: Set<string>, others: Set<string>): string[] => [...names].filter((name) => !others.has(name));
const compare = (defined: Set<string>, used: Set<string>) => ({
  undefined: without(used, defined),
  unused: without(defined, used),
});

test('every ls- class that the screens use is defined by the kit, and every defined one is used', () => {
  const defined = find(sheets.filter((file) => file.startsWith(THEME)).map(read), /\.(ls-[\w-]+)/g);
  // Custom properties begin with two more hyphens. A name that is put together is reported by its first part.
  const used = find(code.filter((file) => !/\.test\.|testing/.test(file)).map(read), /(?<![\w-])(ls-[\w-]*)/g);
  expect(defined.size).toBeGreaterThan(50);
  expect(compare(defined, used)).toEqual(NO_MISTAKE);
  const modules = find(sheets.filter((file) => !file.startsWith(THEME)).map(read), /\.(ls-[\w-]+)/g);
  expect(without(modules, defined)).toEqual([]);
});

test('every class of a CSS module that a component uses is defined, and every defined one is used', () => {
  const used = new Map<string, Set<string>>();
  for (const file of code) {
    const text = read(file);
    for (const [, name = '', path = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const sheet = path.startsWith('#') ? path.slice(1) : join(dirname(file), path);
      const names = find([text], new RegExp(String.raw`\b${name}\.(\w+)`, 'g'));
      used.set(sheet, new Set([...names, ...(used.get(sheet) ?? [])]));
    }
  }
  const modules = sheets.filter((file) => file.endsWith('.module.css'));
  expect(modules.length).toBeGreaterThan(50);
  for (const sheet of modules) {
    const defined = find([read(sheet).replaceAll(/:global\([^)]*\)/g, '')], /\.([a-z]\w*)(?=[^;{}]*\{)/gi);
    expect(compare(defined, used.get(sheet) ?? new Set()), sheet).toEqual(NO_MISTAKE);
  }
});
