import { useElementSize } from '@mantine/hooks';
import { grouped } from '#domain/dimension/format.ts';
import { plural } from '#web/kit/plural.ts';
import { formatDay, formatShortDay } from '#web/kit/format.ts';
import type { Answer } from '#contract/route.ts';
import type { ApiContract } from '#contract/contract.ts';
import { right, Table } from '#web/kit/Table.tsx';
import classes from './Usage.module.css';

const HEIGHT = 140;
const LEFT = 32;
const FOOT = 22;
const TOP = 8;

/** A bar for each day. The table below says the same to whoever does not see it. */
export type UsageAnswer = Answer<ApiContract['getUsage']>;

export function DayChart({ days }: Pick<UsageAnswer, 'days'>) {
  const { ref, width: room } = useElementSize();
  // Drawn in the page's own measure, so that its letters are the size of the others.
  const width = Math.max(room, 240);
  const most = Math.max(1, ...days.map(({ people }) => people));
  const step = (width - LEFT) / Math.max(1, days.length);
  const tall = HEIGHT - FOOT - TOP;
  const busiest = days.reduce((top, day) => (day.people > (top?.people ?? 0) ? day : top), days[0]);
  const labelled = new Set([0, Math.floor(days.length / 2), days.length - 1]);
  const said = busiest
    ? `People per day over ${plural(days.length, 'day')}; most on ${formatDay(busiest.day)}: ${busiest.people}.`
    : 'No days.';
  return (
    <div ref={ref}>
      <svg role="img" aria-label={said} width={width} height={HEIGHT} className={`ls-block ${classes.chart}`}>
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
        <Table label="People per day" columns={['Day (UTC)', right('People'), right('Page views')]}>
          <tbody>
            {days.toReversed().map(({ day, people, views }) => (
              <tr key={day}>
                <td>{formatDay(day)}</td>
                <td className="ls-right">{grouped(people)}</td>
                <td className="ls-right">{grouped(views)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </div>
  );
}
