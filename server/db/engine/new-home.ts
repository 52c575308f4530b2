import { readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from './account.ts';

/**
 * Notes what is in a data folder before a command starts an engine on it. The result removes what that start made: the
 * home, wherever it is, and the folder, if it is new and nothing else is in it. Call it after the engine has stopped.
 */
export async function noteNewHome(dataDir: string): Promise<() => Promise<void>> {
  const [note, local] = [join(dataDir, 'postgres.location'), join(dataDir, 'postgres')];
  const [hadFolder, hadNote, hadLocal] = [await exists(dataDir), await exists(note), await exists(local)];
  return async () => {
    if (hadNote || hadLocal) return;
    const elsewhere = await readFile(note, 'utf8').catch(() => '');
    if (elsewhere.trim() !== '') await rm(elsewhere.trim(), { recursive: true, force: true });
    await rm(note, { force: true });
    await rm(local, { recursive: true, force: true });
    // A folder with something else in it stays.
    if (!hadFolder) await rmdir(dataDir).catch(() => undefined);
  };
}
