import { createHash } from 'node:crypto';
import { access, lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './engine.account.ts';

/** The code of a file system, network or database error, or its message. */
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
