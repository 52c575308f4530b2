import type { AuditSigner } from '#server/audit/audit.key.ts';
import { codeOf } from '#server/db/error-code.ts';
import { listApplied } from '#server/db/migrate.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { StartError } from '#server/start-error.ts';
import { readContent } from './content.store.ts';
import { writeBackupFile } from './backup.file.ts';
import {
  BACKUP_FORMAT,
  type BackupTable,
  joinPieces,
  type Manifest,
  MANIFEST_NAME,
  manifestText,
  newMeter,
  partName,
  type UnsignedManifest,
} from './backup.parts.ts';
import type { TarEntry } from './backup.tar.ts';
import { listTables, postgresVersion, readSequences } from './catalogue.store.ts';
import { copyOut, readSnapshot, type Session } from './session.store.ts';

export type BackupOptions = Readonly<{
  config: OpenDatabase['config'];
  file: string;
  /** The audit key of the servers, by which a restore recognises the file. */
  signer: AuditSigner;
  now: Date;
  /** Called repeatedly with the progress. */
  progress: (line: string) => void;
}>;

/**
 * Writes a consistent snapshot of the whole database into a file, while servers keep working. Finds the tables in the
 * database's catalogue, so that new ones need no change here.
 */
export async function takeBackup({ config, file, signer, now, progress }: BackupOptions): Promise<Manifest> {
  try {
    return await readSnapshot(config, async (session) => {
      const start = await describe(session, now);
      const tables: BackupTable[] = [];
      const manifest = { ...start, tables };
      await writeBackupFile(file, entriesOf(session, manifest, { signer, progress }));
      return signManifest(manifest, signer);
    });
  } catch (error) {
    throw explain(error);
  }
}

async function describe(session: Session, now: Date): Promise<Omit<UnsignedManifest, 'tables'>> {
  const { db } = session;
  return {
    product: 'lineslip',
    format: BACKUP_FORMAT,
    takenAt: now.toISOString(),
    postgres: await postgresVersion(db),
    migrations: await listApplied(db),
    sequences: await readSequences(db),
    ...(await readContent(session)),
  };
}

/** Every table in parts, then the manifest. Fills in the manifest's tables along the way. */
async function* entriesOf(
  session: Session,
  manifest: UnsignedManifest,
  { signer, progress }: Pick<BackupOptions, 'signer' | 'progress'>,
): AsyncGenerator<TarEntry> {
  const found = await listTables(session.db);
  for (const [index, table] of found.entries()) {
    progress(`Backing up table ${index + 1} of ${found.length}, ${table.name}`);
    const meter = newMeter();
    let part = 0;
    for await (const body of joinPieces(copyOut(session, table))) {
      meter.add(body);
      part += 1;
      yield { name: partName(table.name, part), body };
    }
    manifest.tables.push({ name: table.name, columns: [...table.columns], ...meter.result() });
  }
  yield { name: MANIFEST_NAME, body: Buffer.from(JSON.stringify(signManifest(manifest, signer), null, 1)) };
}

const signManifest = (manifest: UnsignedManifest, { key, signText }: AuditSigner): Manifest => ({
  ...manifest,
  key,
  signature: signText(manifestText(manifest)),
});

function explain(error: unknown): unknown {
  const code = codeOf(error);
  if (code === '42P01') return new StartError('The database is still empty: there is nothing to back up.');
  if (!/^(57P|08)|^E[A-Z]+$|terminated/.test(code)) return error;
  return new StartError(
    `The database stopped answering before the backup was whole (${code}). No file was written. ` +
      'Check that it is running, and try again.',
  );
}
