import { dirname } from 'node:path';
import type { Files } from '#sdk/store.ts';

/** A disk in memory that can fail, and that forgets what was not synced when its power does. */
export type MemoryDisk = Readonly<{
  files: Files;
  /** What a reader sees. */
  content: Map<string, Uint8Array>;
  /** Fails from the given call on. Returns how many calls there were before. */
  failAfter: (calls: number) => void;
  /** Every write fails, reading works. */
  fill: (isFull: boolean) => void;
  calls: () => number;
  /**
   * Every content that the disk may have after a loss of power: each folder may have written its names though nobody
   * asked for it, or only those that were synced, and a file has the bytes that were synced.
   */
  losePower: () => readonly Map<string, Uint8Array>[];
}>;

/** The bytes of a file that survive. Its name moves; the file does not. */
type Inode = { synced: Uint8Array };

export function createMemoryDisk(content = new Map<string, Uint8Array>()): MemoryDisk {
  let calls = 0;
  let last = Infinity;
  let isFull = false;
  const inodes = new Map<string, Inode>([...content].map(([path, bytes]) => [path, { synced: bytes }]));
  const syncedNames = new Map(inodes);
  /** Folders that were made here and whose own name is not synced yet. */
  const newFolders = new Set<string>();
  const isIn = (folder: string) => (path: string) => dirname(path) === folder;

  const act = async <T>(work: () => T): Promise<T> => {
    calls += 1;
    if (calls > last) throw new Error('EIO: the machine is off');
    return work();
  };
  const files: Files = {
    read: (path) => act(() => content.get(path) ?? null),
    list: (folder) => act(() => [...content.keys()].filter(isIn(folder)).map((path) => path.slice(folder.length + 1))),
    makeFolder: (folder) => act(() => void newFolders.add(folder)),
    write: (path, bytes) =>
      act(() => {
        if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        content.set(path, typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
        inodes.set(path, { synced: new Uint8Array() });
      }),
    syncFile: (path) =>
      act(() => {
        const inode = inodes.get(path);
        if (inode !== undefined) inode.synced = content.get(path) ?? inode.synced;
      }),
    rename: (from, to) =>
      act(() => {
        const [bytes, inode] = [content.get(from), inodes.get(from)];
        if (bytes === undefined || inode === undefined) throw new Error(`ENOENT: ${from}`);
        content.set(to, bytes);
        content.delete(from);
        inodes.set(to, inode);
        inodes.delete(from);
      }),
    syncFolder: (folder) =>
      act(() => {
        for (const path of [...syncedNames.keys()].filter(isIn(folder))) syncedNames.delete(path);
        for (const [path, inode] of inodes) if (isIn(folder)(path)) syncedNames.set(path, inode);
        for (const made of newFolders) if (isIn(folder)(made)) newFolders.delete(made);
      }),
    remove: (path) =>
      act(() => {
        content.delete(path);
        inodes.delete(path);
      }),
  };

  function losePower(): Map<string, Uint8Array>[] {
    const folders = [...new Set([...inodes.keys(), ...syncedNames.keys()].map((path) => dirname(path)))];
    const isThere = (path: string): boolean =>
      path === dirname(path) || (!newFolders.has(path) && isThere(dirname(path)));
    return Array.from({ length: 2 ** folders.length }, (_none, bits) => {
      const written = new Set(folders.filter((_folder, index) => (bits & (1 << index)) !== 0));
      const entries = folders.flatMap((folder) =>
        [...(written.has(folder) ? inodes : syncedNames)].filter(([path]) => isIn(folder)(path) && isThere(folder)),
      );
      return new Map(entries.map(([path, { synced }]) => [path, synced]));
    });
  }

  return {
    files,
    content,
    failAfter: (more) => {
      last = calls + more;
    },
    fill: (full) => {
      isFull = full;
    },
    calls: () => calls,
    losePower,
  };
}
