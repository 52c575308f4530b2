import { execFile, execFileSync } from 'node:child_process';
import { StartError } from '#server/start-error.ts';
import { createHash } from 'node:crypto';
import { access, lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#server/db/error-code.ts';

/** The account the engine runs as; `undefined`: the account of this process. */
export type Account = Readonly<{ uid: number; gid: number }> | undefined;

export const isRoot = (): boolean => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, and needs an existing account. `nobody` exists on every Unix. */
export function unprivilegedAccount(name = 'nobody'): Account {
  try {
    return { uid: numericId('-u', name), gid: numericId('-g', name) };
  } catch {
    throw new StartError(
      `PostgreSQL does not run as root, and this machine has no account named ${name} to run it as. ` +
        'Start Lineslip as an ordinary account, or set DATABASE_URL to a PostgreSQL that is already running.',
    );
  }
}

function numericId(flag: string, name: string): number {
  const id = Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  if (!Number.isInteger(id)) throw new Error(`id ${flag} ${name} gave no number`);
  return id;
}

export type CommandResult = Readonly<{ ok: boolean; output: string }>;

/**
 * Runs a program as the account, from a folder every account may enter. The environment is not inherited: it may hold
 * secrets, and PG* variables would affect PostgreSQL.
 */
export function runAs(
  account: Account,
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(file, args, { ...account, cwd: '/', env: { ...PLAIN_ENVIRONMENT, ...env } }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') });
    });
  });
}

export const PLAIN_ENVIRONMENT: NodeJS.ProcessEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

/** Asks the system instead of reading mode bits, because access lists and mounts matter, too. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder])).ok;
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** A no-op if the engine runs as ourselves. */
export async function changeOwner(account: Account, path: string): Promise<void> {
  if (account !== undefined) await lchown(path, account.uid, account.gid);
}

export async function changeOwnerRecursively(account: Account, folder: string): Promise<void> {
  await changeOwner(account, folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await changeOwner(account, join(entry.parentPath, entry.name));
  }
}

/** The line of a PostgreSQL log or of initdb's output with the reason; ignores the children of a killed server. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason =
    lines.findLast((line) => /FATAL|PANIC|ERROR|error:/.test(line) && !line.includes('postmaster exit')) ??
    lines.at(-1) ??
    'it gave no reason';
  return reason.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '').trim();
}

/** Whether a process with this number runs, ours or another account's. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
