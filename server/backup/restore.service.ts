import { isDeepStrictEqual } from 'node:util';
import { isTextSigned } from '#server/audit/audit.key.ts';
import { type AuditReport, listProblems, verifyAuditWithin } from '#server/audit/audit.verify.report.ts';
import { analyze } from '#server/db/connect.ts';
import {
  applyMigrations,
  explainRefusal,
  findUnknown,
  lockMigrations,
  type Migration,
  prepareRole,
  readMigrations,
} from '#server/db/migrate.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Trx } from '#server/db/transaction.ts';
import { everLiveVersions } from '#server/review/review.evidence.ts';
import { readAccess } from '#server/user/user.service.ts';
import { StartError } from '#server/start-error.ts';
import { readContent } from './content.store.ts';
import { damagedFile, readBackupFile } from './backup.file.ts';
import {
  BACKUP_FORMAT,
  type BackupTable,
  isSameMeasure,
  type Manifest,
  MANIFEST_NAME,
  manifestSchema,
  manifestText,
  type Meter,
  newMeter,
  tableOfPart,
} from './backup.parts.ts';
import { emptyTables, listTables, resumeRowChecks, setSequence, suspendRowChecks } from './catalogue.store.ts';
import { copyIn, type Session, type TableColumns, writeAtomically } from './session.store.ts';
import { z } from 'zod';

export type RestoreOptions = Readonly<{
  config: OpenDatabase['config'];
  file: string;
  /** The trusted public keys: one of them must have signed the backup, and each checkpoint in it. */
  keys: readonly string[];
  /** Called once for each line that stays on the screen. */
  report: (line: string) => void;
  /** Called repeatedly with the progress. */
  progress: (line: string) => void;
  migrations?: readonly Migration[];
}>;

export type RestoreResult = Readonly<{ manifest: Manifest; audit: AuditReport }>;

/**
 * Restores the file into an empty database, or leaves it empty. Reads the whole file first. Creates the schema with the
 * migrations of the backup, then runs later ones on its rows, as in any update.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { config, file, keys, report, progress } = options;
  requireKeys(keys);
  progress('Checking the backup');
  const manifest = await inspectBackup(file, keys);
  const available = options.migrations ?? (await readMigrations());
  const first = available.slice(0, countMigrations(file, manifest, available));
  try {
    await prepareRole(config);
    const audit = await writeAtomically(config, async (session) => {
      await lockMigrations(session.db);
      await refuseTables(session);
      await applyMigrations(session.db, first, { report: () => undefined });
      await load(session, manifest, options);
      await compare(session, manifest);
      await applyMigrations(session.db, available, { report });
      progress('Checking the audit records');
      return verify(session, keys);
    });
    return { manifest, audit };
  } catch (error) {
    throw explainRefusal(error);
  }
}

/** Without a trusted key, a forged file would look like ours. */
export function requireKeys(keys: readonly string[]): void {
  if (keys.length > 0) return;
  throw new StartError(
    'A backup is signed, and no key is known here that its signature can be checked by. Set AUDIT_KEY, or copy the ' +
      'file audit-key into the data folder, as it is where the backup was taken; or name a public key that you trust: ' +
      'npm run restore -- <file> --key <public key>. Nothing was restored.',
  );
}

async function refuseTables({ db }: Session): Promise<void> {
  const names = (await listTables(db)).map(({ name }) => name);
  if (names.length === 0) return;
  const some = names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '');
  throw new StartError(
    `The database is not empty: it holds ${names.length === 1 ? 'the table' : 'the tables'} ${some}. ` +
      'A backup is restored into an empty database only, and nothing was changed. ' +
      'Set DATA_DIR to a new folder, or DATABASE_URL to a newly created database, and try again.',
  );
}

async function load(session: Session, manifest: Manifest, { file, report, progress }: RestoreOptions): Promise<void> {
  const { db } = session;
  const tables = await listTables(db);
  const resume = await suspendRowChecks(db);
  // Migrations insert initial rows into some tables; the backup replaces them.
  const names = tables.map(({ name }) => name);
  await emptyTables(db, names);
  await loadTables({ session, manifest, file, tables, report, progress });
  for (const sequence of manifest.sequences) await setSequence(db, sequence);
  progress('Checking what belongs together');
  await resumeRowChecks(db, resume);
}

async function compare(session: Session, { liveBuckets, audit }: Manifest): Promise<void> {
  const content = await readContent(session);
  if (isDeepStrictEqual(content, { liveBuckets, audit })) return;
  throw damagedFile('that was loaded', 'Its live buckets or audit records are not those that it names.');
}

/** Verifies the whole audit before the commit. Updates the planner's statistics first. */
async function verify({ db }: Session, keys: readonly string[]): Promise<AuditReport> {
  const trx = db.withTables<Schema>() as Trx;
  await analyze(trx);
  const audit = await verifyAuditWithin(trx, { keys, outside: [], versions: everLiveVersions, people: readAccess });
  if (audit.problems.length === 0) return audit;
  throw new StartError(
    ['The content of the backup does not agree with its audit records. Nothing was restored.']
      .concat(listProblems(audit.problems).map((problem) => `- ${problem}`))
      .join('\n'),
  );
}

type TableLoad = Readonly<{
  session: Session;
  manifest: Manifest;
  file: string;
  /** The tables of the target database. */
  tables: readonly TableColumns[];
  report: (line: string) => void;
  progress: (line: string) => void;
}>;

