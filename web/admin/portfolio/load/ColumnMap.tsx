import { NativeSelect } from '@mantine/core';
import IconFits from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { memo, useState } from 'react';
import type { PortfolioColumn } from '#contract/portfolio.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { isDimension, isSingle, type Target, TARGETS, targetLabel } from '#domain/portfolio/mapping/target.ts';
import { agree } from '#web/kit/plural.ts';
import { Table } from '#web/kit/Table.tsx';
import { MatchNames } from './MatchNames.tsx';
import { recognise, type Recognition } from './recognised.ts';
import type { Match } from './useChanges.ts';
import classes from './Load.module.css';

type ColumnMapProps = Readonly<{
  columns: readonly PortfolioColumn[];
  /** The target of a column, while the server does not know it yet. */
  targets: ReadonlyMap<number, Target>;
  /** No class in the file is recognised: its names have to be matched before anything can be checked. */
  needsClasses: boolean;
  disabled: boolean;
  onTarget: (column: number, target: Target) => void;
  onMatch: (match: Match) => void;
}>;

/** The target of each column of the file, with what was found in it. */
export function ColumnMap({ columns, targets, needsClasses, disabled, onTarget, onMatch }: ColumnMapProps) {
  const [matching, setMatching] = useState<number>();
  const shown = columns.map((column, index) => {
    const target = targets.get(index);
    return target === undefined || target === column.target ? column : { ...column, target, found: null };
  });
  return (
    <div className={classes.map}>
      <Table
        label="Columns"
        className={`ls-table-fixed ${classes.columns}`}
        columns={[
          { label: 'Column in the file', className: classes.name },
          { label: 'First values', className: classes.first },
          { label: 'Dimension', className: classes.target },
          'Recognised',
        ]}
      >
        <tbody>
          {shown.map((column, index) => (
            <ColumnRow
              key={index}
              column={column}
              index={index}
              isMatching={matching === index}
              needsClasses={needsClasses}
              disabled={disabled}
              onTarget={onTarget}
              onMatching={(isOpen) => setMatching(isOpen ? index : undefined)}
              onMatch={onMatch}
            />
          ))}
        </tbody>
      </Table>
      <p className={`ls-rule ls-ink-2 ${classes.foot}`}>
        <ColumnsInWords columns={shown} />
      </p>
    </div>
  );
}

type ColumnRowProps = Readonly<{
  column: PortfolioColumn;
  index: number;
  isMatching: boolean;
  needsClasses: boolean;
  disabled: boolean;
  onTarget: (column: number, target: Target) => void;
  onMatching: (isOpen: boolean) => void;
  onMatch: (match: Match) => void;
}>;

function ColumnRow(props: ColumnRowProps) {
  const { column, index, isMatching, needsClasses, disabled, onTarget, onMatching, onMatch } = props;
  const { name, first, target, found, is_nested } = column;
  const recognised = recognise(column);
  const isUnknownClass = needsClasses && target === 'cob' && found === null;
  const action = isUnknownClass ? 'Match names' : recognised.action;
  const unknown = isUnknownClass ? first.map((text) => ({ text, rows: 0 })) : (found?.unknown ?? []);
  return (
    <>
      <tr data-unused={target === 'unused' || undefined}>
        <th scope="row" className="ls-clip" title={name}>
          {name}
        </th>
        <td>
          <FirstValues values={first} />
        </td>
        <td>
          <TargetField name={name} index={index} target={target} disabled={disabled || is_nested} onTarget={onTarget} />
        </td>
        <td>
          <div className="ls-row">
            <Mark mark={isUnknownClass ? 'look' : recognised.mark} />
            <span aria-hidden className={classes.share}>
              <span style={{ width: `${recognised.share * 100}%` }} />
            </span>
            <span className="ls-ink-2">{isUnknownClass ? 'none known' : recognised.text}</span>
            {(action !== undefined || isMatching) && (
              <button
                type="button"
                className="ls-link ls-push ls-nowrap"
                aria-expanded={isMatching}
                aria-label={`${action ?? 'Close'}: ${name}`}
                onClick={() => onMatching(!isMatching)}
              >
                {action ?? 'Close'}
              </button>
            )}
          </div>
        </td>
      </tr>
      {isMatching && (
        <tr>
          <td colSpan={4} className={`ls-sunken ${classes.matches}`}>
            <MatchNames
              target={target}
              unknown={unknown}
              onMatch={(text, code) => onMatch({ column: index, text, code })}
            />
          </td>
        </tr>
      )}
    </>
  );
}

function Mark({ mark }: Pick<Recognition, 'mark'>) {
  if (mark === 'none')
    return (
      <span aria-hidden className={`ls-ink-3 ${classes.mark}`}>
        –
      </span>
    );
  if (mark === 'fits')
    return (
      <span className={`ls-accent ${classes.mark}`}>
        <IconFits size={15} stroke={2} role="img" aria-label="Recognised" />
      </span>
    );
  return (
    <span role="img" aria-label="Needs a look" className={`ls-amber ls-bold ${classes.mark}`}>
      ?
    </span>
  );
}

const FirstValues = memo(function FirstValues({ values }: Readonly<{ values: readonly string[] }>) {
  return (
    <div className={`ls-row ls-gap-6 ${classes.values}`} title={values.join(', ')}>
      {values.slice(0, 3).map((value, index) => (
        <span key={index} className="ls-chip ls-normal">
          {value}
        </span>
      ))}
    </div>
  );
});

const option = (target: Target) => ({ value: target, label: targetLabel(target) });
const TARGET_GROUPS = [
  { group: 'The risk', items: TARGETS.filter((target) => isSingle(target) && !isDimension(target)).map(option) },
  ...[...Map.groupBy(DIMENSION_KEYS, (key) => dimensionOf(key).group)].map(([group, keys]) => ({
    group,
    items: keys.map(option),
  })),
  { group: 'Other', items: TARGETS.filter((target) => !isSingle(target)).map(option) },
];

type TargetFieldProps = Readonly<{
  name: string;
  index: number;
  target: Target;
  disabled: boolean;
  onTarget: (column: number, target: Target) => void;
}>;

/** A native select: a file may have hundreds of columns, and people know its keys. */
const TargetField = memo(function TargetField({ name, index, target, disabled, onTarget }: TargetFieldProps) {
  return (
    <NativeSelect
      aria-label={`What ${name} is`}
      data={TARGET_GROUPS}
      value={target}
      disabled={disabled}
      onChange={({ currentTarget }) => onTarget(index, currentTarget.value as Target)}
    />
  );
});

function ColumnsInWords({ columns }: Readonly<{ columns: readonly PortfolioColumn[] }>) {
  const used = columns.filter(({ target }) => target !== 'unused').length;
  const toLook = columns.filter((column) => recognise(column).mark === 'look').length;
  const targets = new Set(columns.map(({ target }) => target));
  const absent = DIMENSION_KEYS.filter((key) => !targets.has(key)).length;
  return (
    <>
      <b>
        {used} of {columns.length}
      </b>{' '}
      columns used
      {toLook > 0 && (
        <>
          , <b>{toLook}</b> to look at
        </>
      )}
      .{' '}
      {absent > 0 &&
        `${absent} ${agree(absent, 'dimension has', 'dimensions have')} no column here and ${agree(absent, 'stays', 'stay')} missing.`}
    </>
  );
}
