import { uncapitalise } from '#domain/dimension/words.ts';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import type { Finding } from './verify.ts';

const nameOf = (key: ValueKey): string => uncapitalise(VALUES[key].label);

/** "Never decides: dial 11 covers it", "Overlaps dial 8 with another policy share cap". */
export function describeFinding(finding: Finding): string {
  if (finding.kind === 'overlap') return `Overlaps dial ${finding.position} with another ${nameOf(finding.value)}`;
  return `Never decides: ${describeCover(finding)}`;
}

function describeCover({ coveredBy, witness }: Extract<Finding, { kind: 'never_decides' }>): string {
  if (witness === null) return 'no risk can match it';
  const last = coveredBy.at(-1);
  if (last === undefined) return 'earlier dials cover it';
  if (coveredBy.length === 1) return `dial ${last} covers it`;
  return `dials ${coveredBy.slice(0, -1).join(', ')} and ${last} cover it`;
}

/** "Some risks get no max line"; "get no max line" follows a known number of risks. */
export const describeGaps = (key: ValueKey): string => `Some risks ${describeGap(key, 2)}`;
export const describeGap = (key: ValueKey, risks: number): string =>
  `${risks === 1 ? 'gets' : 'get'} no ${nameOf(key)}`;

const SINGULAR = { never_decides: 'never decides', overlap: 'overlap' } as const;
const PLURAL = { never_decides: 'never decide', overlap: 'overlaps' } as const;

/** "1 never decides, 2 overlaps"; empty where there are none. */
export function countFindings(findings: readonly Finding[]): string {
  return (['never_decides', 'overlap'] as const)
    .map((kind) => ({ kind, count: findings.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${(count === 1 ? SINGULAR : PLURAL)[kind]}`)
    .join(', ');
}
