import { workerData } from 'node:worker_threads';
import { serveJobs } from '#server/thread/serve.ts';
import type { EngineAddress } from './clickhouse/address.ts';
import { createMeasurer } from './measurer.ts';

export type ThreadData = Readonly<{ engine: EngineAddress | undefined }>;

/** The measuring thread, so that measuring never blocks requests. */
const { engine } = workerData as ThreadData;
if (engine === undefined) serveJobs(createMeasurer().measure);
else await measureOnEngine(engine);

/** Loads the ClickHouse client only if an engine is configured. */
async function measureOnEngine(address: EngineAddress): Promise<void> {
  const { createClickHouseMeasurer } = await import('./clickhouse/measurer.ts');
  const { EngineRefusal } = await import('./clickhouse/refusal.ts');
  const { measure } = createClickHouseMeasurer(address);
  serveJobs(measure, (error) => (error instanceof EngineRefusal ? error.sentence : undefined));
}
