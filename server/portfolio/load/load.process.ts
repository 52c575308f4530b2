import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ReaderMessage } from '#domain/portfolio/load.ts';
import type { Request } from '#server/portfolio/reader/reader.protocol.ts';

const MAIN = join(import.meta.dirname, '../reader/reader.main.ts');
/** Of the process itself; DuckDB has its own limit. */
const MAX_HEAP_MB = 1024;
/** Limit for one request. */
const MAX_WORK_MS = 30 * 60_000;

export type ReaderProcess = Readonly<{ ask: (request: Request) => void; end: () => Promise<void> }>;

/**
 * Starts the process that reads the file of a load and passes its messages to `onMessage`; the last one may be a
 * failure. It does not inherit our environment, which contains passwords.
 */
export function startReader(folder: string, onMessage: (message: ReaderMessage) => void): ReaderProcess {
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
    onMessage({ type: 'failed', sentence });
  };
  child.on('message', (message: ReaderMessage) => {
    if (over) return;
    if (message.type === 'failed') return fail(message.sentence);
    if (message.type !== 'reading' && message.type !== 'checking') clearTimeout(timer);
    onMessage(message);
  });
  child.on('error', () => fail('The file could not be read. Nothing was saved.'));
  child.on('exit', () =>
    fail('Reading the file failed; it may need more memory than is available. Nothing was saved.'),
  );
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
