import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CONFIG_NAMES } from '#server/config.ts';
import packageJson from '../package.json' with { type: 'json' };

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every setting, and no other', () => {
  const named = [...readme.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name);
  expect(named).toEqual([...CONFIG_NAMES, 'CHROMIUM_PATH']);
});

test('every npm command the README shows exists', () => {
  const shown = [...readme.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name ?? '');
  const scripts = Object.keys(packageJson.scripts);
  expect(shown.length).toBeGreaterThan(4);
  expect(shown.filter((name) => !scripts.includes(name))).toEqual([]);
});
