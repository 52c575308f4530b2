import type { ReactNode } from 'react';
import { drawBeforeAfter, type Metric } from '#domain/impact/distribution.ts';
import {
  type ChangeCount,
  DIRECTIONS,
  type Impact,
  type ResultValue,
  type ValueImpact,
} from '#domain/impact/impact.ts';
import {
  type DirectionView,
  findMostMoved,
  type ImpactView as View,
  rankDials,
  rankGroups,
  rankSegments,
  type ValueView,
  viewImpact,
} from '#domain/impact/view.ts';
import {
  COARSE_NOTE,
  describeAmount,
  describeResultValue,
  DIRECTION_TEXT,
  NO_SEGMENTS_NOTE,
  titleOfDirection,
  unitOfChange,
} from '#domain/impact/words.ts';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import { Arrow, DirectionGlyph, FigureLink, Meter, type OnFigure } from './Figures.tsx';
import type { DialNames } from './useDialNames.ts';
import { useNameOption } from '#web/dial/query.ts';
import type { Columns } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { plural } from '#web/kit/plural.ts';
import { LargestChanges, type LargestChangesProps } from '#web/impact/view/LargestChanges.tsx';
import { RankedBars } from '#web/impact/view/RankedBars.tsx';
import { BeforeAfter, ChangeDistribution } from '#web/impact/view/ValueCharts.tsx';
import classes from './ImpactView.module.css';

type Counted = Readonly<{
  counted: Metric;
  /** Undefined if the risks behind a figure cannot be listed. */
  onFigure: OnFigure | undefined;
}>;
type Dated = Readonly<{ day: string | null }>;
type LineProps = Readonly<{ impact: Pick<ChangeCount, 'all' | 'changed'> & Readonly<{ values: Values }> }> & Dated;
type Values = Parameters<typeof viewImpact>[0]['values'];
type PhoneProps = Readonly<{ impact: Impact }> & Dated;
type PanelProps = Counted &
  Readonly<{
    impact: Impact;
    dials: DialNames;
    /** Above and below the first line. */
    head: ReactNode;
    control: ReactNode;
    /** After the values. */
    children: ReactNode;
  }>;
type PageProps = Counted &
  Pick<LargestChangesProps, 'largest' | 'tryRisk'> &
  Readonly<{
    impact: Impact;
    /** Where it is not said elsewhere. */
    day?: string | null;
    /** At the end of the first line. */
    control?: ReactNode;
  }>;

type ImpactViewProps =
  | (LineProps & Readonly<{ density: 'line' }>)
  | (PhoneProps & Readonly<{ density: 'phone' }>)
  | (PanelProps & Readonly<{ density: 'panel' }>)
  | (PageProps & Readonly<{ density: 'page' | 'paper' }>);

/**
 * Shows an impact: as a line among other facts, on the first view of a phone, in the panel beside a list, on the page of
 * its review, and on paper, with nothing to expand.
 */
export function ImpactView(props: ImpactViewProps) {
  switch (props.density) {
    case 'line':
      return <Line {...props} />;
    case 'phone':
      return <Phone {...props} />;
    case 'panel':
      return <Panel {...props} />;
    case 'page':
    case 'paper':
      return <Page {...props} isPaper={props.density === 'paper'} />;
  }
}

/** How much changes, and the most important value that does. */
function Line({ impact, day }: LineProps) {
  const view = viewImpact(impact, 'risks', day);
  const [first, ...others] = view.values.filter(({ moved }) => moved > 0);
  if (!view.isChanged) return <span>{view.nothingOn}</span>;
  return (
    <>
      <p className={`ls-row ls-wrap ls-gap-10 ${classes.headline}`} data-density="line">
        <span>
          <b className="ls-num">{view.count}</b> <span>{view.whole}</span>
        </span>
        <Part view={view} />
      </p>
      {first && (
        <p className={`ls-row ls-wrap ls-small ls-ink-2 ${classes.moved}`}>
          <span>{first.label}</span>
          <Moves value={first} />
          {others.length > 0 && <span className="ls-ink-3">and {plural(others.length, 'more value')}</span>}
        </p>
      )}
    </>
  );
}

