import { SegmentedControl } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Columns } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { grouped } from '#domain/dimension/format.ts';
import { plural } from '#web/kit/plural.ts';
import { Card } from '#web/kit/Card.tsx';
import { useElementSize } from '@mantine/hooks';
import { formatDay, formatShortDay } from '#web/kit/format.ts';
import type { ApiAnswer } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import classes from './Usage.module.css';

const TIMES = [7, 30, 90].map((days) => ({ value: String(days), label: `${days} days` }));

export function UsageTab() {
  const [days, setDays] = useState('30');
  const query = useApiQuery('getUsage', { query: { days: Number(days) } }, { placeholderData: keepPreviousData });
  return (
    <>
      <div className="ls-row ls-gap-10 ls-fixed ls-wrap ls-below-14">
        <SegmentedControl aria-label="Time" data={TIMES} value={days} onChange={setDays} />
      </div>
      <Loaded query={query} title="Failed to load usage" skeleton={9}>
        {(usage) => <Usage usage={usage} />}
      </Loaded>
    </>
  );
}

function Usage({ usage }: Readonly<{ usage: UsageAnswer }>) {
  const { days, pages, searches, people } = usage;
  const nothing = searches.filter((search) => search.nothing > 0);
  if (pages.length + searches.length === 0 && days.every((day) => day.people + day.views === 0))
    return (
      <EmptyState
        title="No usage recorded"
        text="Page views and searches are counted here while the flag usage-analytics is on and this server collects them."
      />
    );
  return (
    <div className={classes.cards}>
      <div className={classes.wide}>
        <Card title="People per day" note={`${plural(people, 'person', 'people')} in all`}>
          <DayChart days={days} />
        </Card>
      </div>
      <Card title="Pages" padded={false}>
        <Counts
          label="Pages"
          heads={['Page', 'Views', 'People']}
          rows={pages.map(({ page, views, people: by }) => [page, views, by])}
          none="No pages viewed."
        />
      </Card>
      <Card title="Searches that found nothing" padded={false}>
        <Counts
          label="Searches that found nothing"
          heads={['Page', 'Found nothing', 'Searches']}
          rows={nothing.map(({ page, nothing: found, searches: all }) => [page, found, all])}
          none={searches.length === 0 ? 'No searches.' : 'Every search found something.'}
        />
      </Card>
    </div>
  );
}

type CountsProps = Readonly<{
  label: string;
  heads: readonly [string, string, string];
  rows: readonly (readonly [string, number, number])[];
  none: string;
}>;

function Counts({ label, heads: [first, second, third], rows, none }: CountsProps) {
  return (
    <DataTable
      label={label}
      rows={rows}
      row={{ key: ([page]) => page }}
      frame="none"
      empty={<p className="ls-pad ls-ink-2">{none}</p>}
      columns={[
        { head: first, className: 'ls-medium ls-break', cell: ([page]) => page },
        { head: second, align: 'end', cell: ([, one]) => grouped(one) },
        { head: third, align: 'end', cell: ([, , other]) => grouped(other) },
      ]}
    />
  );
}

const HEIGHT = 140;
const LEFT = 32;
const FOOT = 22;
const TOP = 8;

export type UsageAnswer = ApiAnswer<'getUsage'>;

function DayChart({ days }: Pick<UsageAnswer, 'days'>) {
  const { ref, width: room } = useElementSize();
  // Drawn at the page's scale, so that its text has the usual size.
  const width = Math.max(room, 240);
  const most = Math.max(1, ...days.map(({ people }) => people));
  const step = (width - LEFT) / Math.max(1, days.length);
  const tall = HEIGHT - FOOT - TOP;
  const busiest = days.reduce((top, day) => (day.people > (top?.people ?? 0) ? day : top), days[0]);
  const labelled = new Set([0, Math.floor(days.length / 2), days.length - 1]);
  const chartLabel = busiest
    ? `People per day over ${plural(days.length, 'day')}; most on ${formatDay(busiest.day)}: ${busiest.people}.`
    : 'No days.';
  return (
    <div ref={ref}>
      <svg role="img" aria-label={chartLabel} width={width} height={HEIGHT} className={`ls-block ${classes.chart}`}>
        {[0, most].map((value) => {
          const y = TOP + tall - (value / most) * tall;
          return (
            <g key={value}>
              <line x1={LEFT} x2={width} y1={y} y2={y} className={classes.rule} />
              <text x={LEFT - 8} y={y + 4} textAnchor="end" className={classes.tick}>
                {value}
              </text>
            </g>
          );
        })}
        {days.map(({ day, people }, index) => {
          const height = (people / most) * tall;
          const x = LEFT + index * step;
          return (
            <g key={day}>
              <title>{`${formatDay(day)}: ${plural(people, 'person', 'people')}`}</title>
              <rect
                x={x + step * 0.15}
                y={TOP + tall - height}
                width={Math.min(step * 0.7, 36)}
                height={height}
                rx={Math.min(2, height)}
                className={classes.bar}
              />
              {labelled.has(index) && (
                <text
                  x={x + step * 0.15}
                  y={HEIGHT - 4}
                  textAnchor={index === days.length - 1 && index > 0 ? 'middle' : 'start'}
                  className={classes.tick}
                >
                  {formatShortDay(day)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details className={classes.details}>
        <summary>As a table</summary>
        <DataTable
          label="People per day"
          rows={days.toReversed()}
          columns={DAY_COLUMNS}
          row={{ key: ({ day }) => day }}
          frame="none"
        />
      </details>
    </div>
  );
}

const DAY_COLUMNS: Columns<UsageAnswer['days'][number]> = [
  { head: 'Day (UTC)', cell: ({ day }) => formatDay(day) },
  { head: 'People', align: 'end', cell: ({ people }) => grouped(people) },
  { head: 'Page views', align: 'end', cell: ({ views }) => grouped(views) },
];
