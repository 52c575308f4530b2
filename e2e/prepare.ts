import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startWithPortfolio } from './database.ts';
import { emptyFolder, FILLED_FOLDER } from './server.ts';

const BUILT = join(import.meta.dirname, '../web/dist/index.html');

/** Before the first journey: creates one data folder with the demo content and portfolio, which every server copies. */
export default async function prepare(): Promise<() => Promise<void>> {
  if (!existsSync(BUILT)) throw new Error('The screens are not built. Run: node tools/setup.mjs');
  const folder = await emptyFolder();
  const lineslip = await startWithPortfolio({ DATA_DIR: folder });
  await lineslip.halt();
  process.env[FILLED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