/** The chart takes the width of a phone less its margins. */
const PHONE_WIDTH = 336;

/** The share of risks that change, and the value that most of them change. */
function Phone({ impact, day }: PhoneProps) {
  const view = viewImpact(impact, 'risks', day);
  const value = findMostMoved(view);
  if (!view.isChanged || value === undefined) return <p className="ls-ink-2">{view.nothingOn}</p>;
  const none = value.impact.moves.reduce((sum, { after, risks }) => sum + (after === null ? risks : 0), 0);
  return (
    <>
      <p className={`ls-row ls-wrap ls-spread ${classes.brief}`}>
        <span>
          <b className={`ls-num ${classes.share}`}>{view.percent}</b>{' '}
          <span className="ls-title ls-normal">of risks change</span>
        </span>
        <span className="ls-small ls-num ls-ink-3">{view.counts}</span>
      </p>
      <p className="ls-row ls-small ls-ink-2 ls-gap-10 ls-above-8">
        <span className="ls-grow">{[value.label, value.unit].filter((part) => part !== '').join(', ')}</span>
        <Legend />
      </p>
      <BeforeAfter
        impact={value.impact}
        counted="risks"
        largest={resultsOfLargest(impact, value.value)}
        width={PHONE_WIDTH}
      />
      <p className="ls-row ls-wrap ls-small ls-ink-2 ls-gap-10">
        <Moves value={value} />
        {none > 0 && <span className="ls-push ls-nowrap ls-ink-3">{describeAmount(none, 'risks')} have none</span>}
      </p>
    </>
  );
}

const FEW_IN_PANEL = 4;

/** Each value by the size of its change, the dials behind the changes, and the groups of risks. */
function Panel({ impact, counted, onFigure, dials, head, control, children }: PanelProps) {
  const nameOption = useNameOption();
  const view = viewImpact(impact, counted);
  return (
    <>
      <div className={`ls-rule-below ${classes.part}`}>
        {head}
        <Headline view={view} counted={counted} onFigure={onFigure} density="panel" />
        {control}
      </div>
      {!view.isChanged && <p className={`ls-ink-2 ls-rule-below ${classes.part}`}>{view.nothing}.</p>}
      {view.isChanged && (
        <div className={`ls-rule-below ${classes.part}`}>
          <div className={`ls-small ls-ink-3 ${classes.changes}`} aria-hidden>
            <span>Value</span>
            <span className="ls-right">Lower</span>
            <span className={classes.middle}>Change per risk</span>
            <span className="ls-right">Higher</span>
          </div>
          {view.values.map((value) => (
            <ValueChanges key={value.value} value={value} counted={counted} onFigure={onFigure} />
          ))}
        </div>
      )}
      {children}
      {view.isChanged && (
        <>
          <div className={`ls-rule-below ${classes.part}`}>
            <RankedBars list={rankDials(impact, counted, dials)} few={FEW_IN_PANEL} onFigure={onFigure} isStacked />
          </div>
          <div className={classes.groups}>
            {rankGroups(impact, counted, nameOption).map((list) => (
              <RankedBars key={list.title} list={list} few={FEW_IN_PANEL} onFigure={onFigure} isStacked />
            ))}
          </div>
        </>
      )}
    </>
  );
}

type ValueProps = Counted & Readonly<{ value: ValueView<ValueImpact> }>;

/** Not drawn left or right of the middle. */
const BELOW = DIRECTIONS.filter((direction) => direction !== 'lower' && direction !== 'higher');

