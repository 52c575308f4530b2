import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';

export type Migration = Readonly<{ name: string; checksum: string; up: (db: Kysely<unknown>) => Promise<void> }>;

/** All migrations in the order in which they apply. A file is `0002-some-words.ts` and exports `up`. */
export async function readMigrations(): Promise<readonly Migration[]> {
  const folder = join(import.meta.dirname, 'migrations');
  const files = (await readdir(folder)).filter((file) => /^\d{4}-[a-z0-9-]+\.ts$/.test(file)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const name = file.slice(0, -'.ts'.length);
      const { up } = (await import(`./migrations/${name}.ts`)) as Pick<Migration, 'up'>;
      return { name, checksum: checksumOf(await readFile(join(folder, file), 'utf8')), up };
    }),
  );
}

/** Blind to white space, so that line endings and a formatter change nothing. */
export function checksumOf(source: string): string {
  return createHash('sha256').update(source.replaceAll(/\s+/g, '')).digest('hex');
}
