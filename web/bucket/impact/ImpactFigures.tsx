import type { ReactNode } from 'react';
import { grouped } from '#domain/dimension/format.ts';
import { amountOf, type Metric } from '#domain/impact/distribution.ts';
import { DIRECTIONS, type GroupImpact, type Impact, type Share, type ValueImpact } from '#domain/impact/impact.ts';
import {
  describeGrouping,
  describeMember,
  describeNoChange,
  DIRECTION_TEXT,
  IMPACT_VALUES,
  titleOfDirection,
  unitOfChange,
} from '#domain/impact/words.ts';
import { shortLabelOf, VALUES } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import { ChangeDistribution } from './ChangeDistribution.tsx';
import { Arrow, FigureLink, FigureRow, mostOf } from './Figures.tsx';
import { useImpact } from './ImpactProvider.tsx';
import { useDialNames } from './useDialNames.ts';
import classes from './ImpactPanel.module.css';

/** `children` stand after the values. */
export function ImpactFigures({ impact, children }: Readonly<{ impact: Impact; children: ReactNode }>) {
  const groups = impact.groups.filter(({ count }) => count > 0).toSorted((a, b) => rankOf(a) - rankOf(b));
  return (
    <>
      <ValueRows impact={impact} />
      {children}
      <BehindRows impact={impact} />
      <div className={classes.groups}>
        {groups.map((group) => (
          <GroupRows key={describeGrouping(group.by)} group={group} />
        ))}
      </div>
    </>
  );
}

const FIRST_GROUPS: readonly string[] = ['Brokers', 'Countries'];

/** Brokers, then countries, then the others in the given order. */
function rankOf({ by }: GroupImpact): number {
  const place = FIRST_GROUPS.indexOf(describeGrouping(by));
  return place === -1 ? FIRST_GROUPS.length : place;
}

function ValueRows({ impact }: Readonly<{ impact: Impact }>) {
  const values = new Map(impact.values.map((one) => [one.value, one]));
  return (
    <div className={`ls-rule-below ${classes.part}`}>
      <div className={`ls-small ls-ink-3 ${classes.value}`} aria-hidden>
        <span>Value</span>
        <span className="ls-right">Lower</span>
        <span className={classes.middle}>Change per risk</span>
        <span className="ls-right">Higher</span>
      </div>
      {IMPACT_VALUES.map((key) => {
        const value = values.get(key);
        return value && <ValueRow key={key} impact={value} />;
      })}
    </div>
  );
}

/** Not drawn left or right of the middle. */
const BELOW = DIRECTIONS.filter((direction) => direction !== 'lower' && direction !== 'higher');

function ValueRow({ impact }: Readonly<{ impact: ValueImpact }>) {
  const { counted, show } = useImpact();
  const { value, lower, higher } = impact;
  const changed = DIRECTIONS.reduce((sum, direction) => sum + impact[direction].risks, 0);
  const isNumber = VALUES[value].kind === 'number';
  return (
    <div role="group" aria-label={VALUES[value].label} className={classes.value}>
      <span className={changed === 0 ? 'ls-ink-3' : ''}>
        <span className="ls-block">{shortLabelOf(value)}</span>
        {isNumber && changed > 0 && <span className="ls-block ls-tiny ls-ink-3">{unitOfChange(value)}</span>}
      </span>
      {isNumber && changed > 0 && (
        <span className={`ls-row ls-gap-4 ls-end ${classes.count}`}>
          <FigureLink
            share={lower}
            counted={counted}
            figure={{ of: 'value', value, direction: 'lower' }}
            label={titleOfDirection(value, 'lower')}
            onFigure={show}
            className="ls-bold"
          />
          {lower.risks > 0 && <Arrow isUp={false} />}
        </span>
      )}
      <div className={changed === 0 || !isNumber ? `ls-ink-3 ${classes.whole}` : classes.middle}>
        {changed === 0 && describeNoChange(...DIRECTIONS.map((direction) => impact[direction]))}
        {isNumber && <ChangeDistribution impact={impact} counted={counted} />}
        {BELOW.filter((direction) => impact[direction].risks > 0).map((direction) => (
          <span key={direction} className="ls-block ls-small ls-ink-3">
            <FigureLink
              share={impact[direction]}
              counted={counted}
              figure={{ of: 'value', value, direction }}
              label={titleOfDirection(value, direction)}
              onFigure={show}
              className="ls-semi ls-ink-2"
            />{' '}
            {DIRECTION_TEXT[direction]}
          </span>
        ))}
      </div>
      {isNumber && changed > 0 && (
        <span className={`ls-row ls-gap-4 ls-end ${classes.count}`}>
          {higher.risks > 0 && <Arrow isUp />}
          <FigureLink
            share={higher}
            counted={counted}
            figure={{ of: 'value', value, direction: 'higher' }}
            label={titleOfDirection(value, 'higher')}
            onFigure={show}
            className="ls-bold"
          />
        </span>
      )}
    </div>
  );
}

