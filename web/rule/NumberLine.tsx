import { useElementSize } from '@mantine/hooks';
import type { Bound, Interval } from '#domain/dimension/kind/intervals/interval.ts';
import { tickLabels, type NumberScale } from './numberScale.ts';
import classes from './NumberLine.module.css';

type NumberLineProps = Readonly<{
  intervals: readonly Interval[];
  scale: NumberScale;
  /** In px; 'full' takes the available width. */
  width?: number | 'full';
  tone?: 'accent' | 'grey';
  /** The last valid one, while the current notation is invalid. */
  faded?: boolean;
  /** Numbers below the line. */
  ticks?: boolean;
  /** A number to mark: the risk's value. */
  marker?: number | undefined;
  /** The notation, for screen readers. */
  label: string;
}>;

/** Padding for half an end on either side. */
export const INSET = 7;
const MIDDLE = 8;
const BARE = 16;
const WITH_TICKS = 32;

/** Filled end: included; hollow end: excluded; arrow: unbounded. */
export function NumberLine({ width = 120, ...line }: NumberLineProps) {
  return width === 'full' ? <FullLine {...line} /> : <Drawing {...line} width={width} />;
}

function FullLine(line: Omit<NumberLineProps, 'width'>) {
  const { ref, width } = useElementSize();
  const { ticks = true } = line;
  return (
    <div ref={ref} style={{ height: ticks ? WITH_TICKS : BARE }}>
      {width > 0 && <Drawing {...line} ticks={ticks} width={width} />}
    </div>
  );
}

function Drawing(props: Omit<NumberLineProps, 'width'> & { width: number }) {
  const { intervals, scale, width, tone = 'accent', faded = false, ticks = false, marker, label } = props;
  const toX = (value: number) => INSET + scale.at(value) * (width - 2 * INSET);
  const labels = ticks ? tickLabels(intervals, scale, toX, width) : [];
  const height = ticks ? WITH_TICKS : BARE;
  const ends = intervals.flatMap(({ lower, upper }) => [lower, upper]).filter((bound) => bound !== null);
  // A filled end wins over a hollow one at the same number: together they include it.
  const ordered = ends.toSorted((a, b) => Number(a.included) - Number(b.included));
  return (
    <svg
      role="img"
      aria-label={label}
      className={`ls-block ls-fixed ${classes.line}`}
      data-tone={tone}
      data-faded={faded || undefined}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <line className={classes.axis} x1={1} x2={width - 1} y1={MIDDLE} y2={MIDDLE} />
      {labels.map(({ value, x }) => (
        <line key={value} className={classes.axis} x1={x} x2={x} y1={MIDDLE - 3} y2={MIDDLE + 3} />
      ))}
      {intervals.map((interval, index) => (
        <Bar key={index} interval={interval} toX={toX} width={width} />
      ))}
      {ordered.map((bound, index) => (
        <End key={index} bound={bound} x={toX(bound.at)} />
      ))}
      {marker !== undefined && <path className={classes.marker} d={`M${toX(marker)} 14V6m-3-4h6l-3 4z`} />}
      {labels.map(({ value, x, text, anchor }) => (
        <text key={value} className={`ls-num ${classes.label}`} x={x} y={27} textAnchor={anchor} aria-hidden>
          {text}
        </text>
      ))}
    </svg>
  );
}

function Bar({ interval, toX, width }: { interval: Interval; toX: (value: number) => number; width: number }) {
  const { lower, upper } = interval;
  const from = lower === null ? 4 : toX(lower.at);
  const to = upper === null ? width - 4 : toX(upper.at);
  return (
    <>
      <line className={classes.bar} x1={from} x2={to} y1={MIDDLE} y2={MIDDLE} />
      {lower === null && <path className={classes.arrow} d={`M0 ${MIDDLE}l6-4v8z`} />}
      {upper === null && <path className={classes.arrow} d={`M${width} ${MIDDLE}l-6-4v8z`} />}
    </>
  );
}

function End({ bound, x }: { bound: Bound; x: number }) {
  return bound.included ? (
    <circle className={classes.included} cx={x} cy={MIDDLE} r={4} />
  ) : (
    <circle className={classes.excluded} cx={x} cy={MIDDLE} r={3.5} />
  );
}
