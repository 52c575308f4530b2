import type { Finding, Findings, Overlap } from '#domain/evaluation/verify/verify.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import type { Figure } from './impact.ts';

/** How many risks of the portfolio something touches, and the figure that opens them. */
export type Touched = Readonly<{ figure: Figure; risks: number | null }>;

/** Of a figure, where it was counted; null where it is too small to be shown. */
export type CountOf = (figure: Figure) => number | null | undefined;

const figureOfOverlap = ({ pair: [first, second], value }: Overlap): Figure => ({
  of: 'overlap',
  first,
  second,
  value,
});
const figureOfGap = (value: ValueKey): Figure => ({ of: 'unset', value });

/** What has to be counted to know the risks that findings touch: first what is told without being asked for. */
export function listFigures({ dials, gaps }: Findings): Figure[] {
  const overlaps = dials
    .toSorted((a, b) => Number(b.isNew) - Number(a.isNew))
    .flatMap((finding) => (finding.kind === 'overlap' ? [finding, ...finding.others] : []));
  const unset = new Set(gaps.map(({ value }) => value));
  return [...Array.from(unset, figureOfGap), ...overlaps.map(figureOfOverlap)];
}

/** Each dial tells the one of its overlaps that touches most risks; where that is the same, the one it told before. */
export function rankByRisks(findings: Findings, countOf: CountOf): Findings {
  return { ...findings, dials: findings.dials.map((finding) => chooseMost(finding, countOf)) };
}

function chooseMost(finding: Finding, countOf: CountOf): Finding {
  if (finding.kind !== 'overlap') return finding;
  const { others, ...told } = finding;
  const risksOf = (overlap: Overlap) => countOf(figureOfOverlap(overlap)) ?? 0;
  const most = others.reduce<Overlap>((best, one) => (risksOf(one) > risksOf(best) ? one : best), told);
  return most === told ? finding : { ...told, ...most, others: [told, ...others.filter((one) => one !== most)] };
}

export function touchedBy(finding: Finding, countOf: CountOf): Touched | undefined {
  return finding.kind === 'overlap' ? touched(figureOfOverlap(finding), countOf) : undefined;
}

export const touchedByGap = (value: ValueKey, countOf: CountOf): Touched | undefined =>
  touched(figureOfGap(value), countOf);

function touched(figure: Figure, countOf: CountOf): Touched | undefined {
  const risks = countOf(figure);
  return risks === undefined ? undefined : { figure, risks };
}
