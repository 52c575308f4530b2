import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findForbiddenNames, FORBIDDEN_FUNCTION_NAMES, FORBIDDEN_NAMES } from './vocabulary.ts';

const root = join(import.meta.dirname, '..');

const listFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('nothing is declared by a name that a newcomer would have to look up', () => {
  const files = listFiles('*.ts', '*.tsx', '*.mjs');
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    findForbiddenNames(read(file)).map(({ name, line }) => `${file}:${line} ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['plural forms', 'plural.ts', /=== 1\s*\?/],
  ['days', 'format.ts', /DateTimeFormat|toLocale(Date|Time)String|toISOString\(\)\s*\.slice\(0, 10\)/],
])('the screens write %s with the helpers of web/kit/%s only', (_what, helper, pattern) => {
  const files = listFiles('web/*.ts', 'web/*.tsx').filter((file) => !/\.test\.|testing/.test(file));
  expect(files.filter((file) => pattern.test(read(file)))).toEqual([`web/kit/${helper}`]);
});

test.each([
  ['const told = 1;', 'told'],
  ['  let asked: string;', 'asked'],
  ['export type Happened = 1;', 'Happened'],
  ['async function newsOf() {}', 'newsOf'],
  ['const [said, setSaid] = useState(0);', 'said'],
  ['function changed(copy: Copy): Copy {', 'changed'],
  ['export async function* seen() {', 'seen'],
  ['  const over = (event: DragEvent) => {', 'over'],
  ['export const opened = async (', 'opened'],
  ['const says = useCallback((part) => part, []);', 'says'],
  ['const there: Find = <T>(a: T) => a;', 'there'],
])('%s is found', (text, name) => {
  expect(findForbiddenNames(`const fine = 1;\n${text}`)).toEqual([{ name, line: 2 }]);
});

test('a word that is no name of a function may name what it was', () => {
  const text = 'const changed = new Set(rows.map((row) => row.id));\nconst { over } = limits;\nlet seen = 0;';
  expect(findForbiddenNames(text)).toEqual([]);
});

test('keys of stored records and words in sentences are no names', () => {
  const text = "const record = { told: message };\n// It is said once.\nexpect(detail.told).toBe('told');";
  expect(findForbiddenNames(text)).toEqual([]);
});

test('every forbidden name says what to use instead', () => {
  for (const [name, instead] of Object.entries({ ...FORBIDDEN_NAMES, ...FORBIDDEN_FUNCTION_NAMES }))
    expect([name, instead.length > 0]).toEqual([name, true]);
});
