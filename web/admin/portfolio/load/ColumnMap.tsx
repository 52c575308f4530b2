import { NativeSelect } from '@mantine/core';
import IconFits from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { memo, useState } from 'react';
import type { PortfolioCause, PortfolioColumn } from '#contract/portfolio-load.ts';
import { letterOf } from '#domain/dial/exchange.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { isDimension, isSingle, type Target, targetLabel, TARGETS } from '#domain/portfolio/mapping/target.ts';
import { describeShare } from '#web/admin/portfolio/portfolioText.ts';
import { Table } from '#web/kit/Table.tsx';
import { agree } from '#web/kit/plural.ts';
import classes from './Load.module.css';

type ColumnMapProps = Readonly<{
  columns: readonly PortfolioColumn[];
  causes: readonly PortfolioCause[];
  /** The target of a column, while the server does not know it yet. */
  targets: ReadonlyMap<number, Target>;
  disabled: boolean;
  onTarget: (column: number, target: Target) => void;
}>;

/** The target of each column of the file, with what was found in it. */
export function ColumnMap({ columns, causes, targets, disabled, onTarget }: ColumnMapProps) {
  const [open, setOpen] = useState<number>();
  const shown = columns.map((column, index) => {
    const target = targets.get(index);
    if (target === undefined || (target === column.target && !column.is_asked)) return column;
    return { ...column, target, found: null, is_asked: false };
  });
  const recognised = shown.map((column, index) =>
    recognise(
      column,
      causes.filter((cause) => cause.column === index),
    ),
  );
  return (
    <div className={classes.map}>
      <Table
        label="Columns"
        className={`ls-table-fixed ${classes.columns}`}
        columns={[
          { label: 'Column in the file', className: classes.name },
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
              recognised={recognised[index] as Recognition}
              isOpen={open === index}
              disabled={disabled}
              onTarget={onTarget}
              onOpen={(isOpen) => setOpen(isOpen ? index : undefined)}
            />
          ))}
        </tbody>
      </Table>
      <p className={`ls-rule ls-ink-2 ${classes.foot}`}>
        <ColumnsInWords columns={shown} recognised={recognised} />
      </p>
    </div>
  );
}

type ColumnRowProps = Readonly<{
  column: PortfolioColumn;
  index: number;
  recognised: Recognition;
  isOpen: boolean;
  disabled: boolean;
  onTarget: (column: number, target: Target) => void;
  onOpen: (isOpen: boolean) => void;
}>;

function ColumnRow({ column, index, recognised, isOpen, disabled, onTarget, onOpen }: ColumnRowProps) {
  const { name, first, target, is_nested, is_asked } = column;
  const reading = describeReading(column);
  return (
    <>
      <tr data-unused={target === 'unused' || undefined}>
        <th scope="row">
          <button
            type="button"
            className={`ls-plain ls-block ls-full ls-clip ${classes.columnName}`}
            title={name}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            {name}
            {is_asked && <span className="ls-ink-3">, column {letterOf(index)}</span>}
          </button>
        </th>
        <td>
          <TargetField
            name={is_asked ? `${name}, column ${letterOf(index)},` : name}
            index={index}
            target={is_asked ? undefined : target}
            disabled={disabled || is_nested}
            onTarget={onTarget}
          />
        </td>
        <td>
          <div className="ls-row">
            <Mark mark={recognised.mark} />
            <span aria-hidden className={classes.share}>
              <span style={{ width: `${recognised.share * 100}%` }} />
            </span>
            <span className="ls-ink-2 ls-clip" title={recognised.text}>
              {recognised.text}
            </span>
          </div>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={3} className={`ls-sunken ${classes.opened}`}>
            <FirstValues values={first} />
            {reading !== '' && <p className="ls-small ls-ink-3 ls-above-8 ls-break">{reading}</p>}
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
      {values.map((value, index) => (
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
  /** Undefined until someone chooses it. */
  target: Target | undefined;
  disabled: boolean;
  onTarget: (column: number, target: Target) => void;
}>;

/** A native select: a file may have hundreds of columns, and people know its keys. */
const TargetField = memo(function TargetField({ name, index, target, disabled, onTarget }: TargetFieldProps) {
  return (
    <NativeSelect
      aria-label={`What ${name} is`}
      data={
        target === undefined
          ? [{ value: '', label: 'Choose what it is', disabled: true }, ...TARGET_GROUPS]
          : TARGET_GROUPS
      }
      value={target ?? ''}
      disabled={disabled}
      onChange={({ currentTarget }) => onTarget(index, currentTarget.value as Target)}
    />
  );
});

type ColumnsInWordsProps = Readonly<{ columns: readonly PortfolioColumn[]; recognised: readonly Recognition[] }>;

function ColumnsInWords({ columns, recognised }: ColumnsInWordsProps) {
  const used = columns.filter(({ target }) => target !== 'unused').length;
  const toLook = recognised.filter(({ mark }) => mark === 'look').length;
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

type Recognition = Readonly<{
  mark: 'fits' | 'look' | 'none';
  /** The share of rows with a readable value, or none. */
  share: number;
  text: string;
}>;

/** `causes`: those of this column. */
function recognise(
  { target, found, is_nested, is_asked }: PortfolioColumn,
  causes: readonly PortfolioCause[],
): Recognition {
  if (is_nested) return { mark: 'look', share: 0, text: 'nested, cannot be read' };
  if (is_asked) return { mark: 'look', share: 0, text: 'not the only one' };
  if (target === 'unused') return { mark: 'none', share: 0, text: 'not used' };
  if (found === null) return { mark: 'none', share: 0, text: 'not checked yet' };
  const all = found.filled + found.empty + found.wrong;
  const open = causes.filter(({ fix }) => fix === null);
  const share = all === 0 ? 0 : (found.filled + found.empty) / all;
  if (open.length > 0) {
    const areNames = open.every(({ kind }) => kind === 'name');
    return { mark: 'look', share, text: `${open.length} ${areNames ? 'unknown' : 'to look at'}` };
  }
  const matched = causes.filter(({ kind }) => kind === 'name' || kind === 'value').length;
  return {
    mark: 'fits',
    share,
    text: matched > 0 ? `${matched} matched` : describeFilled(found.empty, all),
  };
}

const describeFilled = (empty: number, all: number): string =>
  empty === 0 ? '100%' : `${describeShare(empty, all)} empty`;

/** How the texts of a column are read, in a sentence; empty where they are read as they stand. */
function describeReading({ found }: PortfolioColumn): string {
  if (found === null) return '';
  const renamed = found.read_as.filter(({ text, as }) => text.toLowerCase() !== as.toLowerCase());
  return [
    ...renamed.map(({ text, as }) => `${text} is ${as}`),
    ...found.empties.map((text) => `“${text}” is empty`),
  ].join(', ');
}
