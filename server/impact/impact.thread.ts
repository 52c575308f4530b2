import { workerData } from 'node:worker_threads';
import { serveJobs } from '#server/thread/serve.ts';
import type { EngineAddress } from './clickhouse/address.ts';
import { createMeasurer } from './measurer.ts';

export type ThreadData = Readonly<{
  engine: EngineAddress | undefined;
  /** One number, shared with the server: the size of the cache. */
  cacheBytes: Float64Array;
}>;

/** The measuring thread, so that measuring never blocks requests. */
const { engine, cacheBytes } = workerData as ThreadData;
const onSize = (bytes: number) => void cacheBytes.fill(bytes);
onSize(0);
if (engine === undefined) serveJobs(createMeasurer({ onSize }).measure);
else await measureOnEngine(engine);

/** Loads the ClickHouse client only if an engine is configured. */
async function measureOnEngine(address: EngineAddress): Promise<void> {
  const { createClickHouseMeasurer } = await import('./clickhouse/measurer.ts');
  const { EngineRefusal } = await import('./clickhouse/refusal.ts');
  const { measure } = createClickHouseMeasurer(address);
  serveJobs(measure, (error) => (error instanceof EngineRefusal ? error.sentence : undefined));
}
