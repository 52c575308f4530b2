import { uncapitalise } from '#domain/dimension/words.ts';
import { VALUE_KEYS, type ValueKey, VALUES } from '#domain/value/registry.ts';
import type { Gap } from './gaps.ts';
import type { Finding, Findings } from './verify.ts';

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

/** The values with a gap, new ones first; the gap of a value is new if one of its risks gets the value live. */
export function groupGaps(gaps: readonly Gap[]): readonly Readonly<{ value: ValueKey; isNew: boolean }>[] {
  const values = VALUE_KEYS.toSorted((a, b) => VALUES[a].impactOrder - VALUES[b].impactOrder);
  return values
    .flatMap((value) => {
      const own = gaps.filter((gap) => gap.value === value);
      return own.length === 0 ? [] : [{ value, isNew: own.some(({ isNew }) => isNew) }];
    })
    .toSorted((a, b) => Number(b.isNew) - Number(a.isNew));
}

/** "5 overlaps, 0 new gaps, 5 gaps as live"; only what is new of the dials. */
export function describeFindings({ dials, gaps }: Pick<Findings, 'dials' | 'gaps'>): string {
  const grouped = groupGaps(gaps);
  const added = grouped.filter(({ isNew }) => isNew).length;
  const same = grouped.length - added;
  const parts = [
    countFindings(dials.filter(({ isNew }) => isNew)),
    grouped.length === 0 ? '' : countGaps(added, 'new '),
    same === 0 ? '' : `${countGaps(same)} as live`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** "5 overlaps, 5 gaps", "Nothing new", "None". */
export function summariseFindings({ dials, gaps }: Pick<Findings, 'dials' | 'gaps'>): string {
  const count = groupGaps(gaps).length;
  const parts = [countFindings(dials.filter(({ isNew }) => isNew)), count === 0 ? '' : countGaps(count)];
  return parts.filter((part) => part !== '').join(', ') || (dials.length > 0 ? 'Nothing new' : 'None');
}

const countGaps = (count: number, kind = ''): string => `${count} ${kind}${count === 1 ? 'gap' : 'gaps'}`;

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
