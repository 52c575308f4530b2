import { join } from 'node:path';
import type { AuditSigner } from '#server/audit/audit.key.ts';
import { readBackupFile, writeBackupFile } from '#server/backup/backup.file.ts';
import {
  type Manifest,
  MANIFEST_NAME,
  manifestSchema,
  manifestText,
  type Meter,
  newMeter,
  tableOfPart,
} from '#server/backup/backup.parts.ts';
import type { TarEntry } from '#server/backup/backup.tar.ts';
import { temporaryFolder } from './data-folder.ts';

export const newBackupFile = async (): Promise<string> => join(await temporaryFolder(), 'lineslip.backup');

type Tampering = Readonly<{
  /** Changes the rows of a table in the format of the file. */
  rows?: (table: string, rows: string) => string;
  manifest?: (manifest: Manifest) => Manifest;
  signer?: AuditSigner;
}>;

/** The same backup with other rows and recomputed checksums; re-signed if a signer is given. */
export async function tamper(
  file: string,
  { rows = (_table, text) => text, manifest, signer }: Tampering,
): Promise<string> {
  const entries: TarEntry[] = [];
  const meters = new Map<string, Meter>();
  for await (const { name, body } of readBackupFile(file)) {
    const table = tableOfPart(name);
    const changed = table === undefined ? Buffer.from(body) : Buffer.from(rows(table, body.toString('utf8')));
    if (table !== undefined) {
      const meter = meters.get(table) ?? newMeter();
      meter.add(changed);
      meters.set(table, meter);
    }
    entries.push({ name, body: changed });
  }
  const named = manifestSchema.parse(JSON.parse(entries.at(-1)?.body.toString('utf8') ?? ''));
  const summed = {
    ...named,
    tables: named.tables.map((table) => ({ ...table, ...meters.get(table.name)?.result() })),
  };
  const { key, signature, ...content } = manifest?.(summed) ?? summed;
  const signed =
    signer === undefined ? { key, signature } : { key: signer.key, signature: signer.signText(manifestText(content)) };
  const body = Buffer.from(JSON.stringify({ ...content, ...signed }));
  const other = await newBackupFile();
  await writeBackupFile(
    other,
    (async function* all() {
      yield* entries.slice(0, -1);
      yield { name: MANIFEST_NAME, body };
    })(),
  );
  return other;
}
