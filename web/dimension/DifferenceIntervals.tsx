import type { DialChange } from '#domain/dial/diff.ts';
import { type Interval, parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import type { IntervalsDimension } from '#domain/dimension/dimension.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { NumberLine } from './NumberLine.tsx';
import { scaleFor } from './numberScale.ts';
import { UnsetNote } from './DifferenceNote.tsx';
import classes from './Difference.module.css';

type IntervalsChange = Extract<DialChange, { kind: 'intervals' }>;

/** Two lines on one axis, and what is covered now that was not, and the other way round. */
export function IntervalsDifference({ change }: Readonly<{ change: IntervalsChange }>) {
  const { before, after, gained, lost } = change;
  const [old, now] = [intervalsOf(before), intervalsOf(after)];
  const scale = scaleFor(dimensionOf(change.dimension) as IntervalsDimension);
  const oldEnds = old.flatMap(({ lower, upper }) => [lower?.at, upper?.at]).filter((at) => at !== undefined);
  return (
    <div className={classes.intervals}>
      <div className={classes.lines}>
        <span className={classes.minus} aria-hidden>
          −
        </span>
        <NumberLine
          intervals={old}
          scale={scale}
          width="full"
          tone="grey"
          ticks={false}
          label={heard('Before', before)}
        />
        <span className={classes.plus} aria-hidden>
          +
        </span>
        {/* The axis is shared: the ends of the line above are named below, too. */}
        <NumberLine
          intervals={now}
          scale={{ ...scale, marks: [...oldEnds, 0] }}
          width="full"
          ticks
          label={heard('Now', after)}
        />
      </div>
      <dl className={classes.covered}>
        <Covered label="Gained" notation={gained} />
        <Covered label="Lost" notation={lost} />
      </dl>
      <UnsetNote before={before !== null} after={after !== null} />
    </div>
  );
}

/** A dimension that is not set covers everything. */
const EVERYTHING: readonly Interval[] = [{ lower: null, upper: null }];

function intervalsOf(notation: string | null): readonly Interval[] {
  const parsed = notation === null ? undefined : parseIntervals(notation, { negative: true });
  return parsed?.ok ? parsed.asWritten : EVERYTHING;
}

const heard = (when: string, notation: string | null) => `${when}: ${notation ?? 'not set, any value'}`;

function Covered({ label, notation }: Readonly<{ label: string; notation: string }>) {
  if (notation === '') return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd className="ls-mono">{notation}</dd>
    </div>
  );
}
