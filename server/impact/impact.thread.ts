import { parentPort, workerData } from 'node:worker_threads';
import type { EngineAddress } from './clickhouse/address.ts';
import type { CleanJob, Job } from './job.ts';
import { createMeasurer } from './measurer.ts';

export type ThreadData = Readonly<{ engine: EngineAddress | undefined }>;
export type ThreadReply = Readonly<{
  id: number;
  answer?: unknown;
  /** For the log, where it went wrong. */
  trouble?: string | undefined;
  /** For whoever asked, where there is more to say than that it could not be measured. */
  sentence?: string;
}>;

/** The thread that measures: the one that answers calls never waits for it. */
const { engine } = workerData as ThreadData;
const reply = (message: ThreadReply) => parentPort?.postMessage(message);

if (engine === undefined) measureHere();
else await measureThere(engine);

/** In the memory of this thread, one job after the other. */
function measureHere(): void {
  const { measure } = createMeasurer();
  parentPort?.on('message', ({ id, job }: { id: number; job: Job }) => {
    try {
      reply({ id, answer: measure(job) });
    } catch (error) {
      reply({ id, trouble: error instanceof Error ? error.stack : String(error) });
    }
  });
}

/** On an engine elsewhere; whoever has none never loads what talks to it. */
async function measureThere(address: EngineAddress): Promise<void> {
  const { createClickHouseMeasurer } = await import('./clickhouse/measurer.ts');
  const { EngineRefusal } = await import('./clickhouse/refusal.ts');
  const { measure } = createClickHouseMeasurer(address);
  parentPort?.on('message', ({ id, job }: { id: number; job: Job | CleanJob }) => {
    measure(job).then(
      (answer) => reply({ id, answer }),
      (error: unknown) => {
        if (error instanceof EngineRefusal) reply({ id, trouble: error.message, sentence: error.sentence });
        else reply({ id, trouble: error instanceof Error ? error.stack : String(error) });
      },
    );
  });
}
