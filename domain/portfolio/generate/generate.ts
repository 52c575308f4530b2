import { CLASSES } from '#domain/cob/class-of-business.ts';
import { CHUNK_RISKS } from '#domain/portfolio/chunk/chunk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { createChance } from './chance.ts';
import { createRiskMaker, type GeneratedFrom } from './risk.ts';

/** The demo portfolio: one year of realistic risks, deterministic. */
export const DEMO_PORTFOLIO = { name: 'Risks of 2025', risks: 200_000, seed: 2025 } as const;

/** Of 200,000. The other classes share the rest by the weight of their family. */
const CYBER = { slug: 'cyber-privacy-and-tech', risks: 38_412 } as const;
const FAMILY_WEIGHTS: Readonly<Record<string, number>> = {
  Cargo: 7,
  Commercial: 12,
  'D&O WW': 9,
  Energy: 8,
  FI: 8,
  'Healthcare Liability': 4,
  Hull: 5,
  'Marine Hull And War': 9,
  'PI US': 8,
  'PL Int': 7,
  'Property UK': 5,
  Terrorism: 4,
};
const OTHER_WEIGHT = 2;

/** Three of four risks of classes that the demo has no dials for are of one that it has, and would be few. */
const FEW = 'contingency-non-appearance';
const LENDERS: ReadonlySet<string> = new Set([
  'contingency-event-cancellation',
  'contingency-event-cancellation-and-non-appearance',
  'contingency-terror-only',
  'flood',
  'transportation',
]);

/** Makes any risk of the portfolio by its row. `risks`: the size, with the same mix. */
export function createPortfolioMaker(from: GeneratedFrom, risks: number = DEMO_PORTFOLIO.risks) {
  const classOf = shuffleClasses(risks);
  const chance = createChance(0);
  const makers = CLASSES.map(({ slug }) => createRiskMaker(from, slug));
  return {
    isOfClass: (row: number, classIndex: number): boolean => classOf[row] === classIndex,
    make: (row: number): PortfolioRisk => {
      chance.restart(DEMO_PORTFOLIO.seed + row);
      return (makers[classOf[row] ?? 0] as (typeof makers)[number])(chance, row, risks);
    },
  };
}

/**
 * Yields the portfolio in batches of one class, each at most one chunk. `risks`: the size, with the same mix.
 */
export function* generatePortfolio(
  from: GeneratedFrom,
  risks: number = DEMO_PORTFOLIO.risks,
): Generator<readonly PortfolioRisk[]> {
  const { isOfClass, make } = createPortfolioMaker(from, risks);
  for (const classIndex of CLASSES.keys()) {
    let batch: PortfolioRisk[] = [];
    for (let row = 0; row < risks; row += 1) {
      if (!isOfClass(row, classIndex)) continue;
      batch.push(make(row));
      if (batch.length === CHUNK_RISKS) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }
}

/** The class of each row: exact counts, shuffled. */
function shuffleClasses(risks: number): Uint8Array {
  const remaining = countClasses(risks);
  const chance = createChance(DEMO_PORTFOLIO.seed);
  const few = CLASSES.findIndex(({ slug }) => slug === FEW);
  return Uint8Array.from({ length: risks }, (_, row) => {
    let draw = chance.below(risks - row);
    const classIndex = remaining.findIndex((count) => {
      draw -= count;
      return draw < 0;
    });
    remaining[classIndex] = (remaining[classIndex] as number) - 1;
    return row % 4 > 0 && LENDERS.has(CLASSES[classIndex]?.slug ?? '') ? few : classIndex;
  });
}

function countClasses(risks: number): number[] {
  const sizes = new Map<string, number>();
  for (const { family } of CLASSES) sizes.set(family, (sizes.get(family) ?? 0) + 1);
  const weights = CLASSES.map(({ slug, family }) =>
    slug === CYBER.slug ? 0 : (FAMILY_WEIGHTS[family] ?? OTHER_WEIGHT) / (sizes.get(family) ?? 1),
  );
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const cyber = Math.round((risks * CYBER.risks) / DEMO_PORTFOLIO.risks);
  const counts = weights.map((weight) => Math.floor(((risks - cyber) * weight) / sum));
  const missing = risks - cyber - counts.reduce((all, count) => all + count, 0);
  return counts.map((count, classIndex) => {
    if (CLASSES[classIndex]?.slug === CYBER.slug) return cyber;
    return classIndex === 0 ? count + missing : count;
  });
}
