import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { Fragment, type ReactNode } from 'react';
import { grouped } from '#domain/dimension/format.ts';
import { amountOf, type Metric, drawBeforeAfter } from '#domain/impact/distribution.ts';
import { DIRECTIONS, type Impact, type ResultValue, type Segment, type ValueImpact } from '#domain/impact/impact.ts';
import {
  COARSE_NOTE,
  DIRECTION_TEXT,
  describeAmount,
  describeResultValue,
  describePercent,
  describeSegment,
  describeNoChange,
  describeShare,
  describeWhole,
  IMPACT_VALUES,
  NO_SEGMENTS_NOTE,
  titleOfDirection,
} from '#domain/impact/words.ts';
import { shortLabelOf, unitLabelOf, type ValueKey, VALUES } from '#domain/value/registry.ts';
import { DirectionGlyph, FigureLink, Meter, mostOf, type OnFigure } from '#web/bucket/impact/Figures.tsx';
import { useNameOption } from '#web/dial/query.ts';
import { right, Table } from '#web/kit/Table.tsx';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import { BeforeAfter } from './BeforeAfter.tsx';
import { Heading, LargestChanges, type LargestChangesProps } from './LargestChanges.tsx';
import classes from './ImpactBody.module.css';

type ImpactBodyProps = Omit<LargestChangesProps, 'impact' | 'onFigure' | 'whole'> &
  Readonly<{
    impact: Impact;
    /** The day of the measurement, where it is not said elsewhere. */
    day?: string | null | undefined;
    counted: Metric;
    /** Undefined if the risks behind a figure can no longer be listed. */
    onFigure: OnFigure | undefined;
    /** At the end of the first line. */
    control?: ReactNode;
    /** On paper: shows everything, with nothing to expand. */
    whole?: boolean;
  }>;

/** The whole impact: how much changes, each value before and after, where, and the largest changes. */
export function ImpactBody({ impact, day, counted, onFigure, control, whole = false, ...largest }: ImpactBodyProps) {
  if (impact.changed.risks === 0)
    return <p className={`ls-ink-2 ${classes.list}`}>{describeNoChange(impact.changed)}.</p>;
  const values = IMPACT_VALUES.flatMap((key) => impact.values.find(({ value }) => value === key) ?? []);
  const table = <ValuesTable values={values} counted={counted} />;
  return (
    <div className="ls-ruled">
      <Headline impact={impact} day={day} counted={counted} onFigure={onFigure} control={control} />
      {impact.coarse && <p className={`ls-small ls-ink-3 ${classes.list}`}>{COARSE_NOTE}</p>}
      <div className={classes.values}>
        {values.map((value) => (
          <Multiple
            key={value.value}
            impact={value}
            counted={counted}
            largest={resultsOfLargest(impact, value.value)}
            onFigure={onFigure}
          />
        ))}
      </div>
      <div className={classes.table}>
        {whole ? (
          table
        ) : (
          <details className="ls-small">
            <summary>As a table</summary>
            {table}
          </details>
        )}
      </div>
      <div className={classes.lists}>
        <Segments impact={impact} counted={counted} onFigure={onFigure} whole={whole} />
        <LargestChanges impact={impact} onFigure={onFigure} whole={whole} {...largest} />
      </div>
    </div>
  );
}

type SectionProps = Readonly<{ impact: Impact; counted: Metric; onFigure: OnFigure | undefined }>;

type HeadlineProps = SectionProps & Pick<ImpactBodyProps, 'day' | 'control'>;

function Headline({ impact, day, counted, onFigure, control }: HeadlineProps) {
  const [part, all] = [amountOf(impact.changed, counted), amountOf(impact.all, counted)];
  return (
    <div className={`ls-row ls-gap-12 ${classes.head}`}>
      <span>
        <FigureLink
          share={impact.changed}
          counted={counted}
          figure={{ of: 'changed' }}
          label="Risks that change"
          onFigure={onFigure}
          className={classes.big}
        />{' '}
        <span className="ls-ink-2">{describeWhole(impact, counted, day)}</span>
      </span>
      <span className={classes.meter}>
        <Meter part={part / Math.max(1, all)} tracked thick />
      </span>
      <b className="ls-num">{describePercent(part, all)}</b>
      <Legend />
      {control}
    </div>
  );
}

export function Legend() {
  return (
    <>
      <span className={`ls-inline ls-small ls-ink-3 ${classes.legend}`}>before</span>
      <span className={`ls-inline ls-small ls-ink-3 ${classes.legend}`} data-after>
        after
      </span>
    </>
  );
}

type ValueProps = Readonly<{
  impact: ValueImpact;
  counted: Metric;
  largest: ReadonlySet<ResultValue>;
  onFigure: OnFigure | undefined;
}>;

