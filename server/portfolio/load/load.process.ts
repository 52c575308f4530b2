import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Request, Told } from '#server/portfolio/reader/reader.protocol.ts';

const MAIN = join(import.meta.dirname, '../reader/reader.main.ts');
/** Of the process itself; DuckDB has a limit of its own beside it. */
const MAX_HEAP_MB = 1024;
/** How long one request may take. */
const MAX_WORK_MS = 30 * 60_000;

export type ReaderProcess = Readonly<{ ask: (request: Request) => void; end: () => Promise<void> }>;

/**
 * Starts the process that reads the file of a load. `onTold` hears what it says; the last it says may be that it failed.
 * It gets nothing of our environment, where passwords are.
 */
export function startReader(folder: string, onTold: (told: Told) => void): ReaderProcess {
  const child: ChildProcess = fork(MAIN, [folder], {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../.build/compile-cache') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  const fail = (sentence: string) => {
    clearTimeout(timer);
    if (over) return;
    over = true;
    child.kill('SIGKILL');
    onTold({ told: 'failed', sentence });
  };
  child.on('message', (told: Told) => {
    if (over) return;
    if (told.told === 'failed') return fail(told.sentence);
    if (told.told !== 'reading' && told.told !== 'checking') clearTimeout(timer);
    onTold(told);
  });
  child.on('error', () => fail('The file could not be read. Nothing was kept.'));
  child.on('exit', () => fail('Reading the file broke off; it may need more memory than there is. Nothing was kept.'));
  return {
    ask: (request) => {
      clearTimeout(timer);
      timer = setTimeout(
        () => fail('Reading the file took longer than 30 minutes, and was given up.'),
        MAX_WORK_MS,
      ).unref();
      if (child.connected) child.send(request, () => undefined);
    },
    end: async () => {
      over = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
