import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/** Linux keeps the files of this folder in memory. */
const IN_MEMORY = '/dev/shm';
/** Several times what a run needs. */
const NEEDED_BYTES = 2e9;

/** Where databases of tests are: in memory if there is enough, because most of their time was writing files. */
export const databasesFolder: string = hasRoom() ? IN_MEMORY : tmpdir();

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > NEEDED_BYTES;
  } catch {
    return false;
  }
}
