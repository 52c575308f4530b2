import { randomUUID } from 'node:crypto';
import { DEMO_PORTFOLIO } from '#domain/portfolio/generate/generate.ts';
import type { GeneratedFrom } from '#domain/portfolio/generate/risk.ts';
import type { ChangeKit } from '#server/change/change.ts';
import { loadFolder, makeFolder, removeFolder } from '#server/portfolio/load/load.folder.ts';
import { startReader } from '#server/portfolio/load/load.process.ts';
import { saveGenerated, wasGenerated } from '#server/portfolio/portfolio.save.ts';
import type { Written } from '#domain/portfolio/load.ts';
import { DEMO_REFERENCE } from './demo-reference.ts';

/** From the demo's own lists, so that the result is reproducible. */
export const DEMO_RISKS_FROM: GeneratedFrom = {
  ...DEMO_REFERENCE.lists,
  partners: DEMO_REFERENCE.partners.map(({ number }) => ({ code: String(number) })),
};

type Options = Readonly<{ signal: AbortSignal; onProgress: (percent: number) => void }>;

/** Of its generation, the part that is not saving it. */
const WRITING_PERCENT = 90;

/** Generates the demo portfolio, once per database: if it was deleted, it stays deleted. */
export async function makeDemoPortfolio(kit: ChangeKit, dataDir: string, options: Options): Promise<void> {
  if (await wasGenerated(kit.db)) return;
  const folder = loadFolder(dataDir, randomUUID());
  try {
    await makeFolder(folder);
    const written = await generate(folder, options);
    await saveGenerated(kit, { name: DEMO_PORTFOLIO.name, folder, written });
  } finally {
    await removeFolder(folder);
  }
}

async function generate(folder: string, { signal, onProgress }: Options): Promise<Written> {
  const { promise, resolve, reject } = Promise.withResolvers<Written>();
  const reader = startReader(folder, (message) => {
    if (message.type === 'reading') onProgress(Math.floor(message.part * WRITING_PERCENT));
    if (message.type === 'generated') resolve(message.written);
    if (message.type === 'failed') reject(new Error(message.sentence));
  });
  signal.addEventListener('abort', () => reject(signal.reason));
  reader.ask({ do: 'generate', from: DEMO_RISKS_FROM });
  return promise.finally(() => reader.end());
}
