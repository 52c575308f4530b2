import { join, resolve } from 'node:path';
import { restoreBackup } from '#server/backup/restore.service.ts';
import { readConfig } from '#server/config.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { StartError } from '#server/start-error.ts';
import { runCommand } from './command.ts';
import { progressLine } from './progress.ts';

/** `npm run restore -- <file>`: a backup into the configured database, which must be empty. All of it, or nothing. */
async function restore(name: string | undefined): Promise<boolean> {
  if (!name) throw new StartError('Say which backup: npm run restore -- lineslip-2026-01-31.backup');
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  const database = await borrowDatabase(config, () => undefined);
  const report = (line: string): void => {
    progressLine.clear();
    console.log(line);
  };
  try {
    const options = { config: database.config, file: resolve(name), report, progress: progressLine.show };
    const { manifest, chain } = await restoreBackup(options);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    report(`Restored ${manifest.tables.length} tables with ${rows} rows, as they were at ${manifest.takenAt}.`);
    report(`${manifest.liveBuckets.length} live buckets, each with the hash that it had.`);
    if (chain.whole) report(`${chain.count} audit records, unbroken. The last hash is ${chain.last}`);
    else report(`The chain of audit records is broken, as it was when the backup was taken. ${chain.what}`);
    return chain.whole;
  } finally {
    progressLine.clear();
    await database.close();
  }
}

await runCommand(async () => {
  process.exitCode = (await restore(process.argv[2])) ? 0 : 1;
});
