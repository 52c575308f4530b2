import { lstat, mkdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRoot, unprivilegedAccount } from './account.ts';
import { makeLibraryLinks, prepareBinaries } from './binaries.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';
import { startErrorOf } from '#server/testing/eventually.ts';

const account = isRoot() ? unprivilegedAccount() : undefined;

test('the library links that the package only lists are created, repeatedly', async () => {
  const native = join(await temporaryFolder(), 'native');
  await mkdir(join(native, 'lib'), { recursive: true });
  await writeFile(join(native, 'lib/libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  await makeLibraryLinks(native);
  await makeLibraryLinks(native);
  expect((await lstat(join(native, 'lib/libpq.so.5'))).isSymbolicLink()).toBe(true);
  expect(await readlink(join(native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
});

test('programs that do not run here are refused with a message', async () => {
  const folder = await temporaryFolder();
  const options = { folder, account, systemDir: folder, report: () => undefined };
  expect(await startErrorOf(prepareBinaries(options))).toMatch(/does not run on this machine.*Set DATABASE_URL/);
});
