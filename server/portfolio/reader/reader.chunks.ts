import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { zstdCompressSync } from 'node:zlib';
import { CHUNK_RISKS, encodeChunk } from '#domain/portfolio/chunk/chunk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { type PortfolioSummary, startSummary } from '#domain/portfolio/summary.ts';
import { chunkName, type Written, type WrittenChunk } from './reader.protocol.ts';

/** Writes risks, which come class by class, into compressed chunks. No more than one chunk is in memory. */
export function chunkWriter(of: Pick<PortfolioSummary, 'dimensions' | 'kept'>) {
  const summary = startSummary(of);
  const chunks: WrittenChunk[] = [];
  let waiting: PortfolioRisk[] = [];

  async function flush(): Promise<void> {
    const [first] = waiting;
    if (first === undefined) return;
    const plain = encodeChunk(waiting);
    const compressed = zstdCompressSync(plain);
    const number = chunks.length;
    await writeFile(chunkName(number), compressed);
    const hash = createHash('sha256').update(plain).digest('hex');
    chunks.push({ number, cob: first.cob, risks: waiting.length, hash, bytes: compressed.length });
    waiting = [];
  }

  return {
    async add(risk: PortfolioRisk): Promise<void> {
      if (waiting.length === CHUNK_RISKS || (waiting[0] !== undefined && waiting[0].cob !== risk.cob)) await flush();
      waiting.push(risk);
      summary.add(risk);
    },
    /** The first and last date so far. */
    period: () => summary.result().period,
    async finish(): Promise<Written> {
      await flush();
      return { chunks, ...summary.result() };
    },
  };
}
