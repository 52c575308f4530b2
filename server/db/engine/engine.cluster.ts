import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from '#server/start-error.ts';
import { runAs } from './engine.account.ts';
import type { Binaries } from './engine.binaries.ts';
import { codeOf, exists, changeOwner, reasonIn } from './engine.files.ts';
import type { Home } from './engine.home.ts';
import { isAlive } from './engine.pidfile.ts';

export const SUPERUSER = 'lineslip';

/** Creates the cluster on first use, and returns its password. */
export async function prepareCluster(home: Home, binaries: Binaries): Promise<string> {
  await clearUnfinished(home);
  if (!(await exists(join(home.cluster, 'PG_VERSION')))) await createCluster(home, binaries);
  const made = Number((await readFile(join(home.cluster, 'PG_VERSION'), 'utf8')).trim());
  if (made !== binaries.major) {
    throw new StartError(
      `The database in ${home.folder} was made by PostgreSQL ${made}, and this Lineslip brings PostgreSQL ` +
        `${binaries.major}. Start the earlier Lineslip, or set DATA_DIR to a new folder and load a backup into it.`,
    );
  }
  return readFile(home.password, 'utf8').catch((error: unknown) => {
    throw new StartError(
      `The password of the database cannot be read from ${home.password} (${codeOf(error)}). ` +
        'Put the file back from a backup, or set DATA_DIR to another folder.',
    );
  });
}

/**
 * Works in a temporary folder and renames it at the end: an interrupted start leaves no half-made cluster, and of two
 * servers that start at once one wins.
 */
async function createCluster(home: Home, binaries: Binaries): Promise<void> {
  const fresh = `${home.folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const [cluster, handover] = [join(fresh, 'cluster'), join(fresh, 'handover')];
  const password = randomBytes(24).toString('base64url');
  try {
    await mkdir(cluster, { recursive: true });
    await chmod(fresh, home.account === undefined ? 0o700 : 0o711);
    await chmod(cluster, 0o700);
    await changeOwner(home.account, cluster);
    await writeFile(join(fresh, 'password'), password, { mode: 0o600 });
    await writeFile(handover, password, { mode: 0o600 });
    await changeOwner(home.account, handover);
    const { ok, output } = await runAs(
      home.account,
      binaries.initdb,
      initdb(cluster, handover, binaries),
      binaries.env,
    );
    await rm(handover, { force: true });
    if (!ok) throw new Error(reasonIn(output));
    await rename(fresh, home.folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (await exists(join(home.cluster, 'PG_VERSION'))) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The embedded database could not be made in ${home.folder}: ${reason}. ` +
        'Put this right, or set DATA_DIR to another folder.',
    );
  }
}

/** Bytewise order with Unicode case mapping, independent of the machine's locales. */
function initdb(cluster: string, handover: string, { major }: Binaries): string[] {
  const locale =
    major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C', '--lc-ctype=C.UTF-8'];
  return [
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${handover}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
  ];
}

async function clearUnfinished(home: Home): Promise<void> {
  const [parent, prefix] = [dirname(home.folder), `${basename(home.folder)}.new-`];
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}
