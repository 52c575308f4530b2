import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findAuditSigner } from '#server/audit/audit.key.ts';
import { requireKeys, restoreBackup } from '#server/backup/restore.service.ts';
import { readConfig } from '#server/config.ts';
import { noteNewHome } from '#server/db/engine/new-home.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { StartError } from '#server/start-error.ts';
import { runCommand } from './command.ts';
import { progressLine } from './progress.ts';

const USAGE = 'npm run restore -- lineslip-2026-01-31.backup [--key <public key>]';

type Arguments = Readonly<{ file: string; keys: readonly string[] }>;

/** `npm run restore -- <file>`: restores a backup into the configured, empty database, all or nothing. */
async function restore({ file, keys: trusted }: Arguments): Promise<void> {
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  const own = await findAuditSigner(config);
  const keys = own === undefined ? trusted : [...trusted, own.key];
  requireKeys(keys);
  const removeNewHome = config.databaseUrl === undefined ? await noteNewHome(config.dataDir) : undefined;
  const database = await borrowDatabase(config, () => undefined);
  let isRestored = false;
  const report = (line: string): void => {
    progressLine.clear();
    console.log(line);
  };
  try {
    const options = { config: database.config, file, keys, report, progress: progressLine.show };
    const { manifest, audit } = await restoreBackup(options);
    isRestored = true;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    report(`Restored ${manifest.tables.length} tables with ${rows} rows, as they were at ${manifest.takenAt}.`);
    report(`The backup was signed with the audit key ${manifest.key}.`);
    report(`${manifest.liveBuckets.length} live buckets, each with the hash that it had.`);
    report(`${audit.count} audit records, unbroken. The last hash is ${audit.last}`);
    report(`${audit.people} people in the directory, each with the permissions that were recorded.`);
    for (const note of audit.notes) report(`Note: ${note}`);
  } finally {
    progressLine.clear();
    await database.close();
    if (!isRestored) await removeNewHome?.();
  }
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string', multiple: true, default: [] } },
    });
    const [file] = positionals;
    if (file !== undefined && positionals.length === 1) return { file: resolve(file), keys: values.key };
  } catch {
    // Unknown options get the same message.
  }
  throw new StartError(`Say which backup: ${USAGE}`);
}

await runCommand(() => restore(readArguments()));
