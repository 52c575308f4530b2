import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const SYSTEM = '/usr/lib/postgresql';

/** The embedded engine, or with `TEST_ENGINE=system` the newest one that Debian installed. */
export async function testBinaries(): Promise<{ binaries?: string }> {
  if (process.env['TEST_ENGINE'] !== 'system') return {};
  const newest = await newestSystemEngine();
  if (newest === undefined)
    throw new Error(`TEST_ENGINE=system needs a PostgreSQL under ${SYSTEM}, and none is there.`);
  return { binaries: newest };
}

export async function newestSystemEngine(): Promise<string | undefined> {
  const versions = (await readdir(SYSTEM).catch((): string[] => [])).map(Number).filter(Number.isInteger);
  return versions.length === 0 ? undefined : join(SYSTEM, String(Math.max(...versions)));
}
