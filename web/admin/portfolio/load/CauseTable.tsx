import IconFixed from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useState } from 'react';
import type { PortfolioCause, PortfolioLoad } from '#contract/portfolio-load.ts';
import { listFacts, type ReferenceList } from '#domain/dimension/dimension.ts';
import { grouped } from '#domain/dimension/format.ts';
import { uncapitalise } from '#domain/dimension/words.ts';
import { matchedAgainst, targetLabel } from '#domain/portfolio/mapping/target.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { Table } from '#web/kit/Table.tsx';
import { type CauseLine, causeKey, isQuestion, listLines, suggestedFixes, undoFix, withFix } from './causes.ts';
import { FixField } from './FixField.tsx';
import type { Fix } from './useChanges.ts';
import classes from './Load.module.css';

type CauseTableProps = Readonly<{
  load: PortfolioLoad;
  /** Fixes that the counts do not show yet. */
  fixes: readonly Fix[];
  disabled: boolean;
  onFix: (fixes: readonly Fix[]) => void;
}>;

/** More causes than this are a long list: the largest come first, the others on request. */
const MANY = 200;
const FEW = 50;

/** Why rows cannot be read, with what settles it. */
export function CauseTable({ load, fixes, disabled, onFix }: CauseTableProps) {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const causes = load.causes.map((cause) => withFix(cause, fixes));
  const isFixable = (cause: PortfolioCause) => cause.fix !== null || cause.suggestion !== null || isQuestion(cause);
  const offered = causes.filter(isFixable).map((first) => ({ first, others: [], rows: first.rows }));
  const rest = causes.filter((cause) => !isFixable(cause));
  const isCut = load.cause_count > MANY && !showsAll;
  const lines = listLines(rest, load.columns, (column) => expanded.has(column));
  const shown = isCut ? lines.slice(0, FEW) : lines;
  const rowProps = { load, disabled, onFix, onExpand: (column: number) => setExpanded(new Set(expanded).add(column)) };
  return (
    <>
      <Table
        label="Causes"
        className={`ls-table-fixed ${classes.causes}`}
        columns={[
          { label: 'Cause', className: classes.cause },
          { label: 'Rows', className: `ls-right ${classes.count}` },
          { label: 'Fix', className: classes.fixHead },
          { label: 'Done', className: classes.done, hidden: true },
        ]}
      >
        <tbody>
          {(isCut ? offered.slice(0, FEW) : offered).map((line) => (
            <CauseRow key={causeKey(line.first)} line={line} {...rowProps} />
          ))}
          {rest.length > 0 && (
            <tr className={classes.section}>
              <th colSpan={4} scope="rowgroup" className="ls-sunken">
                {causes.some(({ fix }) => fix !== null) ? 'Unresolved' : 'No suggestion'}{' '}
                <span className="ls-ink-3 ls-normal ls-num">{countValues(load, causes, rest)}</span>
              </th>
            </tr>
          )}
          {shown.map((line) => (
            <CauseRow key={causeKey(line.first)} line={line} {...rowProps} />
          ))}
        </tbody>
      </Table>
      {isCut && (
        <p className={`ls-rule ${classes.more}`}>
          <button type="button" className="ls-link" onClick={() => setShowsAll(true)}>
            All causes
          </button>
        </p>
      )}
      {!isCut && load.cause_count > load.causes.length && (
        <p className={`ls-rule ls-ink-3 ${classes.more}`}>
          The {grouped(load.causes.length)} largest of {grouped(load.cause_count)} causes
        </p>
      )}
    </>
  );
}

/** In how many rows is known only if nothing else is open. */
function countValues(
  { wrong_rows }: PortfolioLoad,
  causes: readonly PortfolioCause[],
  rest: readonly PortfolioCause[],
) {
  const values = rest.filter(({ column }) => column !== null).reduce((sum, { rows }) => sum + rows, 0);
  const isAll = causes.every((cause) => cause.fix !== null || rest.includes(cause));
  const rows = plural(wrong_rows, 'row');
  if (values === 0) return isAll ? rows : '';
  return isAll ? `${plural(values, 'value')} in ${rows}` : plural(values, 'value');
}

