import { workerData } from 'node:worker_threads';
import { serveJobs } from '#server/thread/serve.ts';
import type { EngineAddress } from './clickhouse/address.ts';
import { createMeasurer } from './measurer.ts';

export type ThreadData = Readonly<{ engine: EngineAddress | undefined }>;

/** The thread that measures: the one that answers calls never waits for it. */
const { engine } = workerData as ThreadData;
if (engine === undefined) serveJobs(createMeasurer().measure);
else await measureThere(engine);

/** On an engine elsewhere; whoever has none never loads what talks to it. */
async function measureThere(address: EngineAddress): Promise<void> {
  const { createClickHouseMeasurer } = await import('./clickhouse/measurer.ts');
  const { EngineRefusal } = await import('./clickhouse/refusal.ts');
  const { measure } = createClickHouseMeasurer(address);
  serveJobs(measure, (error) => (error instanceof EngineRefusal ? error.sentence : undefined));
}