/** What the largest changes move from and to. */
export const resultsOfLargest = ({ largest }: Impact, value: ValueKey): ReadonlySet<ResultValue> =>
  new Set(largest.slice(0, FEW).flatMap(({ before, after }) => [before[value] ?? null, after[value] ?? null]));

function Multiple({ impact, counted, largest, onFigure }: ValueProps) {
  const { value } = impact;
  const moved = DIRECTIONS.filter((direction) => impact[direction].risks > 0);
  return (
    <div role="group" aria-label={VALUES[value].label} className={classes.value}>
      <p className={`ls-clip ${moved.length === 0 ? 'ls-ink-3' : 'ls-medium'}`}>
        {shortLabelOf(value)} <span className="ls-small ls-ink-3 ls-normal">{unitLabelOf(value)}</span>
      </p>
      <BeforeAfter impact={impact} counted={counted} largest={largest} />
      {moved.length === 0 ? (
        <p className="ls-mid ls-ink-3">{describeNoChange(...DIRECTIONS.map((direction) => impact[direction]))}</p>
      ) : (
        <div className={`ls-mid ${classes.counts}`}>
          {moved.map((direction) => (
            <Fragment key={direction}>
              <DirectionGlyph direction={direction} />
              <FigureLink
                share={impact[direction]}
                counted={counted}
                figure={{ of: 'value', value, direction }}
                label={titleOfDirection(value, direction)}
                onFigure={onFigure}
                className="ls-bold ls-right"
              />
              <span className="ls-ink-3">{DIRECTION_TEXT[direction]}</span>
            </Fragment>
          ))}
        </div>
      )}
    </div>
  );
}

/** The bars as numbers. */
function ValuesTable({ values, counted }: Readonly<{ values: readonly ValueImpact[]; counted: Metric }>) {
  const heads = counted === 'risks' ? ['Risks before', 'Risks after'] : ['Premium before', 'Premium after'];
  return (
    <Table label="Before and after" columns={['Value', 'Given', ...heads.map(right)]} className="ls-above-8">
      <tbody>
        {values.flatMap((impact) =>
          drawBeforeAfter(impact, counted, 0).map(({ from, before, after }) => (
            <tr key={`${impact.value} ${from}`}>
              <td>{VALUES[impact.value].label}</td>
              <td>{describeResultValue(impact.value, from)}</td>
              <td className="ls-right">{describeAmount(before.amount, counted)}</td>
              <td className="ls-right">{describeAmount(after.amount, counted)}</td>
            </tr>
          )),
        )}
      </tbody>
    </Table>
  );
}

const FEW = 5;

function Segments({
  impact: { segments, coarse },
  counted,
  onFigure,
  whole,
}: SectionProps & Readonly<{ whole: boolean }>) {
  const nameOption = useNameOption();
  const { listed, count } = segments;
  const list = useShowAll(listed, FEW);
  const most = mostOf(
    listed.map(({ all }) => all),
    counted,
  );
  const row = (segment: Segment): ReactNode => (
    <>
      <span className={`ls-clip ls-mid ${classes.name}`} title={describeSegment(segment, nameOption)}>
        {describeSegment(segment, nameOption)}
      </span>
      <Meter part={amountOf(segment.changed, counted) / most} all={amountOf(segment.all, counted) / most} />
      <span className="ls-right ls-num ls-mid">{describeShare(segment.changed, counted)}</span>
    </>
  );
  return (
    <section aria-label="Segments that change most" className={classes.list}>
      <div className="ls-row ls-spread ls-below-8">
        <Heading whole={whole}>Segments that change most</Heading>
        {!whole && <ShowAll list={list} label={`Show all ${grouped(count)}`} />}
      </div>
      {coarse && listed.length === 0 && <p className="ls-small ls-ink-3">{NO_SEGMENTS_NOTE}</p>}
      {list.shown.map((segment) => {
        const { layer, country } = segment;
        const key = `${layer} ${country}`;
        if (onFigure === undefined)
          return (
            <div key={key} className={classes.segment}>
              {row(segment)}
            </div>
          );
        return (
          <button
            key={key}
            type="button"
            className={`ls-plain ls-wide ${classes.segment}`}
            onClick={() => onFigure({ of: 'segment', layer, country })}
          >
            {row(segment)}
            <IconOpen size={14} stroke={1.75} aria-hidden className="ls-ink-4" />
          </button>
        );
      })}
      {(whole || list.shown.length === listed.length) && count > list.shown.length && (
        <p className="ls-small ls-ink-3">and {grouped(count - list.shown.length)} more</p>
      )}
    </section>
  );
}
