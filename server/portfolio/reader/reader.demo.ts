import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';
import { columnsOf } from '#domain/portfolio/chunk/chunk.ts';
import { generatePortfolio } from '#domain/portfolio/generate/generate.ts';
import type { GeneratedFrom } from '#domain/portfolio/generate/risk.ts';
import { chunkWriter } from './reader.chunks.ts';
import type { Written } from '#domain/portfolio/load.ts';

/** Generates the demo portfolio and writes its chunks. */
export function writeDemo(from: GeneratedFrom): Written {
  const names = new Set<string>();
  const writer = chunkWriter({ dimensions: DIMENSION_KEYS, kept: [] });
  for (const part of generatePortfolio(from)) {
    const columns = columnsOf(part);
    for (const name of columns.kept.keys()) names.add(name);
    writer.write(columns);
  }
  const written = writer.finish();
  return { ...written, summary: { ...written.summary, kept: [...names] } };
}
