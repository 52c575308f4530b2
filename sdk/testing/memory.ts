import { dirname } from 'node:path';
import type { Files } from '#sdk/store.ts';

/** A disk in memory that can fail. */
export type MemoryDisk = Readonly<{
  files: Files;
  content: Map<string, Uint8Array>;
  /** Fails from the given call on, as a machine without power does. Returns how many calls there were before. */
  failAfter: (calls: number) => void;
  /** Every write fails, reading works. */
  fill: (isFull: boolean) => void;
  calls: () => number;
}>;

export function createMemoryDisk(content = new Map<string, Uint8Array>()): MemoryDisk {
  let calls = 0;
  let last = Infinity;
  let isFull = false;
  const act = async <T>(work: () => T): Promise<T> => {
    calls += 1;
    if (calls > last) throw new Error('EIO: the machine is off');
    return work();
  };
  const files: Files = {
    read: (path) => act(() => content.get(path) ?? null),
    list: (folder) =>
      act(() =>
        [...content.keys()].filter((path) => dirname(path) === folder).map((path) => path.slice(folder.length + 1)),
      ),
    makeFolder: () => act(() => undefined),
    write: (path, bytes) =>
      act(() => {
        if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        content.set(path, typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
      }),
    rename: (from, to) =>
      act(() => {
        const bytes = content.get(from);
        if (bytes === undefined) throw new Error(`ENOENT: ${from}`);
        content.set(to, bytes);
        content.delete(from);
      }),
    syncFolder: () => act(() => undefined),
    remove: (path) =>
      act(() => {
        content.delete(path);
      }),
  };
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
  };
}
