import { constants } from 'node:fs';
import { access, chmod, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/start-error.ts';
import { type Account, canEnter, isRoot, unprivilegedAccount } from './engine.account.ts';
import { codeOf, exists, changeOwnerRecursively, shortHash } from './engine.files.ts';

/** The engine's files, and the account that runs it. */
export type Home = Readonly<{ folder: string; cluster: string; password: string; log: string; account: Account }>;

type HomeOptions = Readonly<{ dataDir: string; systemDir: string; report: (line: string) => void }>;

/**
 * The home is `postgres/` in the data folder. As root the engine runs as another account; if that account cannot enter
 * the data folder, the home is in the system folder instead, and the file `postgres.location` points to it, so that
 * the data is found again even if the data folder is moved or opened later.
 */
export async function chooseHome({ dataDir, systemDir, report }: HomeOptions): Promise<Home> {
  await makeDataFolder(dataDir);
  const note = join(dataDir, 'postgres.location');
  const noted = (await exists(note)) ? (await readFile(note, 'utf8')).trim() : undefined;
  if (noted !== undefined && (await exists(noted))) {
    report(`PostgreSQL keeps its data in ${noted}.`);
    return homeAt(noted);
  }

  const local = join(dataDir, 'postgres');
  if (!isRoot() || (await exists(join(local, 'cluster')))) return homeAt(local);
  if (await canEnter(unprivilegedAccount(), dataDir)) return homeAt(local);

  const elsewhere = join(systemDir, shortHash(await realpath(dataDir)));
  await mkdir(systemDir, { recursive: true, mode: 0o755 });
  await writeFile(note, `${elsewhere}\n`);
  report(`PostgreSQL keeps its data in ${elsewhere}, because an account other than root cannot enter ${dataDir}.`);
  return homeAt(elsewhere);
}

async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    const created = await mkdir(dataDir, { recursive: true });
    if (created !== undefined && isRoot()) await chmod(dataDir, 0o711);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written to (${codeOf(error)}). ` +
        'Make it writable for the account that starts Lineslip, or set DATA_DIR to another folder.',
    );
  }
}

async function homeAt(folder: string): Promise<Home> {
  const cluster = join(folder, 'cluster');
  return {
    folder,
    cluster,
    password: join(folder, 'password'),
    log: join(folder, 'server.log'),
    account: await accountFor(folder, cluster),
  };
}

/** An existing cluster runs as its owner, so that root may start what an ordinary account created. */
async function accountFor(folder: string, cluster: string): Promise<Account> {
  const owner = await stat(cluster).catch(() => undefined);
  if (!isRoot()) {
    if ((owner !== undefined && owner.uid !== process.getuid?.()) || !(await canEnterIfExists(folder))) {
      throw new StartError(
        `The database in ${folder} belongs to another account. ` +
          'Start Lineslip as the account that made it (perhaps root), or set DATA_DIR to another folder.',
      );
    }
    return undefined;
  }
  if (owner === undefined) return unprivilegedAccount();
  const account = owner.uid === 0 ? unprivilegedAccount() : { uid: owner.uid, gid: owner.gid };
  if (!(await canEnter(account, folder))) {
    throw new StartError(
      `The account that PostgreSQL runs as can no longer enter ${folder}. ` +
        'Let others enter every folder above it (chmod o+x), or set DATA_DIR to another folder.',
    );
  }
  if (owner.uid === 0) await changeOwnerRecursively(account, cluster);
  return account;
}

async function canEnterIfExists(folder: string): Promise<boolean> {
  const problem = await access(folder, constants.R_OK | constants.X_OK).catch((error: unknown) => codeOf(error));
  return problem === undefined || problem === 'ENOENT';
}
