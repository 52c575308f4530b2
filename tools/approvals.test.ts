import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** A number of approvals or of approvers in text: the installation says how many (`APPROVALS_REQUIRED`). */
const LITERAL =
  /\btwo (more )?(approv\w+|others? approv\w*|other people|people (have |who )?(approv|did not write)\w*)/i;

/** The lines of a source without comments. */
const linesOf = (text: string): string[] =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/\s\/\/.*$/, '').replace(/^\/\/.*$/, ''));

test('no text says “two” where the installation may ask for more approvals', () => {
  const files = globSync('{web,server,domain,contract}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|testing|node_modules|[\\/]dist[\\/]/.test(file),
  );
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((file) =>
    linesOf(readFileSync(join(root, file), 'utf8')).flatMap((line) =>
      LITERAL.test(line) ? [`${file}: ${line.trim()}`] : [],
    ),
  );
  expect(found).toEqual([]);
});
