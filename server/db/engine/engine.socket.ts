import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '#server/start-error.ts';
import { type Account, canEnter } from './engine.account.ts';
import { exists, changeOwner, shortHash } from './engine.files.ts';

export const SOCKET_PORT = 5432;

/** Unix socket paths are limited to 104 to 108 bytes; a comma or a quote would end it in the setting. */
const fits = (folder: string): boolean =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) < 100 && !/[,"\\]/.test(folder);

/** The cluster's own folder, which only the engine's account may enter, or a private one with a short path. */
export async function socketFolder(cluster: string, account: Account): Promise<string> {
  if (fits(cluster)) return cluster;
  for (const parent of [tmpdir(), '/tmp']) {
    const folder = join(parent, `lineslip-${shortHash(cluster)}`);
    if (!fits(folder) || !(await canEnter(account, parent))) continue;
    await makePrivate(folder, account);
    return folder;
  }
  throw new StartError(
    `The path of the data folder is too long for the database (${cluster}). Set DATA_DIR to a folder with a shorter path.`,
  );
}

async function makePrivate(folder: string, account: Account): Promise<void> {
  if (!(await exists(folder))) {
    await mkdir(folder, { mode: 0o700 });
    await changeOwner(account, folder);
  }
  const found = await lstat(folder);
  const owner = account?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new StartError(
      `The folder ${folder}, which the database needs for its socket, belongs to someone else. ` +
        'Remove it, or set DATA_DIR to a folder with a shorter path.',
    );
  }
}
