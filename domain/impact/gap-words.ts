import { writeDay } from '#domain/day/day.ts';
import { capitalise, uncapitalise } from '#domain/dimension/words.ts';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import type { Figure, GapValue, MeasuredGap, WindowGap } from './impact.ts';
import { countRisks } from './words.ts';

export const figureOfWindowGap = (dial_id: string, value: ValueKey): Figure => ({ of: 'gap', dial_id, value });

/** The gaps that affect risks, or may; most risks first. */
export const selectShownGaps = (gaps: readonly MeasuredGap[]): MeasuredGap[] =>
  gaps
    .map((gap) => ({ ...gap, values: gap.values.filter(({ risks }) => risks !== 0) }))
    .filter(({ values }) => values.length > 0)
    .toSorted((a, b) => mostRisks(b) - mostRisks(a));

const mostRisks = ({ values }: MeasuredGap): number => Math.max(...values.map(({ risks }) => risks ?? 0));

/** Values that the same number of risks lose are named together. */
export const groupGapValues = (values: readonly GapValue[]): (readonly [GapValue, ...GapValue[]])[] =>
  [...Map.groupBy(values, ({ risks }) => risks).values()] as [GapValue, ...GapValue[]][];

const LEADS = { starts: 'Until then', ended: 'Since then' } as const satisfies Record<WindowGap['kind'], string>;
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The parts of the sentence; `ofRisks` is empty where the risks are not measured. */
export function describeWindowGap({ dial_id, kind, day, values }: MeasuredGap) {
  return {
    window: `${kind} ${writeDay(day)}`,
    lead: `${LEADS[kind]} nothing sets`,
    groups: groupGapValues(values).map((group) => ({
      names: alternatives.format(group.map(({ value }) => VALUES[value].label)),
      figure: figureOfWindowGap(dial_id, group[0].value),
      ofRisks: group[0].risks === undefined ? '' : uncapitalise(countRisks(group[0].risks)),
    })),
  };
}

/** "Starts 1 Dec 2026. Until then nothing sets Max line for 94 risks." */
export function explainWindowGap(gap: MeasuredGap): string {
  const { window, lead, groups } = describeWindowGap(gap);
  const lost = groups.map(({ names, ofRisks }) => `${names} ${ofRisks === '' ? WHERE_IT_DECIDES : `for ${ofRisks}`}`);
  return `${capitalise(window)}. ${lead} ${lost.join(', ')}.`;
}

/** Where the other dials of the list are not known, or set everything instead. */
export const explainUnmeasuredGap = ({ kind, day }: Pick<WindowGap, 'kind' | 'day'>): string =>
  `${capitalise(kind)} ${writeDay(day)}. ${LEADS[kind]} this dial sets nothing.`;

export const WHERE_IT_DECIDES = 'where this dial decides';