function ValueChanges({ value: { value, impact, label, shortLabel, moved, nothing }, counted, onFigure }: ValueProps) {
  const isNumber = VALUES[value].kind === 'number';
  const hasSides = isNumber && moved > 0;
  const link = (direction: (typeof DIRECTIONS)[number], className: string) => (
    <FigureLink
      share={impact[direction]}
      counted={counted}
      figure={{ of: 'value', value, direction }}
      label={titleOfDirection(value, direction)}
      onFigure={onFigure}
      className={className}
    />
  );
  const side = (direction: 'lower' | 'higher') =>
    hasSides && (
      <span className={`ls-row ls-gap-4 ${classes.side}`} data-direction={direction}>
        {link(direction, 'ls-bold')}
        {impact[direction].risks > 0 && <Arrow isUp={direction === 'higher'} />}
      </span>
    );
  return (
    <div role="group" aria-label={label} className={classes.changes}>
      <span className={moved === 0 ? 'ls-ink-3' : ''}>
        <span className="ls-block">{shortLabel}</span>
        {hasSides && <span className="ls-block ls-tiny ls-ink-3">{unitOfChange(value)}</span>}
      </span>
      {side('lower')}
      <div className={hasSides ? classes.middle : `ls-ink-3 ${classes.whole}`}>
        {moved === 0 && nothing}
        {isNumber && <ChangeDistribution impact={impact} counted={counted} />}
        {BELOW.filter((direction) => impact[direction].risks > 0).map((direction) => (
          <span key={direction} className="ls-block ls-small ls-ink-3">
            {link(direction, 'ls-semi ls-ink-2')} {DIRECTION_TEXT[direction]}
          </span>
        ))}
      </div>
      {side('higher')}
    </div>
  );
}

const FEW_ON_PAGE = 5;

/** The whole impact: how much changes, each value before and after, where, and the largest changes. */
function Page({ impact, day, counted, onFigure, control, isPaper, largest, tryRisk }: PageProps & OnPaper) {
  const nameOption = useNameOption();
  const view = viewImpact(impact, counted, day);
  if (!view.isChanged) return <p className={`ls-ink-2 ${classes.section}`}>{view.nothing}.</p>;
  const table = <ValuesTable values={view.values} counted={counted} />;
  const segments = rankSegments(impact, counted, nameOption);
  return (
    <div className="ls-ruled">
      <Headline view={view} counted={counted} onFigure={onFigure} density="page">
        <Legend />
        {control}
      </Headline>
      {impact.coarse && <p className={`ls-small ls-ink-3 ${classes.section}`}>{COARSE_NOTE}</p>}
      <div className={classes.values}>
        {view.values.map((value) => (
          <div key={value.value} role="group" aria-label={value.label} className={classes.value}>
            <p className={`ls-clip ${value.moved === 0 ? 'ls-ink-3' : 'ls-medium'}`}>
              {value.shortLabel} <span className="ls-small ls-ink-3 ls-normal">{value.unit}</span>
            </p>
            <BeforeAfter impact={value.impact} counted={counted} largest={resultsOfLargest(impact, value.value)} />
            {value.moved === 0 ? (
              <p className="ls-mid ls-ink-3">{value.nothing}</p>
            ) : (
              <div className={`ls-mid ${classes.counts}`}>
                <Moves value={value} link={{ counted, onFigure }} />
              </div>
            )}
          </div>
        ))}
      </div>
      <div className={classes.table}>
        {isPaper ? (
          table
        ) : (
          <details className="ls-small">
            <summary>As a table</summary>
            {table}
          </details>
        )}
      </div>
      <div className={classes.lists}>
        <div className={classes.section}>
          <RankedBars
            list={segments}
            few={FEW_ON_PAGE}
            onFigure={onFigure}
            isPaper={isPaper}
            note={
              impact.coarse && segments.rows.length === 0 && <p className="ls-small ls-ink-3">{NO_SEGMENTS_NOTE}</p>
            }
          />
        </div>
        <div className={classes.section}>
          <LargestChanges
            impact={impact}
            few={FEW_ON_PAGE}
            onFigure={onFigure}
            isPaper={isPaper}
            largest={largest}
            tryRisk={tryRisk}
          />
        </div>
      </div>
    </div>
  );
}

