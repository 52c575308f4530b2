import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Channel } from '#domain/feed/release.ts';

/** The calls that the client makes to its disk. Tests replace it with one that is full, or loses its power. */
export type Files = Readonly<{
  /** Null if it is not there. */
  read: (path: string) => Promise<Uint8Array | null>;
  list: (folder: string) => Promise<readonly string[]>;
  makeFolder: (folder: string) => Promise<void>;
  write: (path: string, bytes: Uint8Array | string) => Promise<void>;
  /** Returns when the bytes of the file are on the disk. */
  syncFile: (path: string) => Promise<void>;
  rename: (from: string, to: string) => Promise<void>;
  /** Returns when the names in the folder are on the disk. */
  syncFolder: (folder: string) => Promise<void>;
  remove: (path: string) => Promise<void>;
}>;

export const DISK: Files = {
  read: (path) =>
    readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  list: (folder) => readdir(folder),
  makeFolder: async (folder) => {
    await mkdir(folder, { recursive: true });
  },
  write: (path, bytes) => writeFile(path, bytes, { mode: 0o600 }),
  syncFile: (path) => sync(path, 'r+'),
  rename,
  syncFolder: async (folder) => {
    // Windows cannot open folders.
    if (process.platform !== 'win32') await sync(folder, 'r');
  },
  remove: (path) => rm(path, { force: true }),
};

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const UNFINISHED = '.tmp';

export type Store = ReturnType<typeof createStore>;

/** The directory of an engine: the last release with its documents and keys, byte by byte as received, and its batches. */
export function createStore(directory: string, channel: Channel, files: Files) {
  const documents = join(directory, 'documents');
  const spool = join(directory, 'spool');
  const release = join(directory, `${channel}.jws`);
  const keys = join(directory, 'keys.json');
  const etag = join(directory, 'etag');

  const readText = async (path: string): Promise<string | null> => {
    const bytes = await files.read(path);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  };

  /** A reader sees the old bytes or the new ones. The caller syncs the folder. */
  const replace = async (path: string, bytes: Uint8Array | string): Promise<void> => {
    await files.write(`${path}${UNFINISHED}`, bytes);
    await files.syncFile(`${path}${UNFINISHED}`);
    await files.rename(`${path}${UNFINISHED}`, path);
  };

  return {
    prepare: async (): Promise<void> => {
      await files.makeFolder(documents);
      await files.makeFolder(spool);
      await files.syncFolder(directory);
    },
    readRelease: () => readText(release),
    readKeys: () => readText(keys),
    /** The ETag that came with this release; null if the file is damaged or about another one. */
    readEtag: async (jws: string): Promise<string | null> => {
      const [hash, value = ''] = ((await readText(etag)) ?? '').split('\n');
      return value !== '' && hash === sha256(`${jws}\n${value}`) ? value : null;
    },
    /** Null where the bytes are missing or not those of the hash. */
    readDocument: async (hash: string): Promise<Uint8Array | null> => {
      const bytes = await files.read(join(documents, hash));
      return bytes !== null && sha256(bytes) === hash ? bytes : null;
    },
    /** The release comes after all that it needs. */
    writeRelease: async (
      jws: string,
      received: ReadonlyMap<string, Uint8Array>,
      keysText: string | null,
    ): Promise<void> => {
      if (keysText !== null) await replace(keys, keysText);
      for (const [hash, bytes] of received) await replace(join(documents, hash), bytes);
      if (received.size > 0) await files.syncFolder(documents);
      await replace(release, jws);
      await files.syncFolder(directory);
    },
    writeEtag: async (jws: string, value: string): Promise<void> => {
      await replace(etag, `${sha256(`${jws}\n${value}`)}\n${value}`);
      await files.syncFolder(directory);
    },
    removeDocuments: async (isObsolete: (hash: string) => boolean): Promise<void> => {
      for (const name of await files.list(documents)) if (isObsolete(name)) await files.remove(join(documents, name));
    },

    listBatches: async (): Promise<string[]> =>
      (await files.list(spool)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)),
    readBatch: (id: string) => readText(join(spool, `${id}.json`)),
    writeBatch: async (id: string, text: string): Promise<void> => {
      await replace(join(spool, `${id}.json`), text);
      await files.syncFolder(spool);
    },
    removeBatch: (id: string) => files.remove(join(spool, `${id}.json`)),
  };
}
