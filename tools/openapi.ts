import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '#contract/contract.ts';
import { feedRoutes } from '#contract/feed.ts';
import { openApi } from '#contract/openapi.ts';
import packageJson from '../package.json' with { type: 'json' };
import { type ApiDocument, type ApiFacts, compareFacts, listFacts, writeChanges } from './api-changes.ts';

/**
 * `npm run openapi` writes openapi.json and docs/api-changes.md; without `--write` it only checks that the committed ones are
 * up to date. `--release` makes the contract the one that later changes are compared with.
 */
const pathOf = (name: string): string => join(import.meta.dirname, '..', name);
const print = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const RELEASED = pathOf('contract/released.json');

const document = openApi({ ...contract, ...feedRoutes }, { title: 'Lineslip', version: '1' });
const facts = listFacts(document as ApiDocument);
if (process.argv.includes('--release')) await writeFile(RELEASED, print({ version: packageJson.version, facts }));
const released = JSON.parse(await readFile(RELEASED, 'utf8')) as { version: string; facts: ApiFacts };

const files = {
  'openapi.json': print(document),
  'docs/api-changes.md': writeChanges(released.version, compareFacts(released.facts, facts)),
};
for (const [name, text] of Object.entries(files))
  if (process.argv.includes('--write')) await writeFile(pathOf(name), text);
  else if ((await readFile(pathOf(name), 'utf8').catch(() => '')) !== text) {
    console.error(`${name} is out of date. Run npm run openapi, review the difference, and commit it.`);
    process.exitCode = 1;
  }
