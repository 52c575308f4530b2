import { type KeyboardEvent, useMemo, useState } from 'react';
import { type Metric, drawBeforeAfter, placeTicks, TICK_RANKS } from '#domain/impact/distribution.ts';
import type { ResultValue, ValueImpact } from '#domain/impact/impact.ts';
import { describeValueBar, describeTick } from '#domain/impact/words.ts';
import { VALUES } from '#domain/value/registry.ts';
import figures from '#web/bucket/impact/Figures.module.css';
import classes from './ImpactBody.module.css';

/** Beside the charts of other values. */
const WIDTH = 128;
const BAR = 6;
const HALF = 32;
/** Two lines of labels. */
const FOOT = 28;
const TICK_LINES = 2;
const TICK_HEIGHT = 13;
/** The minimum bar height, so that a few risks beside thousands stay visible. */
const LEAST = 1.5;

type BeforeAfterProps = Readonly<{
  impact: ValueImpact;
  counted: Metric;
  /** The results of the largest changes, which are named first. */
  largest: ReadonlySet<ResultValue>;
  /** Of the drawing, so that its text has its size. */
  width?: number;
}>;

/**
 * The values the risks get: before above the line, after below it; unchanged ones are faded. Arrow keys move from value
 * to value, and each is announced.
 */
export function BeforeAfter({ impact, counted, largest, width = WIDTH }: BeforeAfterProps) {
  const { value } = impact;
  const bars = useMemo(() => drawBeforeAfter(impact, counted, (BAR + 1) / width), [impact, counted, width]);
  const ticks = useMemo(() => {
    const worded = bars.map(({ at, from, before, after }) => ({
      at,
      height: Math.abs(after.height - before.height),
      text: describeTick(value, from),
      rank: rankTick(from, before.amount !== after.amount, largest),
    }));
    return placeTicks(worded, width, TICK_LINES);
  }, [bars, value, largest, width]);
  const [place, setPlace] = useState(0);
  const current = Math.min(place, bars.length - 1);
  const bar = bars[current];
  if (bar === undefined) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeAfter(event.key, current, bars.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    setPlace(to);
  };
  const words = describeValueBar(value, bar, counted);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${VALUES[value].label} before and after`}
      aria-readonly
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={current + 1}
      aria-valuetext={words}
      className={`ls-relative ${classes.chart}`}
      data-wide={width > WIDTH || undefined}
      onKeyDown={onKeyDown}
    >
      <svg viewBox={`0 0 ${width} ${2 * HALF + FOOT}`} aria-hidden className={figures.chart}>
        {bars.map((one, index) => {
          const x = one.at * width - BAR / 2;
          const [above, below] = [one.before, one.after].map(({ amount, height }) =>
            amount === 0 ? 0 : Math.max(LEAST, height * (HALF - 2)),
          );
          const isSame = one.before.amount === one.after.amount;
          return (
            <g key={String(one.from)} className={figures.bar} data-current={index === current || undefined}>
              <title>{describeValueBar(value, one, counted)}</title>
              <rect x={x - 1} y={0} width={BAR + 2} height={2 * HALF} className={figures.hit} />
              <g className={isSame ? figures.same : undefined}>
                <rect x={x} y={HALF - (above ?? 0)} width={BAR} height={above} className={figures.before} />
                <rect x={x} y={HALF} width={BAR} height={below} className={figures.after} />
              </g>
            </g>
          );
        })}
        <line x1={0} x2={width} y1={HALF} y2={HALF} className={figures.axis} />
        {ticks.map(({ at, text, anchor, line, rank }) => (
          <text
            key={text}
            x={at * width}
            y={2 * HALF + 12 + line * TICK_HEIGHT}
            textAnchor={anchor}
            className={`${figures.tick} ${rank === TICK_RANKS.largest || rank === TICK_RANKS.changed ? figures.changed : ''}`}
          >
            {text}
          </text>
        ))}
      </svg>
      <span aria-hidden className={`ls-tiny ls-num ls-surface ${classes.label}`}>
        {words}
      </span>
    </div>
  );
}

function rankTick(result: ResultValue, isChanged: boolean, largest: ReadonlySet<ResultValue>): number {
  if (result === null) return TICK_RANKS.always;
  if (!isChanged) return TICK_RANKS.same;
  return largest.has(result) ? TICK_RANKS.largest : TICK_RANKS.changed;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

function placeAfter(key: string, from: number, last: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(last, Math.max(0, from + step));
}
