import type { DimensionValue, IntervalsDimension } from '#domain/dimension/dimension.ts';
import { describeValue } from '#domain/dimension/kind/kinds.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import type { NameOption } from '#domain/dial/sentence.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import { valueText } from '#web/dimension/changeWords.ts';
import { NumberLine } from '#web/dimension/NumberLine.tsx';
import { scaleFor } from '#web/dimension/numberScale.ts';
import type { ValueCell } from './compareRows.ts';
import classes from './CompareTable.module.css';

/** What the dial sets in this bucket, with a bar to compare by eye. */
export function ValueCellView({ name, cell }: Readonly<{ name: ValueKey; cell: ValueCell }>) {
  const { value, own, overridden, share } = cell;
  if (value === undefined) return <span className={classes.unset}>Not set</span>;
  return (
    <>
      <span className={classes.value} data-overridden={overridden || undefined}>
        {overridden && own !== undefined && (
          <>
            <span className="ls-hidden">not the dial’s own </span>
            <del>{valueText(name, own)}</del>{' '}
          </>
        )}
        <span>{valueText(name, value)}</span>
      </span>
      {share !== undefined && (
        <span className={classes.bar} data-overridden={overridden || undefined} aria-hidden>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </>
  );
}

type DimensionCellProps = Readonly<{ name: DimensionKey; value: DimensionValue | undefined; nameOption: NameOption }>;

/** A dimension that is not set matches any risk. */
export function DimensionCell({ name, value, nameOption }: DimensionCellProps) {
  if (value === undefined) return <span className={classes.unset}>Any</span>;
  const dimension = dimensionOf(name);
  if (dimension.kind === 'intervals') return <Intervals dimension={dimension} notation={String(value)} />;
  if (typeof value === 'boolean' || typeof value === 'string') return describeValue(name, value, nameOption);
  return <Pills names={value.map((code) => describeValue(name, [code], nameOption))} />;
}

/** On the scale of the dimension, which is the same on both sides. */
function Intervals({ dimension, notation }: Readonly<{ dimension: IntervalsDimension; notation: string }>) {
  const parsed = parseIntervals(notation, { negative: true });
  return (
    <>
      {parsed.ok && (
        <NumberLine
          intervals={parsed.asWritten}
          scale={{ ...scaleFor(dimension), marks: [0] }}
          width="full"
          ticks
          label={notation}
        />
      )}
      <span className={`${classes.notation} ls-mono`}>{notation}</span>
    </>
  );
}

const MOST = 12;

export function Pills({ names }: Readonly<{ names: readonly string[] }>) {
  const rest = names.slice(MOST);
  return (
    <ul className={classes.pills}>
      {names.slice(0, MOST).map((name) => (
        <li key={name} className={classes.pill}>
          {name}
        </li>
      ))}
      {rest.length > 0 && (
        <li className={classes.rest} title={rest.join(', ')}>
          {rest.length} more
        </li>
      )}
    </ul>
  );
}
