import { labelOf, LISTS, type NameOption } from '#domain/dimension/dimension.ts';
import { formatShort, grouped } from '#domain/dimension/format.ts';
import { dimensionOf, type RiskDimensions } from '#domain/dimension/registry.ts';
import { capitalise, uncapitalise } from '#domain/dimension/words.ts';
import { AMOUNTS } from '#domain/value/kind.ts';
import {
  type DialValues,
  shortLabelOf,
  VALUE_KEYS,
  type ValueKey,
  valueKindOf,
  VALUES,
} from '#domain/value/registry.ts';
import { amountOf, type ChangeBar, type Metric, type ValueBar } from './distribution.ts';
import type { Direction, Figure, ResultValue, Grouping, Impact, Share } from './impact.ts';
import { MIN_SHOWN_RISKS } from './coarse.ts';
import { describeMeasuredDay, describePercent } from './percent.ts';
import { describeLayer } from './layer.ts';

export { describeMeasuredDay, describePercent };

/** Display order: the most important value first. */
export const IMPACT_VALUES = VALUE_KEYS.toSorted((a, b) => VALUES[a].impactOrder - VALUES[b].impactOrder);

/** "27,093", or with premiums "$271m": three significant digits. */
export const describeAmount = (amount: number, metric: Metric): string =>
  metric === 'risks' ? grouped(amount) : formatShort(Math.round(Number(amount.toPrecision(3))), 'usd');

export const describeShare = (share: Share, metric: Metric): string =>
  share.few ? FEWER : describeAmount(amountOf(share, metric), metric);

const FEWER = `Fewer than ${MIN_SHOWN_RISKS}`;
export const FEWER_RISKS = `${FEWER} risks`;
/** Shown instead of figures where nothing changes, or too little to show. */
export const describeNoChange = (...changed: readonly Share[]): string =>
  changed.some(({ few }) => few) ? `${FEWER_RISKS} change` : 'No risk changes';
/** Below figures that are rounded. */
export const COARSE_NOTE = `Rounded to ${MIN_SHOWN_RISKS} risks. Groups of fewer than ${MIN_SHOWN_RISKS} are not shown.`;

/** Where the lists of single risks would be. */
export const SINGLE_RISKS_NOTE = 'Single risks are not shown to you.';
/** Where no segment is large enough. */
export const NO_SEGMENTS_NOTE = `No segment has ${MIN_SHOWN_RISKS} risks that change.`;

const riskWord = (count: number): string => (count === 1 ? 'risk' : 'risks');
/** Null: too few to show. */
export const countRisks = (count: number | null): string =>
  count === null ? FEWER_RISKS : `${grouped(count)} ${riskWord(count)}`;

/** Follows the number of changed risks: "of 38,412 risks change on 1 Jan 2027"; without a day where it is said elsewhere. */
export function describeWhole({ all }: Pick<Impact, 'all'>, metric: Metric, day?: string | null): string {
  const on = day === undefined ? '' : ` ${describeMeasuredDay(day)}`;
  if (metric === 'premium') return `of ${describeShare(all, metric)} premium is on risks that change${on}`;
  const whole = uncapitalise(countRisks(all.few ? null : all.risks));
  return `of ${whole} ${all.risks === 1 ? 'changes' : 'change'}${on}`;
}

/** Why a list has no impact: now, or when its review was measured. */
export function describeUnmeasured(
  why: 'no-portfolio' | 'none-of-class' | 'on-its-way',
  when: 'now' | 'then',
  className: string,
): string {
  switch (why) {
    case 'no-portfolio':
      return `Not measured: there ${when === 'now' ? 'is' : 'was'} no portfolio.`;
    case 'none-of-class':
      return `Not measured: the portfolio ${when === 'now' ? 'has' : 'had'} no ${className} risks.`;
    case 'on-its-way':
      return 'Being measured. It is stored as soon as it is ready.';
  }
}

