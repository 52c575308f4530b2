import { useMemo } from 'react';
import { drawBeforeAfter, drawChanges, type Metric, placeTicks, TICK_RANKS } from '#domain/impact/distribution.ts';
import type { ResultValue, ValueImpact } from '#domain/impact/impact.ts';
import { describeChange, describeChangeBar, describeTick, describeValueBar } from '#domain/impact/words.ts';
import { VALUES } from '#domain/value/registry.ts';
import classes from '#web/impact/ImpactView.module.css';

/** What is drawn at one place. `y` is its upper end. */
type Rect = Readonly<{ y: number; height: number; look: 'before' | 'after' | 'lower' | 'higher' }>;
type Bar = Readonly<{ at: number; words: string; rects: readonly Rect[]; isSame?: boolean }>;

type BarChartProps = Readonly<{
  /** Its name, if it is read as a picture. */
  label?: string;
  width: number;
  /** Of the bars, of which each is so thick. */
  height: number;
  thickness: number;
  bars: readonly Bar[];
  ticks: ReturnType<typeof placeTicks>;
  tickLines: number;
  /** The height of the axis. */
  axis: number;
  /** Whether a line parts the left from the right. */
  hasMiddle?: boolean;
}>;

const TICK_HEIGHT = 13;

/** Bars at an axis, each with its words where the mouse is. */
function BarChart({ label, width, height, thickness, bars, ticks, tickLines, axis, hasMiddle }: BarChartProps) {
  return (
    <svg
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      viewBox={`0 0 ${width} ${height + tickLines * TICK_HEIGHT}`}
      width={width}
      className={classes.drawing}
    >
      {bars.map(({ at, words, rects, isSame }) => (
        <g key={words} className={classes.place}>
          <title>{words}</title>
          <rect x={at * width - thickness / 2 - 1} width={thickness + 2} height={height} className={classes.hit} />
          {rects.map(({ y, height: full, look }) => {
            // The stroke of a hollow bar is inside of it.
            const inset = look === 'lower' ? 0.6 : 0;
            return (
              <rect
                key={look}
                x={at * width - thickness / 2 + inset}
                y={y + inset}
                width={thickness - 2 * inset}
                height={full - 2 * inset}
                className={classes.look}
                data-look={look}
                data-same={isSame}
              />
            );
          })}
        </g>
      ))}
      <line x2={width} y1={axis} y2={axis} className={classes.axis} />
      {hasMiddle && <line x1={width / 2} x2={width / 2} y2={height} className={classes.axis} />}
      {ticks.map(({ at, text, anchor, line, rank }) => (
        <text
          key={text}
          x={at * width}
          y={height + 11 + line * TICK_HEIGHT}
          textAnchor={anchor}
          className={classes.tick}
          data-changed={rank === TICK_RANKS.largest || rank === TICK_RANKS.changed}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}

/** Beside the charts of other values. */
const WIDTH = 128;
const HALF = 32;
const TICK_LINES = 2;

type BeforeAfterProps = Readonly<{
  impact: ValueImpact;
  counted: Metric;
  /** The results of the largest changes, which are named first. */
  largest: ReadonlySet<ResultValue>;
  /** Of the drawing, so that its text has its size. */
  width?: number;
}>;

/**
 * The values the risks get: before above the line, after below it; unchanged ones are faded. It is read as a list of its
 * bars.
 */
export function BeforeAfter({ impact, counted, largest, width = WIDTH }: BeforeAfterProps) {
  const { value } = impact;
  const [bars, ticks] = useMemo(() => {
    const drawn = drawBeforeAfter(impact, counted, 7 / width);
    const worded = drawn.map(({ at, from, before, after }) => ({
      at,
      height: Math.abs(after.height - before.height),
      text: describeTick(value, from),
      rank: rankTick(from, before.amount !== after.amount, largest),
    }));
    const placed = drawn.map((bar): Bar => {
      // A few risks beside thousands stay visible.
      const heightOf = ({ amount, height }: typeof bar.before) =>
        amount === 0 ? 0 : Math.max(1.5, height * (HALF - 2));
      const above = heightOf(bar.before);
      return {
        at: bar.at,
        words: describeValueBar(value, bar, counted),
        isSame: bar.before.amount === bar.after.amount,
        rects: [
          { y: HALF - above, height: above, look: 'before' },
          { y: HALF, height: heightOf(bar.after), look: 'after' },
        ],
      };
    });
    return [placed, placeTicks(worded, width, TICK_LINES)];
  }, [impact, value, counted, largest, width]);
  if (bars.length === 0) return null;
  return (
    <div className={classes.chart} data-wide={width > WIDTH || undefined}>
      <BarChart
        width={width}
        height={2 * HALF}
        thickness={6}
        bars={bars}
        ticks={ticks}
        tickLines={TICK_LINES}
        axis={HALF}
      />
      <ul aria-label={`${VALUES[value].label} before and after`} className="ls-hidden">
        {bars.map(({ words }) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}

function rankTick(result: ResultValue, isChanged: boolean, largest: ReadonlySet<ResultValue>): number {
  if (result === null) return TICK_RANKS.always;
  if (!isChanged) return TICK_RANKS.same;
  return largest.has(result) ? TICK_RANKS.largest : TICK_RANKS.changed;
}

const CHANGES_WIDTH = 164;
const CHANGES_HEIGHT = 25;

/** How much a value changes per risk: lower to the left and hollow, higher to the right and filled. */
export function ChangeDistribution({ impact, counted }: Pick<BeforeAfterProps, 'impact' | 'counted'>) {
  const { value } = impact;
  const drawn = useMemo(() => drawChanges(impact, counted, 6 / CHANGES_WIDTH), [impact, counted]);
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (first === undefined || last === undefined) return null;
  const ends = [...new Set([first.from, last.to])].map((change) => describeChange(value, change)).join(' to ');
  // Both ends are always named.
  const ticks = drawn.map((bar) => ({
    ...bar,
    text: describeChange(value, bar.from),
    rank: bar === first || bar === last ? TICK_RANKS.always : TICK_RANKS.same,
  }));
  const bars = drawn.map((bar): Bar => {
    // A few risks beside thousands can still be hovered.
    const height = Math.max(2, bar.height * (CHANGES_HEIGHT - 1));
    return {
      at: bar.at,
      words: describeChangeBar(value, bar, counted),
      rects: [{ y: CHANGES_HEIGHT - height, height, look: bar.from < 0 ? 'lower' : 'higher' }],
    };
  });
  return (
    <BarChart
      label={`Change of ${VALUES[value].label.toLowerCase()} per risk: ${ends}`}
      width={CHANGES_WIDTH}
      height={CHANGES_HEIGHT}
      thickness={5}
      bars={bars}
      ticks={placeTicks(ticks, CHANGES_WIDTH)}
      tickLines={1}
      axis={CHANGES_HEIGHT - 0.5}
      hasMiddle
    />
  );
}
