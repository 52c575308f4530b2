import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { BOM, writeLine } from '#domain/csv/write.ts';
import { Problem } from '#contract/problem.ts';
import { describeBytes } from '#domain/portfolio/file.ts';
import { codeOf } from '#server/db/error-code.ts';
import type { FileKind } from '#domain/portfolio/load.ts';
import { DISK_FULL, errorFile, isDiskFull, UPLOAD_FILE } from '#server/portfolio/reader/reader.protocol.ts';

/** Files being loaded, each in its own folder, named after the process that owns it. */
const loadsFolder = (dataDir: string): string => join(dataDir, 'portfolio-loads');
const FOLDER = /^(\d+)\.[0-9a-f-]{36}$/;
/** Longer than any load can take. */
const MAX_AGE_MS = 24 * 60 * 60_000;

export const loadFolder = (dataDir: string, id: string): string => join(loadsFolder(dataDir), `${process.pid}.${id}`);

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw isDiskFull(error) ? new Problem('unavailable', DISK_FULL) : error;
  });
}

/** A CSV file is rewritten before it is copied; the copy and the chunks together need about as much space as the file. */
const SPACE_FACTOR = 3;

export async function requireDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < SPACE_FACTOR * bytes)
    throw new Problem(
      'too-large',
      `Loading this file needs ${describeBytes(SPACE_FACTOR * bytes)} on the server’s disk, and ${describeBytes(free)} are free.`,
    );
}

/** Appends a part at its offset, overwriting what a failed attempt left. */
export async function appendPart(folder: string, at: number, bytes: Uint8Array): Promise<void> {
  const handle = await open(join(folder, UPLOAD_FILE), 'a', 0o600);
  try {
    await handle.truncate(at);
    // A single write may be partial if the disk is nearly full.
    await handle.appendFile(bytes);
  } finally {
    await handle.close();
  }
}

const ZIP = 'This is a zip file or an Excel workbook. Save it as CSV UTF-8, or as Parquet, and load that.';
const PACKED = 'This file is compressed. Unpack it, and load the CSV file that is in it.';
const STARTS: readonly (readonly [start: readonly number[], kind: FileKind | undefined, sentence: string])[] = [
  [[0x50, 0x41, 0x52, 0x31], 'parquet', ''],
  [[0x50, 0x4b], undefined, ZIP],
  [[0x1f, 0x8b], undefined, PACKED],
  [[0x28, 0xb5, 0x2f, 0xfd], undefined, PACKED],
  [[0x42, 0x5a, 0x68], undefined, PACKED],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], undefined, PACKED],
  [[0xd0, 0xcf, 0x11, 0xe0], undefined, 'This is an old Excel workbook. Save it as CSV UTF-8 and load that.'],
  [[0x25, 0x50, 0x44, 0x46], undefined, 'This is a PDF. Load a CSV or Parquet file.'],
];

/** The kind of a file by its first bytes, regardless of its name; a sentence if it is unsupported. */
export function kindOfFile(first: Uint8Array): Readonly<{ kind: FileKind }> | Readonly<{ sentence: string }> {
  const found = STARTS.find(([start]) => start.every((byte, index) => first[index] === byte));
  if (found === undefined) return { kind: 'csv' };
  const [, kind, sentence] = found;
  return kind === undefined ? { sentence } : { kind };
}

const ERRORS_AT_ONCE = 1000;

const ERROR_FIELDS = ['Row', 'Column', 'Text', 'What to do'];

/** The errors that the reader found in a run, as CSV in parts; no lines while it is still checking. */
export async function* readErrors(folder: string, run: number | undefined): AsyncGenerator<string> {
  yield BOM + writeLine(ERROR_FIELDS);
  if (run === undefined) return;
  const handle = await open(join(folder, errorFile(run))).catch(() => undefined);
  if (handle === undefined) return;
  let part: string[] = [];
  for await (const line of handle.readLines()) {
    const cells = JSON.parse(line) as [number, string, string, string];
    if (part.push(`\r\n${writeLine(cells.map(String))}`) < ERRORS_AT_ONCE) continue;
    yield part.join('');
    part = [];
  }
  yield part.join('');
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Removes the folders of processes that are gone. `own`: folders of loads still running here. */
export async function removeLeftovers(dataDir: string, own: ReadonlySet<string>, now: Date): Promise<void> {
  const parent = loadsFolder(dataDir);
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    const [, pid] = FOLDER.exec(name) ?? [];
    if (pid === undefined || own.has(folder)) continue;
    const age = now.getTime() - ((await stat(folder).catch(() => undefined))?.mtimeMs ?? 0);
    if (Number(pid) === process.pid || !isRunning(Number(pid)) || age > MAX_AGE_MS) await removeFolder(folder);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
