import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codeOf } from './engine.files.ts';

/** `socket` is missing while it starts. */
export type Postmaster = Readonly<{ pid: number; socket: string | undefined }>;

/**
 * The running postmaster of this cluster, if any. Removes a pid file whose number belongs to another program, because
 * PostgreSQL would take it for a running server. If the process is gone, PostgreSQL clears the file itself, after
 * checking for children of the old server.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (isPostmaster(pid, cluster)) return { pid, socket: lines[4]?.trim() || undefined };
  if (isAlive(pid)) rmSync(file, { force: true });
  return undefined;
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Also false for a zombie. */
export function isPostmaster(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') {
      const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
      return basename(program) === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    }
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(cluster);
  } catch {
    return false;
  }
}
