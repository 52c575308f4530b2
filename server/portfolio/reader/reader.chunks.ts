import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync } from 'node:zlib';
import { CHUNK_RISKS, encodeChunk } from '#domain/portfolio/chunk/chunk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { type PortfolioSummary, startSummary } from '#domain/portfolio/summary.ts';
import type { Written, WrittenChunk } from './reader.protocol.ts';

/** Risks that wait in memory for their chunk to be full, of all classes together. */
const MAX_WAITING = 150_000;

/** What a class has that is in no chunk yet: in memory, and in files where there are too many. */
type Waiting = { risks: PortfolioRisk[]; spilled: { file: string; risks: number }[] };

type Options = Pick<PortfolioSummary, 'dimensions' | 'kept'> & Readonly<{ folder?: string; mostWaiting?: number }>;

/** Writes risks of any class into compressed chunks of one class each. */
export function chunkWriter({ folder = '.', mostWaiting = MAX_WAITING, ...of }: Options) {
  const summary = startSummary(of);
  const waiting = new Map<string, Waiting>();
  const chunks = new Map<string, Omit<WrittenChunk, 'number'>[]>();
  let inMemory = 0;
  let files = 0;

  /** Those that came first come first. */
  function takeAll(own: Waiting): PortfolioRisk[] {
    const earlier = own.spilled.flatMap(({ file }) => {
      const risks = deserialize(readFileSync(join(folder, file))) as PortfolioRisk[];
      rmSync(join(folder, file));
      return risks;
    });
    const all = [...earlier, ...own.risks];
    inMemory -= own.risks.length;
    own.risks = [];
    own.spilled = [];
    return all;
  }

  function writeChunk(cob: string, own: Waiting): void {
    const risks = takeAll(own);
    const plain = encodeChunk(risks);
    const compressed = zstdCompressSync(plain);
    const file = `chunk.${(files += 1)}`;
    writeFileSync(join(folder, file), compressed);
    const hash = createHash('sha256').update(plain).digest('hex');
    const written = { cob, risks: risks.length, hash, bytes: compressed.length, file };
    chunks.set(cob, [...(chunks.get(cob) ?? []), written]);
  }

  function spillLargest(): void {
    const [own] = [...waiting.values()].toSorted((a, b) => b.risks.length - a.risks.length);
    if (own === undefined) return;
    const file = `spill.${(files += 1)}`;
    writeFileSync(join(folder, file), serialize(own.risks));
    own.spilled.push({ file, risks: own.risks.length });
    inMemory -= own.risks.length;
    own.risks = [];
  }

  return {
    add(risk: PortfolioRisk): void {
      summary.add(risk);
      let own = waiting.get(risk.cob);
      if (own === undefined) waiting.set(risk.cob, (own = { risks: [], spilled: [] }));
      own.risks.push(risk);
      inMemory += 1;
      if (own.spilled.reduce((sum, { risks }) => sum + risks, own.risks.length) >= CHUNK_RISKS)
        writeChunk(risk.cob, own);
      else if (inMemory > mostWaiting) spillLargest();
    },
    /** The first and last date so far. */
    period: summary.period,
    /** A class is a run of chunks, in the order of the classes. */
    finish(): Written {
      for (const [cob, own] of waiting) if (own.risks.length + own.spilled.length > 0) writeChunk(cob, own);
      const inOrder = [...chunks].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, written]) => written);
      return { chunks: inOrder.map((chunk, number) => ({ number, ...chunk })), ...summary.result() };
    },
  };
}
