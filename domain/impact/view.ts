import type { NameOption } from '#domain/dimension/dimension.ts';
import { grouped } from '#domain/dimension/format.ts';
import { shortLabelOf, unitLabelOf, type ValueKey, VALUES } from '#domain/value/registry.ts';
import { amountOf, type Metric } from './distribution.ts';
import { type Direction, DIRECTIONS, type Figure, type Impact, type Share } from './impact.ts';
import {
  describeGrouping,
  describeMeasuredDay,
  describeMember,
  describeNoChange,
  describePercent,
  describeSegment,
  describeShare,
  describeWhole,
  DIRECTION_TEXT,
  IMPACT_VALUES,
  titleOfDirection,
} from './words.ts';

/** How many risks move in each direction: with their premium, or only counted. */
type MovedValue = Readonly<{ value: ValueKey }> & Readonly<Record<Direction, Share | number>>;
type MeasuredValues<V> = Pick<Impact, 'all' | 'changed'> & Readonly<{ values: readonly V[] }>;

export type DirectionView = Readonly<{
  direction: Direction;
  share: Share;
  /** "532" */
  count: string;
  /** "lower" */
  text: string;
  /** "Lower max line" */
  title: string;
  figure: Figure;
}>;

export type ValueView<V = unknown> = Readonly<{
  value: ValueKey;
  impact: V;
  label: string;
  shortLabel: string;
  /** Empty where it has none. */
  unit: string;
  /** The directions in which a risk moves. */
  moves: readonly DirectionView[];
  moved: number;
  /** What stands in the place of the moves, if there are none. */
  nothing: string;
}>;

/** What every display of an impact shows, from one line to the printed page. */
export type ImpactView<V = unknown> = Readonly<{
  /** Whether there is something to show. */
  isChanged: boolean;
  /** "No risk changes", if there is not. */
  nothing: string;
  /** "No risk changes on 1 Jan 2027." */
  nothingOn: string;
  changed: Share;
  /** "27,093" */
  count: string;
  /** "of 38,412 risks change on 1 Jan 2027" */
  whole: string;
  /** "27,093 of 38,412 on 1 Jan 2027" */
  counts: string;
  /** What changes of the whole, from 0 to 1. */
  part: number;
  /** "70.5%" */
  percent: string;
  /** The most important one first. */
  values: readonly ValueView<V>[];
}>;

const asShare = (share: Share | number): Share => (typeof share === 'number' ? { risks: share, premium: null } : share);

/** Returns the texts and figures of an impact. Without a day it is said elsewhere when it was measured. */
export function viewImpact<V extends MovedValue>(
  impact: MeasuredValues<V>,
  metric: Metric,
  day?: string | null,
): ImpactView<V> {
  const { changed, all, values } = impact;
  const [part, whole] = [amountOf(changed, metric), amountOf(all, metric)];
  const on = describeMeasuredDay(day ?? null);
  return {
    isChanged: changed.risks > 0,
    nothing: describeNoChange(changed),
    nothingOn: `${describeNoChange(changed)} ${on}.`,
    changed,
    count: describeShare(changed, metric),
    whole: describeWhole(impact, metric, day),
    counts: `${grouped(changed.risks)} of ${grouped(all.risks)} ${on}`,
    part: part / Math.max(1, whole),
    percent: describePercent(part, whole),
    values: IMPACT_VALUES.flatMap((key) => {
      const value = values.find((one) => one.value === key);
      return value === undefined ? [] : [viewValue(value, metric)];
    }),
  };
}

function viewValue<V extends MovedValue>(impact: V, metric: Metric): ValueView<V> {
  const { value } = impact;
  const shares = DIRECTIONS.map((direction) => ({ direction, share: asShare(impact[direction]) }));
  return {
    value,
    impact,
    label: VALUES[value].label,
    shortLabel: shortLabelOf(value),
    unit: unitLabelOf(value),
    moves: shares
      .filter(({ share }) => share.risks > 0)
      .map(({ direction, share }) => ({
        direction,
        share,
        count: describeShare(share, metric),
        text: DIRECTION_TEXT[direction],
        title: titleOfDirection(value, direction),
        figure: { of: 'value', value, direction },
      })),
    moved: shares.reduce((sum, { share }) => sum + share.risks, 0),
    nothing: describeNoChange(...shares.map(({ share }) => share)),
  };
}

