import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '#contract/contract.ts';
import { openApi } from '#contract/openapi.ts';

/** `npm run openapi` writes openapi.json; without `--write` it only says whether the committed one is true. */
const path = join(import.meta.dirname, '../openapi.json');
const printed = `${JSON.stringify(openApi(contract, { title: 'Lineslip', version: '1' }), null, 2)}\n`;

if (process.argv.includes('--write')) await writeFile(path, printed);
else if ((await readFile(path, 'utf8').catch(() => '')) !== printed) {
  console.error(
    'openapi.json is not what the contract says. Run npm run openapi, look at the difference, and commit it.',
  );
  process.exitCode = 1;
}
