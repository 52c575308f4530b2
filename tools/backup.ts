import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { takeBackup } from '#server/backup/backup.service.ts';
import { findAuditSigner } from '#server/audit/audit.key.ts';
import { readConfig } from '#server/config.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { StartError } from '#server/start-error.ts';
import { runCommand } from './command.ts';
import { progressLine } from './progress.ts';

/** `npm run backup -- <file>`: a consistent snapshot of the configured database, while servers run. */
async function backup(name: string | undefined): Promise<string[]> {
  if (!name) throw new StartError('Say where to write it: npm run backup -- lineslip-2026-01-31.backup');
  const file = resolve(name);
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  const signer = await findAuditSigner(config);
  if (signer === undefined)
    throw new StartError(
      'A backup is signed with the key that signs checkpoints of the audit, which is not here. Set AUDIT_KEY or ' +
        'DATA_DIR as they are set for the server. No backup was taken.',
    );
  const database = await borrowDatabase(config, () => undefined);
  try {
    const options = { config: database.config, file, signer, now: new Date(), progress: progressLine.show };
    const { tables, liveBuckets, audit } = await takeBackup(options);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const { size } = await stat(file);
    return [
      `Backed up ${tables.length} tables with ${rows} rows: ${liveBuckets.length} live buckets, ` +
        `${audit.records} audit records up to ${audit.head}.`,
      `Signed with the audit key ${signer.key}.`,
      `${file} has ${size} bytes. It holds signing keys and the hashes of passwords: keep it where only you can read it.`,
    ];
  } finally {
    progressLine.clear();
    await database.close();
  }
}

await runCommand(async () => {
  console.log((await backup(process.argv[2])).join('\n'));
});