/** Follows no day: when a stored impact was measured. One that the submission missed is measured when it is first viewed. */
export function describeOccasion({ atSubmit, isFirst }: Readonly<{ atSubmit: boolean; isFirst: boolean }>): string {
  if (atSubmit) return 'Stored at submit';
  return isFirst ? 'Measured after submit' : 'Measured again';
}

/** Read aloud once the figures have settled. */
export function announceImpact({ changed, all }: Pick<Impact, 'changed' | 'all'>): string {
  if (changed.risks === 0) return `${describeNoChange(changed)}.`;
  const percent = describePercent(changed.risks, all.risks);
  return `${grouped(changed.risks)} of ${countRisks(all.risks)} change, ${percent}.`;
}

const nameOf = (value: ValueKey): string => uncapitalise(VALUES[value].label);

/** The unit of a change: "USD", "points". */
export function unitOfChange(value: ValueKey): string {
  const { unit } = VALUES[value];
  return unit === null ? '' : AMOUNTS[unit].changeLabel;
}

/** "+$400k", "−4" */
export function describeChange(value: ValueKey, change: number): string {
  const { unit } = VALUES[value];
  const size = Math.abs(change);
  return `${change < 0 ? '−' : '+'}${unit === null ? size : AMOUNTS[unit].describeChange(size)}`;
}

/** "+$400k to +$450k: 1,204 risks". */
export function describeChangeBar(value: ValueKey, { from, to, amount }: ChangeBar, metric: Metric): string {
  const change = [...new Set([from, to])].map((one) => describeChange(value, one)).join(' to ');
  return `${change}: ${metric === 'risks' ? countRisks(amount) : `${describeAmount(amount, metric)} premium`}`;
}

/** `2,500,000`, `6%`, `Maintains`, or "not set". */
export const describeResultValue = (value: ValueKey, result: ResultValue): string =>
  result === null ? 'not set' : valueKindOf(value).describe(result);

/** "2.5m", "6", "Maintains", "none": a tick label; the chart title names the unit. */
export function describeTick(value: ValueKey, result: ResultValue): string {
  const { unit } = VALUES[value];
  if (result === null) return 'none';
  return typeof result === 'string' || unit === null ? valueKindOf(value).describe(result) : AMOUNTS[unit].tick(result);
}

/** "2,500,000: before 1,540, after 10,866" */
export function describeValueBar(value: ValueKey, { from, to, before, after }: ValueBar, metric: Metric): string {
  const result = [...new Set([from, to])].map((one) => describeResultValue(value, one)).join(' to ');
  const [was, is] = [before, after].map(({ amount }) => describeAmount(amount, metric));
  return `${capitalise(result)}: before ${was}, after ${is}`;
}

/** Follows a number of risks: "532 lower", "94 lose it". */
export const DIRECTION_TEXT = {
  lower: 'lower',
  higher: 'higher',
  gain: 'gain it',
  lose: 'lose it',
  other: 'get another answer',
} as const satisfies Record<Direction, string>;

/** "Brokers", "Countries", or the name of a kept column. */
export function describeGrouping(by: Grouping): string {
  if ('column' in by) return by.column;
  const dimension = dimensionOf(by.dimension);
  return dimension.kind === 'options' ? LISTS[dimension.list].label : dimension.label;
}

const UNKNOWN_TEXT = 'Not known';

export function describeMember(by: Grouping, key: string | null, nameOption: NameOption): string {
  if (key === null) return UNKNOWN_TEXT;
  if ('column' in by) return key;
  const dimension = dimensionOf(by.dimension);
  if (dimension.kind === 'options') return nameOption(dimension.list, key);
  return 'options' in dimension ? labelOf(dimension.options, key) : capitalise(key);
}

type SegmentKey = Readonly<{ layer: string | null; country: string | null }>;

