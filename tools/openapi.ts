import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '#contract/contract.ts';
import { feedRoutes } from '#contract/feed.ts';
import { openApi } from '#contract/openapi.ts';

/** `npm run openapi` writes openapi.json; without `--write` it only checks that the committed one is up to date. */
const path = join(import.meta.dirname, '../openapi.json');
const printed = `${JSON.stringify(openApi({ ...contract, ...feedRoutes }, { title: 'Lineslip', version: '1' }), null, 2)}\n`;

if (process.argv.includes('--write')) await writeFile(path, printed);
else if ((await readFile(path, 'utf8').catch(() => '')) !== printed) {
  console.error('openapi.json is out of date. Run npm run openapi, review the difference, and commit it.');
  process.exitCode = 1;
}
