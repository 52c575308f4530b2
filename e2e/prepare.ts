import { rm } from 'node:fs/promises';
import { emptyFolder, FILLED_FOLDER, startLineslip } from './server.ts';

/** Before the first journey: creates one data folder with the demo content, which every server copies. */
export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await emptyFolder();
  await (await startLineslip({ DATA_DIR: folder })).halt();
  process.env[FILLED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
