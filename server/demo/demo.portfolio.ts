import { randomUUID } from 'node:crypto';
import { DEMO_PORTFOLIO } from '#domain/portfolio/generate/generate.ts';
import type { GeneratedFrom } from '#domain/portfolio/generate/risk.ts';
import type { Written } from '#domain/portfolio/load.ts';
import type { Limit } from '#domain/capacity/limit.ts';
import type { ChangeKit } from '#server/change/change.ts';
import { loadFolder, makeFolder, removeFolder } from '#server/portfolio/load/load.folder.ts';
import { startReader } from '#server/portfolio/load/load.process.ts';
import { saveGenerated, wasGenerated } from '#server/portfolio/portfolio.save.ts';
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

const BILLION = 1_000_000_000;
type Scope = Partial<Pick<Limit, 'partner' | 'country' | 'cob'>>;

/** In billions of dollars. `used` is what the live buckets of the demo take of its portfolio. */
const LIMITS: readonly (readonly [name: string, scope: Scope, limit: number, used: number])[] = [
  ['US cyber', { cob: 'cyber-privacy-and-tech', country: 'US' }, 340, 210.6],
  ['UK cyber', { cob: 'cyber-privacy-and-tech', country: 'GB' }, 82, 72.8],
  ['Canada cyber', { cob: 'cyber-privacy-and-tech', country: 'CA' }, 96, 39.5],
  ['Germany cyber', { cob: 'cyber-privacy-and-tech', country: 'DE' }, 60, 24.2],
  ['Cyber, all countries', { cob: 'cyber-privacy-and-tech' }, 620, 459.6],
  ['Cargo, all countries', { cob: 'cargo' }, 420, 301.9],
  ['Terrorism, all countries', { cob: 'terrorism' }, 300, 245.1],
  ['Gulf of Mexico wind', { cob: 'energy-gom-wind' }, 5, 4.54],
  ['UK property', { cob: 'property-uk', country: 'GB' }, 40, 30],
  ['9101 Alder, all countries', { partner: 9101 }, 320, 195.6],
  ['9120 Cormorant, all countries', { partner: 9120 }, 280, 190.4],
];

/** As of the end of the month before. */
export function demoLimits(now: Date): Limit[] {
  const as_of = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 10);
  return LIMITS.map(([name, scope, limit, used]) => ({
    name,
    partner: null,
    country: null,
    cob: null,
    ...scope,
    limit: limit * BILLION,
    used: Math.round(used * BILLION),
    as_of,
    source: 'Exposure system, month end',
  }));
}
