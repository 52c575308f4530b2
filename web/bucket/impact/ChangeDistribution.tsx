import { useMemo } from 'react';
import { type Metric, drawChanges, placeTicks, TICK_RANKS } from '#domain/impact/distribution.ts';
import type { ValueImpact } from '#domain/impact/impact.ts';
import { describeChange, describeChangeBar } from '#domain/impact/words.ts';
import { VALUES } from '#domain/value/registry.ts';
import classes from './Figures.module.css';

const WIDTH = 164;
const BAR = 5;
const HEIGHT = 25;
const FOOT = 13;
/** The minimum bar height, so that a few risks beside thousands can still be hovered. */
const LEAST = 2;

type ChangeDistributionProps = Readonly<{ impact: ValueImpact; counted: Metric }>;

/** How much a value changes per risk: lower to the left and hollow, higher to the right and filled. */
export function ChangeDistribution({ impact, counted }: ChangeDistributionProps) {
  const { value } = impact;
  const bars = useMemo(() => drawChanges(impact, counted, (BAR + 1) / WIDTH), [impact, counted]);
  const ticks = useMemo(
    () =>
      placeTicks(
        // Both ends are always named.
        bars.map((bar, index) => ({
          ...bar,
          text: describeChange(value, bar.from),
          rank: index === 0 || index === bars.length - 1 ? TICK_RANKS.always : TICK_RANKS.changed,
        })),
        WIDTH,
      ),
    [bars, value],
  );
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const ends = [...new Set([first.from, last.to])].map((change) => describeChange(value, change)).join(' to ');
  return (
    <svg
      role="img"
      aria-label={`Change of ${VALUES[value].label.toLowerCase()} per risk: ${ends}`}
      width={WIDTH}
      height={HEIGHT + FOOT}
      className={classes.chart}
    >
      <line x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} className={classes.axis} />
      <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className={classes.axis} />
      {bars.map((bar) => {
        const height = Math.max(LEAST, bar.height * (HEIGHT - 1));
        const x = bar.at * WIDTH - BAR / 2;
        const isLower = bar.from < 0;
        const inset = isLower ? 0.6 : 0;
        return (
          <g key={bar.from} className={classes.bar}>
            <title>{describeChangeBar(value, bar, counted)}</title>
            <rect x={x - 1} y={0} width={BAR + 2} height={HEIGHT - 1} className={classes.hit} />
            <rect
              x={x + inset}
              y={HEIGHT - height + inset}
              width={BAR - 2 * inset}
              height={height - 2 * inset}
              className={isLower ? classes.lower : classes.higher}
            />
          </g>
        );
      })}
      {ticks.map(({ at, text, anchor }) => (
        <text key={text} x={at * WIDTH} y={HEIGHT + FOOT - 3} textAnchor={anchor} className={classes.tick}>
          {text}
        </text>
      ))}
    </svg>
  );
}
