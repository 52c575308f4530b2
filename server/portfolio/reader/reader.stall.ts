import { stat } from 'node:fs/promises';
import { cpuUsage } from 'node:process';
import { FileProblem } from './reader.protocol.ts';

/** Work on a CSV file that brings no further row for so long is given up. */
export const MAX_STALLED_MS = 10_000;
const LOOK_EVERY_MS = 250;

const STALLED =
  'This CSV file was given up: after 10 seconds of work no further row could be read. Check what separates its columns, ' +
  'and its quotation marks.';

type Options = Readonly<{
  /** The file that the rows are written to. */
  written: string;
  maxStalledMs: number;
}>;

const workedMs = (): number => {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
};

/**
 * Fails once the work has used the processor for so long while the file it writes did not grow. A machine that is busy
 * with something else does not count: both the clock and the processor must have moved on. DuckDB does not let itself be
 * interrupted there: the work goes on until its process is killed, which is what the server does with one that failed.
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
