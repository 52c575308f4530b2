import { z } from 'zod';
import { findUnknown, type Migration } from '#server/db/migrate.ts';
import { StartError } from '#server/start-error.ts';
import { damaged, readBackupFile } from './backup.file.ts';
import {
  BACKUP_FORMAT,
  isSameMeasure,
  type Manifest,
  MANIFEST_NAME,
  manifestSchema,
  type Meter,
  newMeter,
  tableOfPart,
} from './backup.parts.ts';

const formatSchema = z.object({ product: z.literal('lineslip'), format: z.number() });

/** Reads the file from beginning to end, and gives what it says of itself once all of it has proved to be so. */
export async function inspectBackup(file: string): Promise<Manifest> {
  const meters = new Map<string, Meter>();
  let last: Buffer | undefined;
  for await (const { name, body } of readBackupFile(file)) {
    if (last !== undefined) throw damaged(file, 'It goes on after its end.');
    const table = tableOfPart(name);
    if (name === MANIFEST_NAME) last = Buffer.from(body);
    else if (table === undefined) throw damaged(file, `It holds ${name}, which no backup does.`);
    else meterOf(meters, table).add(body);
  }
  if (last === undefined) throw damaged(file, 'It does not say what is in it.');
  const manifest = readManifest(file, last.toString('utf8'));
  const named = new Set(manifest.tables.map(({ name }) => name));
  const wrong =
    manifest.tables.find((table) => !isSameMeasure(table, meterOf(meters, table.name).result()))?.name ??
    [...meters.keys()].find((name) => !named.has(name));
  if (wrong !== undefined) throw damaged(file, `The table ${wrong} is not as it was written.`);
  return manifest;
}

function meterOf(meters: Map<string, Meter>, table: string): Meter {
  const meter = meters.get(table) ?? newMeter();
  meters.set(table, meter);
  return meter;
}

function readManifest(file: string, text: string): Manifest {
  try {
    const said: unknown = JSON.parse(text);
    const { format } = formatSchema.parse(said);
    if (format > BACKUP_FORMAT) throw newer(file, `its format is ${format}`);
    return manifestSchema.parse(said);
  } catch (error) {
    throw error instanceof StartError ? error : damaged(file, 'What it says of itself cannot be read.');
  }
}

/** How many of the migrations that this code knows the backup has. They must be its first ones, unchanged. */
export function countMigrations(file: string, { migrations }: Manifest, known: readonly Migration[]): number {
  const unknown = findUnknown(migrations, known);
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