/** Copies the rows of every table from the file, which is read a second time, part by part. */
async function loadTables({ session, manifest, file, tables, report, progress }: TableLoad): Promise<void> {
  const entries = readBackupFile(file);
  try {
    let next = await entries.next();
    async function* partsOf(table: string): AsyncGenerator<Buffer> {
      for (; !next.done && tableOfPart(next.value.name) === table; next = await entries.next()) yield next.value.body;
    }
    for (const [index, table] of manifest.tables.entries()) {
      progress(`Restoring table ${index + 1} of ${manifest.tables.length}, ${table.name}`);
      const target = tables.find(({ name }) => name === table.name);
      if (target === undefined) report(`The table ${table.name} was left out: it is not one of Lineslip's.`);
      else requireColumns(table, target);
      const meter = newMeter();
      const rows = measured(partsOf(table.name), meter.add);
      if (target !== undefined) await copyIn(session, table, rows);
      else for await (const _left of rows);
      // It was intact when inspected, but may have changed since.
      if (!isSameMeasure(table, meter.result())) throw damagedFile(file, `The table ${table.name} changed meanwhile.`);
    }
  } finally {
    await entries.return(undefined);
  }
}

async function* measured(pieces: AsyncIterable<Buffer>, add: (piece: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    add(piece);
    yield piece;
  }
}

function requireColumns({ name, columns }: BackupTable, target: TableColumns): void {
  const missing = columns.find((column) => !target.columns.includes(column));
  if (missing === undefined) return;
  throw new StartError(
    `The backup has a column ${missing} in the table ${name}, which Lineslip does not make. ` +
      'Restore it with the version of Lineslip that it was taken by. Nothing was restored.',
  );
}

const formatSchema = z.object({ product: z.literal('lineslip'), format: z.number() });

/** Reads the whole file, and returns its manifest once everything matches it. */
async function inspectBackup(file: string, keys: readonly string[]): Promise<Manifest> {
  const meters = new Map<string, Meter>();
  let last: Buffer | undefined;
  for await (const { name, body } of readBackupFile(file)) {
    if (last !== undefined) throw damagedFile(file, 'It goes on after its end.');
    const table = tableOfPart(name);
    if (name === MANIFEST_NAME) last = Buffer.from(body);
    else if (table === undefined) throw damagedFile(file, `It holds ${name}, which no backup does.`);
    else meterOf(meters, table).add(body);
  }
  if (last === undefined) throw damagedFile(file, 'It has no manifest.');
  const manifest = readManifest(file, last.toString('utf8'));
  requireSignature(file, manifest, keys);
  const named = new Set(manifest.tables.map(({ name }) => name));
  const wrong =
    manifest.tables.find((table) => !isSameMeasure(table, meterOf(meters, table.name).result()))?.name ??
    [...meters.keys()].find((name) => !named.has(name));
  if (wrong !== undefined) throw damagedFile(file, `The table ${wrong} is not as it was written.`);
  return manifest;
}

function requireSignature(file: string, manifest: Manifest, keys: readonly string[]): void {
  const { key, signature, ...signed } = manifest;
  if (!isTextSigned({ text: manifestText(signed), key, signature }))
    throw new StartError(
      `The signature of the backup ${file} is not valid: it was changed after it was taken. Nothing was restored. ` +
        'Use another copy of it.',
    );
  if (keys.includes(key)) return;
  throw new StartError(
    `The backup ${file} was signed by a key that is not trusted here, ${key}. Nothing was restored. If you know from ` +
      'elsewhere, for example from a checkpoint in the log, that the key is yours, add ' +
      `--key ${key} to the command.`,
  );
}

function meterOf(meters: Map<string, Meter>, table: string): Meter {
  const meter = meters.get(table) ?? newMeter();
  meters.set(table, meter);
  return meter;
}

function readManifest(file: string, text: string): Manifest {
  try {
    const content: unknown = JSON.parse(text);
    const { format } = formatSchema.parse(content);
    if (format > BACKUP_FORMAT) throw newer(file, `its format is ${format}`);
    if (format < BACKUP_FORMAT) throw unsigned(file);
    return manifestSchema.parse(content);
  } catch (error) {
    throw error instanceof StartError ? error : damagedFile(file, 'Its manifest cannot be read.');
  }
}

/** How many of our migrations the backup has. They must be the first ones, unchanged. */
function countMigrations(file: string, { migrations }: Manifest, available: readonly Migration[]): number {
  const unknown = findUnknown(migrations, available);
  if (unknown === undefined) return migrations.length;
  if (unknown.isNewer) throw newer(file, unknown.name);
  throw new StartError(
    `The backup ${file} was taken by a Lineslip whose migration ${unknown.name} is not the one of this Lineslip. ` +
      'Restore it with the version of Lineslip that it was taken by. Nothing was restored.',
  );
}

const newer = (file: string, what: string): StartError =>
  new StartError(
    `The backup ${file} was taken by a newer Lineslip (${what}), which this one does not know. ` +
      'Restore it with that version, or a later one. Nothing was restored.',
  );

const unsigned = (file: string): StartError =>
  new StartError(
    `The backup ${file} was taken by an older Lineslip, which did not sign backups. Nothing was restored. ` +
      'Restore it with that version, update, and take a new backup.',
  );
