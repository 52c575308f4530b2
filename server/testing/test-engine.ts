import { onTestFinished } from 'vitest';
import { type Engine, type EngineOptions, startEngine } from '#server/db/engine/engine.ts';
import { testBinaries } from './test-binaries.ts';

/** An engine of its own for one test, on the binaries that this run is for. Stopped after the test, if still running. */
export async function startTestEngine(
  dataDir: string,
  options: Partial<EngineOptions> = {},
): Promise<Engine & { reported: string[] }> {
  const reported: string[] = [];
  const report = (line: string): number => reported.push(line);
  const engine = await startEngine({ dataDir, ...(await testBinaries()), report, ...options });
  onTestFinished(() => engine.stop());
  return { ...engine, reported };
}
