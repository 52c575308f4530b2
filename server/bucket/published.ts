import type { Db } from '#server/db/connect.ts';

type Read<T> = (db: Db, versions: readonly string[]) => Promise<ReadonlyMap<string, T>>;

/**
 * Reads something of versions that are or were live, once: neither they nor the versions of dials in them ever change. They are
 * named by whatever identifies them. Of more than `max` the oldest are forgotten. What a read does not name is `none`, and is
 * read again: a number that no version has yet will be that of the next one.
 */
export function rememberPublished<T>(max: number, none: T, read: Read<T>) {
  const known = new Map<string, T>();
  return async (db: Db, versions: readonly string[]): Promise<(version: string) => T> => {
    // Taken now: another call may make it forget them while this one reads.
    const found = new Map(versions.map((id) => [id, known.get(id)]));
    const unknown = versions.filter((id) => found.get(id) === undefined);
    const added = unknown.length === 0 ? new Map<string, T>() : await read(db, unknown);
    for (const [id, value] of added) known.set(id, value);
    for (const id of [...known.keys()].slice(0, Math.max(0, known.size - max))) known.delete(id);
    return (id) => found.get(id) ?? added.get(id) ?? none;
  };
}
