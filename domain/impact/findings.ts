import type { Finding, Findings, Overlap } from '#domain/evaluation/verify/verify.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import type { Figure } from './impact.ts';

/** How many risks of the portfolio a finding affects, and the figure that lists them. */
export type Touched = Readonly<{ figure: Figure; risks: number | null }>;

/** Undefined while a figure is not counted; null where it is too small to show. */
export type CountOf = (figure: Figure) => number | null | undefined;

const figureOfOverlap = ({ pair: [first, second], value }: Overlap): Figure => ({
  of: 'overlap',
  first,
  second,
  value,
});
const figureOfGap = (value: ValueKey): Figure => ({ of: 'unset', value });

/** The figures to count for these findings; those shown by default come first. */
export function listFigures({ dials, gaps }: Findings): Figure[] {
  const overlaps = dials
    .toSorted((a, b) => Number(b.isNew) - Number(a.isNew))
    .flatMap((finding) => (finding.kind === 'overlap' ? [finding, ...finding.others] : []));
  const unset = new Set(gaps.map(({ value }) => value));
  return [...Array.from(unset, figureOfGap), ...overlaps.map(figureOfOverlap)];
}

/** Shows each dial's overlap with the most risks. On a tie the current one stays. */
export function rankByRisks(findings: Findings, countOf: CountOf): Findings {
  return { ...findings, dials: findings.dials.map((finding) => chooseLargestOverlap(finding, countOf)) };
}

function chooseLargestOverlap(finding: Finding, countOf: CountOf): Finding {
  if (finding.kind !== 'overlap') return finding;
  const { others, ...current } = finding;
  const risksOf = (overlap: Overlap) => countOf(figureOfOverlap(overlap)) ?? 0;
  const most = others.reduce<Overlap>((best, one) => (risksOf(one) > risksOf(best) ? one : best), current);
  return most === current
    ? finding
    : { ...current, ...most, others: [current, ...others.filter((one) => one !== most)] };
}

export function countRisksOfFinding(finding: Finding, countOf: CountOf): Touched | undefined {
  return finding.kind === 'overlap' ? countRisks(figureOfOverlap(finding), countOf) : undefined;
}

export const countRisksInGap = (value: ValueKey, countOf: CountOf): Touched | undefined =>
  countRisks(figureOfGap(value), countOf);

function countRisks(figure: Figure, countOf: CountOf): Touched | undefined {
  const risks = countOf(figure);
  return risks === undefined ? undefined : { figure, risks };
}
