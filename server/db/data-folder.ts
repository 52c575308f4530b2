import { constants, existsSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '#server/start-error.ts';

/** Returns the data folder, or as long as it does not exist the nearest folder above it that does. */
export function nearestFolder(dataDir: string): string {
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

/** Refuses a data folder that this account may not write to, with what to do. */
export async function checkDataFolder(dataDir: string): Promise<void> {
  const folder = nearestFolder(dataDir);
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StartError(`This account may not write to ${folder}. Set DATA_DIR to a folder that it owns.`);
  }
}

/** Creates the data folder, and returns the first folder that was missing. Without it keys and portfolios would fail one by one. */
export async function prepareDataFolder(dataDir: string): Promise<string | undefined> {
  await checkDataFolder(dataDir);
  return mkdir(dataDir, { recursive: true }).catch(() => {
    throw new StartError(`${dataDir} cannot be created. Set DATA_DIR to a folder that this account owns.`);
  });
}
