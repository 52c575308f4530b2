import { StartError } from '#server/start-error.ts';
import { damaged, readBackupFile } from './backup.file.ts';
import type { BackupTable, Manifest } from './backup.manifest.ts';
import { isSameMeasure, newMeter, tableOfPart } from './backup.parts.ts';
import { copyIn, type Session, type TableColumns } from './session.store.ts';

type Loading = Readonly<{
  session: Session;
  manifest: Manifest;
  file: string;
  /** The tables of the database that is loaded. */
  tables: readonly TableColumns[];
  report: (line: string) => void;
  progress: (line: string) => void;
}>;

/** Copies the rows of every table from the file, which is read once more for it, part by part. */
export async function loadTables({ session, manifest, file, tables, report, progress }: Loading): Promise<void> {
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
      // It was whole when it was inspected, and may have been changed since.
      if (!isSameMeasure(table, meter.result())) throw damaged(file, `The table ${table.name} changed meanwhile.`);
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
