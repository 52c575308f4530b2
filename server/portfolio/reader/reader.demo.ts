import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';
import { columnsOf } from '#domain/portfolio/chunk/chunk.ts';
import { DEMO_PORTFOLIO, generatePortfolio } from '#domain/portfolio/generate/generate.ts';
import type { GeneratedFrom } from '#domain/portfolio/generate/risk.ts';
import { chunkWriter } from './reader.chunks.ts';
import type { Written } from '#domain/portfolio/load.ts';

/** Generates the demo portfolio and writes its chunks. `onWritten`: the part that is written, from 0 to 1. */
export function writeDemo(from: GeneratedFrom, onWritten: (part: number) => void): Written {
  let risks = 0;
  const names = new Set<string>();
  const writer = chunkWriter({ dimensions: DIMENSION_KEYS, kept: [] });
  for (const part of generatePortfolio(from)) {
    const columns = columnsOf(part);
    for (const name of columns.kept.keys()) names.add(name);
    writer.write(columns);
    risks += part.length;
    onWritten(risks / DEMO_PORTFOLIO.risks);
  }
  const written = writer.finish();
  return { ...written, summary: { ...written.summary, kept: [...names] } };
}
