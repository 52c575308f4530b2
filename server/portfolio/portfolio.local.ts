import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Db } from '#server/db/connect.ts';
import * as store from './portfolio.store.ts';

const decompress = promisify(zstdDecompress);

/** No chunk is larger before it is compressed; a damaged one must not fill the memory. */
const MAX_CHUNK_BYTES = 256 * 1024 * 1024;
const HASH = /^[0-9a-f]{64}$/;
/** What a write that was cut off left behind; younger ones may still be written. */
const LEFT_BEHIND_MS = 60 * 60_000;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export type LocalParts = Readonly<{ db: Db; dataDir: string }>;

export const chunkFolder = (dataDir: string): string => join(dataDir, 'portfolio');

/** Files that this process wrote or read whole and found to be what their names say. */
const checked = new Map<string, number>();
const fetching = new Map<string, Promise<void>>();

/**
 * Where the chunks of a class of a portfolio are on this machine, in order. What is missing or damaged is fetched from
 * the database first. A file is checked once by each process, and again whenever it has changed.
 */
export async function chunkFiles(parts: LocalParts, portfolioId: string, cob: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const { number, hash } of await store.listChunks(parts.db, portfolioId, cob)) {
    const file = join(chunkFolder(parts.dataDir), hash);
    if (!(await isWhole(file, hash))) await fetchOnce(parts, { portfolioId, number, hash, file });
    files.push(file);
  }
  return files;
}

/** Every class of every portfolio that is kept, as the hashes of its chunks in order. */
export async function listClassHashes(db: Db): Promise<readonly (readonly string[])[]> {
  const chunks = await store.listAllChunks(db);
  const classes = Map.groupBy(chunks, ({ portfolio_id, cob }) => `${portfolio_id} ${cob}`);
  return [...classes.values()].map((own) => own.map(({ hash }) => hash));
}

async function isWhole(file: string, hash: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return false;
  if (checked.get(file) === found.mtimeMs) return true;
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined || sha256(bytes) !== hash) return false;
  checked.set(file, found.mtimeMs);
  return true;
}

type Wanted = Readonly<{ portfolioId: string; number: number; hash: string; file: string }>;

/** Two that want the same file at once fetch it once. */
async function fetchOnce(parts: LocalParts, wanted: Wanted): Promise<void> {
  const running = fetching.get(wanted.file) ?? fetchChunk(parts, wanted);
  fetching.set(wanted.file, running);
  await running.finally(() => fetching.delete(wanted.file));
}

async function fetchChunk({ db, dataDir }: LocalParts, { portfolioId, number, hash }: Wanted): Promise<void> {
  const compressed = await store.readChunk(db, portfolioId, number);
  if (compressed === undefined) throw new Error(`Chunk ${number} of the portfolio ${portfolioId} is gone.`);
  const bytes = await decompress(compressed, { maxOutputLength: MAX_CHUNK_BYTES });
  if (sha256(bytes) !== hash) throw new Error(`Chunk ${number} of the portfolio ${portfolioId} is damaged.`);
  await writeChunkFile(dataDir, hash, bytes);
}

/** Under a temporary name first: a file of the final name is whole. */
export async function writeChunkFile(dataDir: string, hash: string, bytes: Uint8Array): Promise<void> {
  const folder = chunkFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `${hash}.${randomUUID()}`);
  const file = join(folder, hash);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    await handle.writeFile(bytes).finally(() => handle.close());
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  checked.set(file, (await stat(file)).mtimeMs);
}

/** Deletes local copies of what is no longer kept, and what writes that were cut off left behind. */
export async function deleteStaleFiles({ db, dataDir }: LocalParts, now: Date): Promise<void> {
  const folder = chunkFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const kept = await store.listHashes(db);
  for (const name of names) {
    if (kept.has(name)) continue;
    const file = join(folder, name);
    const age = now.getTime() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? now.getTime());
    // A chunk that is being kept at this moment is not in the database yet.
    if (HASH.test(name.slice(0, 64)) && age > LEFT_BEHIND_MS) await rm(file, { force: true });
  }
}
