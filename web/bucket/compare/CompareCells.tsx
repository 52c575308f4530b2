import type { ValueKey } from '#domain/value/registry.ts';
import { valueText } from '#web/dimension/changeWords.ts';
import type { ValueCell } from './compareRows.ts';
import classes from './CompareTable.module.css';

/** What the dial sets in this bucket, with a bar to compare by eye. */
export function ValueCellView({ name, cell }: Readonly<{ name: ValueKey; cell: ValueCell }>) {
  const { value, own, overridden, share } = cell;
  if (value === undefined) return <span className="ls-ink-3">Not set</span>;
  return (
    <>
      <span className={`ls-num ${classes.value}`} data-overridden={overridden || undefined}>
        {overridden && own !== undefined && (
          <>
            <span className="ls-hidden">not the dial’s own </span>
            <del>{valueText(name, own)}</del>{' '}
          </>
        )}
        <span>{valueText(name, value)}</span>
      </span>
      {share !== undefined && (
        <span className={`ls-block ${classes.bar}`} data-overridden={overridden || undefined} aria-hidden>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </>
  );
}
