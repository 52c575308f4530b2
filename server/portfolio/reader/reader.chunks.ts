import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { type RiskColumns, writeColumns } from '#domain/portfolio/chunk/chunk.ts';
import { type PortfolioSummary, startSummary } from '#domain/portfolio/summary.ts';
import type { Written, WrittenChunk } from '#domain/portfolio/load.ts';

type Options = Pick<PortfolioSummary, 'dimensions' | 'kept'> & Readonly<{ folder?: string }>;

/** Writes compressed chunks. */
export function chunkWriter({ folder = '.', ...of }: Options) {
  const summary = startSummary(of);
  const chunks: Omit<WrittenChunk, 'number'>[] = [];
  return {
    write(columns: RiskColumns): void {
      summary.add(columns);
      const plain = writeColumns(columns);
      const compressed = zstdCompressSync(plain);
      const file = `chunk.${chunks.length + 1}`;
      writeFileSync(join(folder, file), compressed);
      const hash = createHash('sha256').update(plain).digest('hex');
      const { cob, references } = columns;
      chunks.push({ cob, risks: references.length, hash, bytes: compressed.length, file });
    },
    /** The chunks of a class are consecutive, in the order of the classes. */
    finish(): Written {
      const inOrder = chunks.toSorted((a, b) => (a.cob < b.cob ? -1 : a.cob > b.cob ? 1 : 0));
      return { chunks: inOrder.map((chunk, number) => ({ number, ...chunk })), ...summary.result() };
    },
  };
}