/** "United States, primary", "Canada, excess, $10m to $25m". */
export function describeSegment({ layer, country }: SegmentKey, nameOption: NameOption): string {
  const where = country === null ? 'Country not known' : nameOption('countries', country);
  return `${where}, ${layer === null ? 'layer not known' : describeLayer(layer)}`;
}

/** A dial in a sentence: "dial 11, Cyber base appetite", or only its name if it is not in the list. */
export type NameDial = (dialId: string) => string;

/** The title of the sheet that lists the risks of a figure. */
export function titleOfFigure(figure: Figure, nameDial: NameDial, nameOption: NameOption): string {
  switch (figure.of) {
    case 'changed':
      return 'Risks that change';
    case 'value':
      return titleOfDirection(figure.value, figure.direction);
    case 'move': {
      const [before, after] = [figure.before, figure.after].map((result) => describeResultValue(figure.value, result));
      return `${VALUES[figure.value].label} from ${before} to ${after}`;
    }
    case 'decided':
      return `Decided by ${nameDial(figure.dial_id)}`;
    case 'behind':
      return `Changed by ${nameDial(figure.dial_id)}`;
    case 'group':
      return `Risks that change: ${describeMember(figure.by, figure.key, nameOption)}`;
    case 'segment':
      return `Risks that change: ${describeSegment(figure, nameOption)}`;
    case 'alike':
      return `Risks alike: ${describeMoves(figure)}`;
    case 'overlap':
      return `Matched by ${nameDial(figure.first)} and ${nameDial(figure.second)}`;
    case 'unset':
      return `Risks that get no ${nameOf(figure.value)}`;
    case 'gap':
      return `Risks that lose ${nameOf(figure.value)}: ${nameDial(figure.dial_id)} is not in force`;
    case 'exposure': {
      const where = figure.country === null ? 'all countries' : nameOption('countries', figure.country);
      return `${figure.measure === 'lines' ? 'Another max line' : 'Premium gained or lost'}: ${where}`;
    }
  }
}

const DIRECTION_TITLES: Readonly<Record<Direction, (name: string) => string>> = {
  lower: (name) => `Lower ${name}`,
  higher: (name) => `Higher ${name}`,
  gain: (name) => `Risks that gain ${name}`,
  lose: (name) => `Risks that lose ${name}`,
  other: (name) => `Another answer to ${name}`,
};

/** "Lower max line", "Risks that lose max line". */
export const titleOfDirection = (value: ValueKey, direction: Direction): string =>
  DIRECTION_TITLES[direction](nameOf(value));

type Values = Readonly<{ before: DialValues; after: DialValues }>;
export type ChangedValue = Readonly<{ value: ValueKey; before: ResultValue; after: ResultValue }>;

/** The changed values of a risk, in display order. */
export const listChanged = ({ before, after }: Values): ChangedValue[] =>
  IMPACT_VALUES.filter((value) => before[value] !== after[value]).map((value) => ({
    value,
    before: before[value] ?? null,
    after: after[value] ?? null,
  }));

/** "max line 500,000 to 3,500,000" */
const describeMoves = (values: Values): string =>
  listChanged(values)
    .map(
      ({ value, before, after }) =>
        `${uncapitalise(shortLabelOf(value))} ${describeResultValue(value, before)} to ${describeResultValue(value, after)}`,
    )
    .join(', ');

export const hasPremium = ({ all }: Pick<Impact, 'all'>): boolean => all.premium !== null;

/** "9c41 7e02": the first and the last four of a hash. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(-4)}`;

/** "attachment $10m, revenue $640m". Leaves out what is unknown. */
export function describeSize({ attachment_point_ranges: at, revenue_ranges: revenue }: RiskDimensions): string {
  const parts = [
    ['attachment', at],
    ['revenue', revenue],
  ] as const;
  return parts
    .flatMap(([name, amount]) =>
      amount === undefined || amount === 0 ? [] : [`${name} ${describeAmount(amount, 'premium')}`],
    )
    .join(', ');
}