const FEW = 4;

type ListedProps<T> = Readonly<{
  title: string;
  items: readonly T[];
  /** The total, if not all were sent. */
  count?: number;
  row: (item: T) => ReactNode;
}>;

/** The first few, and the rest on request. */
function Listed<T>({ title, items, count = items.length, row }: ListedProps<T>) {
  const list = useShowAll(items, FEW);
  return (
    <section aria-label={title} className={classes.listed}>
      <div className="ls-row ls-spread">
        <h3 className="ls-bold ls-clip">{title}</h3>
        <ShowAll list={list} label={`Show all ${grouped(count)}`} of={title.toLowerCase()} className="ls-fixed" />
      </div>
      {list.shown.map(row)}
      {list.shown.length === items.length && count > items.length && (
        <p className="ls-small ls-ink-3">and {grouped(count - items.length)} more with fewer risks</p>
      )}
    </section>
  );
}

/** The largest first, in the unit that is shown. */
const byAmount = <T,>(items: readonly T[], shareOf: (item: T) => Share, counted: Metric): T[] =>
  items.toSorted((a, b) => amountOf(shareOf(b), counted) - amountOf(shareOf(a), counted));

function BehindRows({ impact: { behind, changed } }: Readonly<{ impact: Impact }>) {
  const { counted, show } = useImpact();
  const { positionOf, nameOf } = useDialNames();
  return (
    <div className={`ls-rule-below ${classes.part}`}>
      <Listed
        title="Dials behind the changes"
        items={byAmount(behind, (share) => share, counted)}
        row={(share) => (
          <FigureRow
            key={share.dial_id}
            name={
              <>
                <span className={`ls-ink-3 ls-num ${classes.position}`}>{positionOf(share.dial_id) ?? '−'}</span>
                {nameOf(share.dial_id)}
              </>
            }
            share={share}
            counted={counted}
            figure={{ of: 'behind', dial_id: share.dial_id }}
            onFigure={show}
            meter={{ part: amountOf(share, counted) / Math.max(1, amountOf(changed, counted)), tracked: true }}
          />
        )}
      />
    </div>
  );
}

function GroupRows({ group: { by, members, count } }: Readonly<{ group: GroupImpact }>) {
  const { counted, show } = useImpact();
  const nameOption = useNameOption();
  const most = mostOf(
    members.map(({ all }) => all),
    counted,
  );
  return (
    <Listed
      title={describeGrouping(by)}
      items={byAmount(
        members.filter(({ changed }) => changed.risks > 0),
        ({ changed }) => changed,
        counted,
      )}
      count={count}
      row={({ key, changed, all }) => (
        <FigureRow
          key={key}
          name={describeMember(by, key, nameOption)}
          share={changed}
          counted={counted}
          figure={{ of: 'group', by, key }}
          onFigure={show}
          meter={{ part: amountOf(changed, counted) / most, all: amountOf(all, counted) / most }}
        />
      )}
    />
  );
}
