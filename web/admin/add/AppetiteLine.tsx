import { APPETITE, type ReadAppetite } from '#domain/appetite/appetite.ts';
import classes from './AppetiteLine.module.css';

const WIDTH = 132;
const EDGE = 6;
/** What lies beyond stands at the end. */
const MOST = 3;

export const placeOf = (value: number): number => EDGE + (Math.min(value, MOST) / MOST) * (WIDTH - 2 * EDGE);
const NEUTRAL = placeOf(APPETITE.neutral);

/** From 0 to 3 and more, with a mark at neutral. The word beside it says the same. */
export function AppetiteLine({ read }: Readonly<{ read: ReadAppetite }>) {
  const at = read.kind === 'appetite' ? placeOf(read.value) : undefined;
  const closed = read.kind === 'appetite' && read.value === APPETITE.least;
  return (
    <svg width={WIDTH} height={16} viewBox={`0 0 ${WIDTH} 16`} aria-hidden className="ls-fixed ls-block">
      <line x1={EDGE} x2={WIDTH - EDGE} y1={8} y2={8} className={classes.track} />
      {at !== undefined && <line x1={NEUTRAL} x2={at} y1={8} y2={8} className={classes.part} />}
      <line x1={NEUTRAL} x2={NEUTRAL} y1={2.5} y2={13.5} className={classes.neutral} />
      {at !== undefined && <circle cx={at} cy={8} r={4.5} data-closed={closed || undefined} className={classes.dot} />}
    </svg>
  );
}

export function LineScale() {
  const labels = [
    [0, '0'],
    [1, '1'],
    [MOST, `${MOST}+`],
  ] as const;
  return (
    <svg width={WIDTH} height={16} viewBox={`0 0 ${WIDTH} 16`} aria-hidden className="ls-fixed ls-block">
      {labels.map(([value, label]) => (
        <text
          key={label}
          x={placeOf(value)}
          y={12}
          textAnchor={value === MOST ? 'end' : 'middle'}
          className={classes.tick}
        >
          {label}
        </text>
      ))}
    </svg>
  );
}
