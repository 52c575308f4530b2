import { stat } from 'node:fs/promises';
import { cpuUsage } from 'node:process';
import { FileProblem } from './reader.protocol.ts';

/** Reading a CSV file is aborted after this long without a new row. */
export const MAX_STALLED_MS = 10_000;
const LOOK_EVERY_MS = 250;

const STALLED =
  'This CSV file was given up: after 10 seconds of work no further row could be read. Check what separates its columns, ' +
  'and its quotation marks.';

type Options = Readonly<{
  /** The file the rows are written to. */
  written: string;
  maxStalledMs: number;
}>;

const workedMs = (): number => {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
};

/**
 * Fails once the work has used the processor for too long while its output did not grow. Load by other processes does
 * not count: both clock and processor time must have advanced. DuckDB cannot be interrupted there, so the work
 * continues until the server kills the failed process.
 */
export async function failIfStalled<T>({ written, maxStalledMs }: Options, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    let size = -1;
    let since = { clock: Date.now(), worked: workedMs() };
    const look = async (): Promise<void> => {
      const found = (await stat(written).catch(() => undefined))?.size ?? 0;
      if (found !== size) {
        size = found;
        since = { clock: Date.now(), worked: workedMs() };
      } else if (Date.now() - since.clock > maxStalledMs && workedMs() - since.worked > maxStalledMs)
        reject(new FileProblem(STALLED));
    };
    timer = setInterval(() => void look(), LOOK_EVERY_MS);
  });
  try {
    return await Promise.race([work(), stalled]);
  } finally {
    clearInterval(timer);
  }
}
