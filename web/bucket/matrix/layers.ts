import type { LayeredBucket } from '#contract/bucket-layers.ts';
import type { MatrixView } from '#domain/bucket/matrix-view.ts';
import { BUCKET_STATUS_LABELS, type BucketStatus } from '#domain/bucket/state.ts';
import { ageOf } from '#domain/day/age.ts';
import { writeDay } from '#domain/day/day.ts';
import { COMING_DAYS } from '#domain/dial/status.ts';
import { initials } from '#domain/user/person.ts';
import { appetiteText } from '#web/bucket/words.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { cellKey, type MatrixCell } from '#web/bucket/matrix.ts';

export const LAYER_LABELS = {
  appetite: 'Appetite',
  dials: 'Dials',
  newer: 'Newer versions',
  drafts: 'Drafts',
  ending: 'Ending soon',
  stopped: 'Stopped',
  live: 'Goes live soon',
} as const satisfies Record<MatrixView, string>;

/** Whether a layer needs another request. */
export const needsMore = (layer: MatrixView): boolean => !OF_THE_CELL.has(layer);
const OF_THE_CELL: ReadonlySet<MatrixView> = new Set(['appetite', 'dials', 'stopped']);

type GoLive = NonNullable<NonNullable<LayeredBucket['draft']>['live_on']>;

/** How a cell shows its bucket. The figure and the text repeat what the colour means. */
export type CellDisplay = Readonly<{
  figure: string;
  tint:
    | 'closed'
    | 'less'
    | 'none'
    | 'more'
    | 'nothing'
    | 'newer'
    | 'ending'
    | 'draft'
    | 'pending'
    | 'live'
    | 'planned'
    | 'stopped';
  /** The strength of the tint, 0 to 1. */
  strength: number;
  glyph?: BucketStatus | 'stopped';
  says: string;
}>;

/** For a bucket without a value in this layer. */
const NOTHING = { figure: '·', tint: 'nothing', strength: 0 } as const;

export type LayerData = Readonly<{
  layer: MatrixView;
  /** By cell; absent before the first response. */
  more: ReadonlyMap<string, LayeredBucket> | undefined;
  now: number;
  /** Of everyone with a draft: equal initials get one more letter. */
  names: readonly string[];
}>;

export function layeredBy(layer: MatrixView, buckets: readonly LayeredBucket[] | undefined, now: number): LayerData {
  return {
    layer,
    more: buckets && new Map(buckets.map((bucket) => [cellKey(bucket), bucket])),
    now,
    names: buckets?.flatMap(({ draft }) => draft?.by.name ?? []) ?? [],
  };
}

/** Undefined while unknown. A stopped bucket is marked in every layer. */
export function showCell(cell: MatrixCell, data: LayerData): CellDisplay | undefined {
  if (data.layer === 'stopped') return showStopped(cell.stopped);
  const shown = showLayer(cell, data);
  return shown && cell.stopped ? { ...shown, glyph: 'stopped', says: `stopped, ${shown.says}` } : shown;
}

const showStopped = (isStopped: boolean): CellDisplay =>
  isStopped
    ? { figure: 'Stopped', tint: 'stopped', strength: 0, glyph: 'stopped', says: 'stopped, it answers no risk' }
    : { ...NOTHING, says: 'not stopped' };

function showLayer(cell: MatrixCell, { layer, more, now, names }: LayerData): CellDisplay | undefined {
  if (layer === 'appetite') return showAppetite(cell);
  if (layer === 'dials') return showDials(cell.dials);
  if (more === undefined) return undefined;
  const { newer = 0, ending = 0, draft = null } = more.get(cellKey(cell)) ?? {};
  if (layer === 'newer')
    return newer === 0
      ? { ...NOTHING, says: 'no newer version waiting' }
      : showCount(newer, 'newer', `${plural(newer, 'newer version')} waiting`);
  if (layer === 'ending')
    return ending === 0
      ? { ...NOTHING, says: `no dial ends within ${COMING_DAYS} days` }
      : showCount(
          ending,
          'ending',
          `${plural(ending, 'dial')} ${agree(ending, 'ends', 'end')} within ${COMING_DAYS} days`,
        );
  if (layer === 'live') return showGoLive(draft?.live_on ?? null, now);
  return showDraft(draft, now, names);
}

function showAppetite({ appetite, status, dials }: MatrixCell): CellDisplay {
  const closed = appetite === 0 ? ', closed' : '';
  const says = `appetite ${appetiteText(appetite)}${closed}, ${BUCKET_STATUS_LABELS[status]}, ${plural(dials, 'dial')}`;
  return { figure: appetiteText(appetite), glyph: status, says, ...tintOf(appetite) };
}

/** Closed, less than neutral, neutral, or more, up to the strongest at 2. */
export function tintOf(appetite: number): Pick<CellDisplay, 'tint' | 'strength'> {
  if (appetite === 0) return { tint: 'closed', strength: 0 };
  if (appetite < 1) return { tint: 'less', strength: 1 - appetite };
  if (appetite === 1) return { tint: 'none', strength: 0 };
  return { tint: 'more', strength: Math.min(appetite - 1, 1) };
}

const MANY_DIALS = 100;
const MANY_WAITING = 10;

/** By the square root, so that one beside a hundred is still visible. */
const strengthOf = (count: number, many: number): number => Math.sqrt(Math.min(count, many) / many);

const showDials = (dials: number): CellDisplay =>
  dials === 0
    ? { ...NOTHING, figure: '0', says: 'no dials' }
    : { figure: String(dials), tint: 'more', strength: strengthOf(dials, MANY_DIALS), says: plural(dials, 'dial') };

const showCount = (count: number, tint: 'newer' | 'ending', says: string): CellDisplay => ({
  figure: String(count),
  tint,
  strength: strengthOf(count, MANY_WAITING),
  says,
});

const DAY_MS = 86_400_000;

/** The days until it goes live, however far away. */
function showGoLive(goLive: GoLive | null, now: number): CellDisplay {
  if (goLive === null) return { ...NOTHING, says: 'does not go live on a day' };
  const { day, approved } = goLive;
  const days = Math.max(0, Math.ceil((Date.parse(day) - now) / DAY_MS));
  return {
    figure: `${days}d`,
    tint: approved ? 'live' : 'planned',
    strength: strengthOf(Math.max(1, COMING_DAYS - days), COMING_DAYS),
    says: `goes live on ${writeDay(day)}, ${approved ? 'approved' : 'not approved yet'}`,
  };
}

function showDraft(draft: LayeredBucket['draft'], now: number, names: readonly string[]): CellDisplay {
  if (draft === null) return { ...NOTHING, says: 'no draft' };
  const { state, by, since } = draft;
  const age = ageOf(Date.parse(since), now);
  const shown = { figure: `${initials(by.name, names)} ${age.short}`, strength: 0, glyph: state };
  return state === 'draft'
    ? { ...shown, tint: 'draft', says: `draft, ${age.words} old, last saved by ${by.name}` }
    : { ...shown, tint: 'pending', says: `in review for ${age.words}, submitted by ${by.name}` };
}
