import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findForbiddenNames, FORBIDDEN_NAMES } from './vocabulary.ts';

const root = join(import.meta.dirname, '..');

test('nothing is declared by a name that a newcomer would have to look up', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    findForbiddenNames(readFileSync(join(root, file), 'utf8')).map(({ name, line }) => `${file}:${line} ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['const told = 1;', 'told'],
  ['  let asked: string;', 'asked'],
  ['export type Happened = 1;', 'Happened'],
  ['async function newsOf() {}', 'newsOf'],
  ['const [said, setSaid] = useState(0);', 'said'],
])('%s is found', (text, name) => {
  expect(findForbiddenNames(`const fine = 1;\n${text}`)).toEqual([{ name, line: 2 }]);
});

test('keys of stored records and words in sentences are no names', () => {
  const text = "const record = { told: message };\n// It is said once.\nexpect(detail.told).toBe('told');";
  expect(findForbiddenNames(text)).toEqual([]);
});

test('every forbidden name says what to use instead', () => {
  for (const [name, instead] of Object.entries(FORBIDDEN_NAMES))
    expect([name, instead.length > 0]).toEqual([name, true]);
});
