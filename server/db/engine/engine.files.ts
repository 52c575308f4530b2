import { createHash } from 'node:crypto';
import { access, lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './engine.account.ts';

/** The code of a file system, network or database error, or its text where it has none. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Does nothing where the engine runs as ourselves. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (account !== undefined) await lchown(path, account.uid, account.gid);
}

export async function giveTreeTo(account: Account, folder: string): Promise<void> {
  await giveTo(account, folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await giveTo(account, join(entry.parentPath, entry.name));
  }
}

/** The line of a PostgreSQL log or of initdb's output that says why it failed; not what the children of a killed server write. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason =
    lines.findLast((line) => /FATAL|PANIC|ERROR|error:/.test(line) && !line.includes('postmaster exit')) ??
    lines.at(-1) ??
    'it gave no reason';
  return reason.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '').trim();
}
