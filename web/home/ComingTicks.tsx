import type { CSSProperties } from 'react';
import { COMING_DAYS } from '#domain/dial/coming.ts';
import { formatDay } from '#web/kit/format.ts';
import { dayAfter } from './comingGroups.ts';
import classes from './ComingDials.module.css';

const WEEK = 7;
const LEAST_PX = 56;

/** Today, every week after it, and the first of a month in bold; what would touch another is left out. */
export function ComingTicks({ today, width }: Readonly<{ today: string; width: number }>) {
  const days = Array.from({ length: COMING_DAYS + 1 }, (_, index) => ({ index, day: dayAfter(today, index) }));
  const isFirst = (day: string) => day.endsWith('-01');
  const away = (a: number, b: number) => (Math.abs(a - b) / COMING_DAYS) * width >= LEAST_PX;
  const bold = days.filter(({ index, day }) => index === 0 || (isFirst(day) && away(index, 0)));
  const weeks = days.filter(
    ({ index }) => index % WEEK === 0 && index > 0 && bold.every((other) => away(index, other.index)),
  );
  return (
    <div className={classes.ticks} aria-hidden>
      {[...bold, ...weeks].map(({ index, day }) => (
        <span
          key={day}
          className={`ls-tiny ls-num ls-nowrap ls-ink-3 ${classes.tick}`}
          data-bold={bold.some((other) => other.index === index) || undefined}
          data-today={index === 0 || undefined}
          style={{ '--at': index / COMING_DAYS } as CSSProperties}
        >
          {index === 0 ? 'Today' : formatDay(day).replace(/ \d{4}$/, '')}
        </span>
      ))}
    </div>
  );
}
