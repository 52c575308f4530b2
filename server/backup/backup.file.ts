import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '#server/start-error.ts';
import { readTar, TAR_END, tarEntry, type TarEntry } from './backup.tar.ts';

/** The manifest lists every bucket, and is the largest possible entry. */
const MAX_ENTRY = 256 * 1024 * 1024;

/**
 * Streams the entries into a compressed archive, under a temporary name until it is complete and on disk. Only its owner
 * may read it: it contains keys and password hashes.
 */
export async function writeBackupFile(file: string, entries: AsyncIterable<TarEntry>): Promise<void> {
  await refuseExisting(file);
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(tarOf(entries), createGzip(), target);
    await refuseExisting(file);
    await rename(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw isFileError(error) ? writeFailure(file, error) : error;
  }
}

async function* tarOf(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) yield tarEntry(entry);
  yield TAR_END;
}

/** The entries of a backup, in order. Throws as soon as the file turns out to be truncated or changed. */
export async function* readBackupFile(file: string): AsyncGenerator<TarEntry> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  const flow = pipeline(source, unpacked).catch((error: unknown) => error);
  try {
    yield* readTar(unpacked, MAX_ENTRY);
  } catch (error) {
    throw isFileError(error) ? cannotRead(file, error) : damagedFile(file, error);
  } finally {
    source.destroy();
    unpacked.destroy();
    await flow;
  }
}

export function damagedFile(file: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(
    `The file ${file} is not a whole backup of Lineslip: it was cut or changed, or is something else. ` +
      `Nothing was restored. Use another copy of it. (${reason})`,
  );
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new StartError(`There is a file ${file} already. Name another one, or move it away first.`);
}

/** A new name is on disk only after its folder was synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

type FileError = Error & { code: string; syscall: string };
const isFileError = (error: unknown): error is FileError =>
  error instanceof Error && 'syscall' in error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));

const cannotRead = (file: string, { code }: FileError): StartError =>
  new StartError(`The backup ${file} cannot be read (${code}). Check its name, and that this account may read it.`);

function writeFailure(file: string, error: unknown): StartError {
  const code = isFileError(error) ? error.code : String(error);
  return new StartError(
    `The backup could not be written to ${file} (${code}). ` +
      'Name a file in a folder that exists, that this account may write to, and that has enough space.',
  );
}
