import { addDays } from './format.ts';
import classes from './DayBars.module.css';

type DayBarsProps = Readonly<{
  /** The first and the last day, both included. */
  from: string;
  until: string;
  /** Days without an entry have no bar. */
  counts: ReadonlyMap<string, number>;
  /** Bars before this day are grey. */
  accentFrom?: string;
  height: number;
  /** What it shows, for screen readers. */
  label: string;
  /** The tooltip of a bar. */
  titleOf?: (day: string, count: number) => string;
}>;

const STEP = 10;
const BAR = 8;

/** Every day from the first to the last. */
export function listDays(from: string, until: string): readonly string[] {
  const days = [];
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day);
  return days;
}

/** One bar a day, as high as its count compared with the highest. */
export function DayBars({ from, until, counts, accentFrom = '', height, label, titleOf }: DayBarsProps) {
  const days = listDays(from, until);
  const most = Math.max(1, ...counts.values());
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * STEP} ${height}`}
      preserveAspectRatio="none"
      height={height}
      className={`ls-block ls-wide ${classes.bars}`}
    >
      {days.map((day, index) => {
        const count = counts.get(day) ?? 0;
        // What is not zero can be seen.
        const tall = count === 0 ? 0 : Math.max(1.5, (count / most) * height);
        return (
          <rect
            key={day}
            x={index * STEP + (STEP - BAR) / 2}
            y={height - tall}
            width={BAR}
            height={tall}
            data-since={day >= accentFrom || undefined}
          >
            {titleOf && <title>{titleOf(day, count)}</title>}
          </rect>
        );
      })}
    </svg>
  );
}