type CauseRowProps = Readonly<{
  line: CauseLine;
  load: PortfolioLoad;
  disabled: boolean;
  onFix: (fixes: readonly Fix[]) => void;
  onExpand: (column: number) => void;
}>;

function CauseRow({ line: { first: cause, others, rows }, load, disabled, onFix, onExpand }: CauseRowProps) {
  const { column, example, text, kind, fix, message, is_remembered } = cause;
  const found = column === null ? undefined : load.columns[column];
  const target = found?.target ?? 'unused';
  const shown = kind === 'name' || kind === 'value' ? text : example;
  const undo = fix === null ? undefined : undoFix(cause);
  // A currency has its own button, and a message needs the space.
  const isWide = fix === null && (kind === 'currency' || kind === 'repeat' || kind === 'row');
  const next = undo ?? suggestedFixes([cause])[0];
  return (
    <tr>
      <th scope="row">
        <span className="ls-row ls-gap-6">
          <span
            className={`ls-chip ls-normal ls-clip ${classes.text}`}
            {...(fix === null && { 'data-tone': 'red' })}
            title={message === '' ? shown : `${shown}: ${message}`}
          >
            {shown === '' ? 'empty' : shown}
          </span>
          {others.length > 0 && column !== null ? (
            <button type="button" className="ls-link ls-small" onClick={() => onExpand(column)}>
              and {grouped(others.length)} more {nounsOf(target, others.length)}
            </button>
          ) : (
            <span className="ls-ink-3 ls-small ls-normal ls-clip">
              {describePlace(cause, found?.name ?? 'whole row', target)}
              {is_remembered && ', as before'}
            </span>
          )}
        </span>
      </th>
      <td className="ls-right ls-num">{grouped(rows)}</td>
      <td colSpan={isWide ? 2 : 1}>
        <FixField
          cause={cause}
          target={target}
          column={found?.name ?? ''}
          label={shown}
          disabled={disabled}
          onFix={(one) => onFix([one])}
        />
      </td>
      {!isWide && (
        <td className="ls-right">
          {/* One button, so that it keeps the focus. */}
          {next && (
            <button
              type="button"
              className={undo ? `ls-accent ${classes.undo}` : 'ls-link ls-bold'}
              aria-label={`${undo ? 'Take back' : 'Apply'}: ${shown}`}
              title={undo && 'Take back'}
              disabled={disabled}
              onClick={() => onFix([next])}
            >
              {undo ? <IconFixed size={16} stroke={2} aria-hidden /> : 'Apply'}
            </button>
          )}
        </td>
      )}
    </tr>
  );
}

/** "new_renewal", "GBP amounts of revenue", "inception, dates". */
function describePlace(
  { kind, text }: PortfolioCause,
  name: string,
  target: Parameters<typeof targetLabel>[0],
): string {
  switch (kind) {
    case 'currency':
      return text === '' ? `${name}, currency` : `${text} amounts of ${uncapitalise(targetLabel(target))}`;
    case 'dates':
      return `${name}, dates`;
    case 'decimal':
      return `${name}, decimal mark`;
    case 'percent':
      return `${name}, percentages`;
    case 'repeat':
      return `${name}, repeated`;
    case 'name':
    case 'value':
    case 'row':
      return name;
  }
}

function nounsOf(target: Parameters<typeof matchedAgainst>[0], count: number): string {
  const against = matchedAgainst(target);
  if (against === 'cob') return agree(count, 'class', 'classes');
  if (against === 'journey') return agree(count, 'journey', 'journeys');
  const { noun, plural: many } = listFacts(against as ReferenceList);
  return agree(count, noun, many);
}
