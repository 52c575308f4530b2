import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Db } from '#server/db/connect.ts';
import * as store from './portfolio.store.ts';

const decompress = promisify(zstdDecompress);

/** The size limit of an uncompressed chunk: a damaged one must not exhaust the memory. */
const MAX_CHUNK_BYTES = 256 * 1024 * 1024;
const HASH = /^[0-9a-f]{64}$/;
/** Temporary files older than this were left by an interrupted write. */
const STALE_MS = 60 * 60_000;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export type LocalParts = Readonly<{ db: Db; dataDir: string }>;

export const chunkFolder = (dataDir: string): string => join(dataDir, 'portfolio');

/** Files that this process has written or verified. */
const checked = new Map<string, number>();
const fetching = new Map<string, Promise<void>>();

/**
 * The local chunk files of a class of a portfolio, in order. Fetches missing or damaged ones from the database. Each
 * process verifies a file once, and again whenever it changed.
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

/** The chunk hashes of every class of every portfolio, in order. */
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

type ChunkRef = Readonly<{ portfolioId: string; number: number; hash: string; file: string }>;

/** Concurrent requests for the same file share one fetch. */
async function fetchOnce(parts: LocalParts, chunk: ChunkRef): Promise<void> {
  const running = fetching.get(chunk.file) ?? fetchChunk(parts, chunk);
  fetching.set(chunk.file, running);
  await running.finally(() => fetching.delete(chunk.file));
}

async function fetchChunk({ db, dataDir }: LocalParts, { portfolioId, number, hash }: ChunkRef): Promise<void> {
  const compressed = await store.readChunk(db, portfolioId, number);
  if (compressed === undefined) throw new Error(`Chunk ${number} of the portfolio ${portfolioId} is gone.`);
  const bytes = await decompress(compressed, { maxOutputLength: MAX_CHUNK_BYTES });
  if (sha256(bytes) !== hash) throw new Error(`Chunk ${number} of the portfolio ${portfolioId} is damaged.`);
  await writeChunkFile(dataDir, hash, bytes);
}

/** Writes to a temporary name and renames, so a file with the final name is complete. */
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

/** Deletes local copies of deleted chunks, and temporary files of interrupted writes. */
export async function deleteStaleFiles({ db, dataDir }: LocalParts, now: Date): Promise<void> {
  const folder = chunkFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const hashes = await store.listHashes(db);
  for (const name of names) {
    if (hashes.has(name)) continue;
    const file = join(folder, name);
    const age = now.getTime() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? now.getTime());
    // A chunk being saved right now is not in the database yet.
    if (HASH.test(name.slice(0, 64)) && age > STALE_MS) await rm(file, { force: true });
  }
}
