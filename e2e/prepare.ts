import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { query } from './database.ts';
import { emptyFolder, FILLED_FOLDER, startLineslip } from './server.ts';

const BUILT = join(import.meta.dirname, '../web/dist/index.html');

/** Before the first journey: creates one data folder with the demo content and portfolio, which every server copies. */
export default async function prepare(): Promise<() => Promise<void>> {
  if (!existsSync(BUILT)) throw new Error('The screens are not built. Run: node tools/setup.mjs');
  const folder = await emptyFolder();
  const lineslip = await startLineslip({ DATA_DIR: folder });
  await expect.poll(() => query(lineslip, 'select 1 from portfolio'), { timeout: 60_000 }).toHaveLength(1);
  await lineslip.halt();
  process.env[FILLED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
