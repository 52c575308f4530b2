import type { DimensionValue, IntervalsDimension } from '#domain/dimension/dimension.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { NumberLine } from '#web/dimension/NumberLine.tsx';
import { scaleFor } from '#web/dimension/numberScale.ts';
import { OptionPills } from './OptionPills.tsx';
import classes from './AppliesWhen.module.css';

export type DimensionRowProps = Readonly<{ dimension: DimensionKey; value: DimensionValue | undefined }>;

export function DimensionRow({ dimension, value }: DimensionRowProps) {
  return (
    <div className={classes.row}>
      <dt className={classes.label}>{dimensionOf(dimension).label}</dt>
      <dd className={classes.value}>
        <Value dimension={dimension} value={value} />
      </dd>
    </div>
  );
}

function Value({ dimension, value }: DimensionRowProps) {
  const entry = dimensionOf(dimension);
  if (entry.kind === 'intervals') return <IntervalValue dimension={entry} notation={String(value)} />;
  if (entry.kind === 'options')
    return <OptionPills list={entry.list} codes={Array.isArray(value) ? (value as readonly string[]) : []} />;
  if (entry.kind === 'yes-no') return <span className={classes.pill}>{value === true ? 'Yes' : 'No'}</span>;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
  return (
    <ul className={classes.pills}>
      {entry.options
        .filter((option) => chosen.includes(option.value))
        .map((option) => (
          <li key={option.value} className={classes.pill}>
            {option.label}
          </li>
        ))}
    </ul>
  );
}

function IntervalValue({ dimension, notation }: Readonly<{ dimension: IntervalsDimension; notation: string }>) {
  const parsed = parseIntervals(notation, { negative: true });
  return (
    <div className={classes.interval}>
      {parsed.ok && (
        <div className={classes.line}>
          <NumberLine
            intervals={parsed.asWritten}
            scale={{ ...scaleFor(dimension), marks: [0] }}
            width="full"
            ticks
            label={notation}
          />
        </div>
      )}
      <span className={`${classes.notation} ls-mono`}>{notation}</span>
    </div>
  );
}