/** Returns the value that most risks change; of several, the most important one. */
export const findMostMoved = <V>({ values }: ImpactView<V>): ValueView<V> | undefined =>
  values.toSorted((a, b) => b.moved - a.moved).find(({ moved }) => moved > 0);

/** A part of the impact as a bar: the risks of a dial, a segment or a group. */
export type RankedRow = Readonly<{
  key: string;
  /** Before the name: the position of a dial. */
  place?: string;
  name: string;
  /** "1,204" */
  count: string;
  /** Of the whole width, from 0 to 1: what changes, and all of it. Without `all` the bar is a share of the changes. */
  part: number;
  all?: number;
  figure: Figure;
}>;

export type RankedList = Readonly<{
  title: string;
  rows: readonly RankedRow[];
  /** The total, if not all were sent. */
  count: number;
  /** Follows the number of those that are not listed. */
  rest: string;
}>;

type Part = Readonly<{ key: string; name: string; changed: Share; all: Share; figure: Figure }>;

const REST = 'more with fewer risks';

/** Bars that compare the parts: the longest has the full width. */
function compareParts(parts: readonly Part[], metric: Metric): RankedRow[] {
  const most = Math.max(1, ...parts.map(({ all }) => amountOf(all, metric)));
  return parts.map(({ key, name, changed, all, figure }) => ({
    key,
    name,
    count: describeShare(changed, metric),
    part: amountOf(changed, metric) / most,
    all: amountOf(all, metric) / most,
    figure,
  }));
}

/** Sorts the largest first, in the unit that is shown. */
const sortByAmount = <T>(items: readonly T[], shareOf: (item: T) => Share, metric: Metric): T[] =>
  items.toSorted((a, b) => amountOf(shareOf(b), metric) - amountOf(shareOf(a), metric));

/** Returns the segments in which most risks change, as they were measured. */
export function rankSegments({ segments }: Impact, metric: Metric, nameOption: NameOption): RankedList {
  const parts = segments.listed.map((segment): Part => {
    const { layer, country, changed, all } = segment;
    const figure: Figure = { of: 'segment', layer, country };
    return { key: `${layer} ${country}`, name: describeSegment(segment, nameOption), changed, all, figure };
  });
  const rows = compareParts(parts, metric);
  return { title: 'Segments that change most', rows, count: segments.count, rest: 'more' };
}

const FIRST_GROUPS: readonly string[] = ['Brokers', 'Countries'];

/** Returns a list for each grouping in which a risk changes: brokers, then countries, then the others. */
export function rankGroups({ groups }: Impact, metric: Metric, nameOption: NameOption): RankedList[] {
  const lists = groups
    .filter(({ count }) => count > 0)
    .map(({ by, members, count }): RankedList => {
      const parts = members.map(({ key, changed, all }): Part => ({
        key: String(key),
        name: describeMember(by, key, nameOption),
        changed,
        all,
        figure: { of: 'group', by, key },
      }));
      const shares = new Map(parts.map(({ key, changed }) => [key, changed]));
      const shareOf = ({ key }: RankedRow): Share => shares.get(key) ?? asShare(0);
      const changing = compareParts(parts, metric).filter((row) => shareOf(row).risks > 0);
      return { title: describeGrouping(by), rows: sortByAmount(changing, shareOf, metric), count, rest: REST };
    });
  const rankOf = ({ title }: RankedList): number => {
    const place = FIRST_GROUPS.indexOf(title);
    return place === -1 ? FIRST_GROUPS.length : place;
  };
  return lists.toSorted((a, b) => rankOf(a) - rankOf(b));
}

type NamedDials = Readonly<{
  positionOf: (dialId: string) => number | undefined;
  nameOf: (dialId: string) => string;
}>;

/** Returns the dials behind the changes, each as a share of them. */
export function rankDials({ behind, changed }: Impact, metric: Metric, dials: NamedDials): RankedList {
  const rows = sortByAmount(behind, (share) => share, metric).map((share): RankedRow => {
    const { dial_id } = share;
    return {
      key: dial_id,
      place: String(dials.positionOf(dial_id) ?? '−'),
      name: dials.nameOf(dial_id),
      count: describeShare(share, metric),
      part: amountOf(share, metric) / Math.max(1, amountOf(changed, metric)),
      figure: { of: 'behind', dial_id },
    };
  });
  return { title: 'Dials behind the changes', rows, count: rows.length, rest: REST };
}