type OnPaper = Readonly<{ isPaper: boolean }>;

type HeadlineProps = Counted & Readonly<{ view: View; density: 'panel' | 'page'; children?: ReactNode }>;

/** "27,093 of 38,412 risks change", with its bar and its share. */
function Headline({ view, density, counted, onFigure, children }: HeadlineProps) {
  return (
    <div className={`ls-row ls-wrap ${classes.headline}`} data-density={density}>
      <span>
        <FigureLink
          share={view.changed}
          counted={counted}
          figure={{ of: 'changed' }}
          label="Risks that change"
          onFigure={onFigure}
          className={classes.big}
        />{' '}
        <span className="ls-ink-2">{view.whole}</span>
      </span>
      <Part view={view} />
      {children}
    </div>
  );
}

/** What changes of the whole, as a bar and in percent. */
const Part = ({ view: { part, percent } }: Readonly<{ view: View }>) => (
  <>
    <span className={classes.meter}>
      <Meter part={part} tracked thick />
    </span>
    <b className="ls-num">{percent}</b>
  </>
);

function Legend() {
  return (
    <>
      <span className={`ls-inline ls-small ls-ink-3 ${classes.legend}`}>before</span>
      <span className={`ls-inline ls-small ls-ink-3 ${classes.legend}`} data-after>
        after
      </span>
    </>
  );
}

type MoveProps = Readonly<{
  move: DirectionView;
  /** The number leads to its risks. */
  link?: Counted | undefined;
}>;

/** "▼ 532 lower" */
export function Move({ move: { direction, share, count, text, title, figure }, link }: MoveProps) {
  return (
    <span className="ls-inline ls-nowrap">
      <DirectionGlyph direction={direction} />{' '}
      {link ? (
        <FigureLink share={share} figure={figure} label={title} className="ls-bold ls-right" {...link} />
      ) : (
        <b className="ls-num">{count}</b>
      )}{' '}
      <span className={link && 'ls-ink-3'}>{text}</span>
    </span>
  );
}

const Moves = ({ value, link }: Readonly<{ value: ValueView }> & Pick<MoveProps, 'link'>) =>
  value.moves.map((move) => <Move key={move.direction} move={move} link={link} />);

/** Returns what the largest changes move from and to. */
const resultsOfLargest = ({ largest }: Impact, value: ValueKey): ReadonlySet<ResultValue> =>
  new Set(largest.slice(0, FEW_ON_PAGE).flatMap(({ before, after }) => [before[value] ?? null, after[value] ?? null]));

type ValuesTableProps = Readonly<{ values: readonly ValueView<ValueImpact>[]; counted: Metric }>;

/** The bars as numbers. */
function ValuesTable({ values, counted }: ValuesTableProps) {
  const rows = values.flatMap(({ value, label, impact }) =>
    drawBeforeAfter(impact, counted, 0).map((line) => ({ ...line, value, label })),
  );
  const what = counted === 'risks' ? 'Risks' : 'Premium';
  const columns: Columns<(typeof rows)[number]> = [
    { head: 'Value', cell: ({ label }) => label },
    { head: 'Given', cell: ({ value, from }) => describeResultValue(value, from) },
    { head: `${what} before`, align: 'end', cell: ({ before }) => describeAmount(before.amount, counted) },
    { head: `${what} after`, align: 'end', cell: ({ after }) => describeAmount(after.amount, counted) },
  ];
  return (
    <div className="ls-above-8">
      <DataTable
        label="Before and after"
        rows={rows}
        columns={columns}
        row={{ key: ({ value, from }) => `${value} ${from}` }}
        frame="none"
      />
    </div>
  );
}
