import { constants } from 'node:fs';
import {
  access,
  chmod,
  link,
  lstat,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from '#server/start-error.ts';
import {
  type Account,
  canEnter,
  changeOwner,
  changeOwnerRecursively,
  exists,
  isAlive,
  isRoot,
  reasonIn,
  runAs,
  shortHash,
  unprivilegedAccount,
} from './account.ts';
import { prepareDataFolder } from '#server/db/data-folder.ts';
import { codeOf } from '#server/db/error-code.ts';
import { tmpdir } from 'node:os';
import { randomBytes } from 'node:crypto';
import type { Binaries } from './binaries.ts';
import pg from 'pg';
import { APPLICATION_ROLE, withClient } from '#server/db/connect.ts';

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
  const created = await prepareDataFolder(dataDir);
  if (created !== undefined && isRoot()) await chmod(dataDir, 0o711);
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

const LOGIN_LOCK = 7_153_220_003;

/** An ordinary login that cannot become a more powerful one. */
const ATTRIBUTES = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

/**
 * The application has its own login, with its password stored next to the engine's. Older data folders have none, or a
 * role that cannot sign in: this fixes both.
 */
export async function prepareApplicationLogin(home: Home, owner: pg.PoolConfig): Promise<pg.PoolConfig> {
  const login = {
    user: APPLICATION_ROLE,
    password: await readOrCreatePassword(join(home.folder, 'application-password')),
  };
  if (!(await canLogIn({ ...owner, ...login }))) await setPassword(owner, login.password);
  return login;
}

/** If two servers start at once, both use what the first one wrote. */
async function readOrCreatePassword(file: string): Promise<string> {
  const fresh = `${file}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    return await readFile(file, 'utf8').catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await writeFile(fresh, randomBytes(24).toString('base64url'), { mode: 0o600 });
      await link(fresh, file).catch((reason: unknown) => {
        if (codeOf(reason) !== 'EEXIST') throw reason;
      });
      return readFile(file, 'utf8');
    });
  } catch (error) {
    throw new StartError(
      `The password of the application's database login cannot be stored in ${file} (${codeOf(error)}). ` +
        'Make the file readable and its folder writable for the account that starts Lineslip.',
    );
  } finally {
    await rm(fresh, { force: true });
  }
}

async function canLogIn(config: pg.PoolConfig): Promise<boolean> {
  try {
    return await withClient(config, async () => true);
  } catch (error) {
    // 28P01: another password, or no such role. 28000: a role that may not sign in.
    if (['28P01', '28000'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** Under a lock, because a failed statement is logged by the engine, including the password. */
async function setPassword(owner: pg.PoolConfig, password: string): Promise<void> {
  await withClient(owner, async (client) => {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${LOGIN_LOCK})`);
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [APPLICATION_ROLE]);
    const verb = rowCount === 0 ? 'create' : 'alter';
    await client.query(`${verb} role ${APPLICATION_ROLE} ${ATTRIBUTES} password ${pg.escapeLiteral(password)}`);
    await client.query('commit');
  });
}
