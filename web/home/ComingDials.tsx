import IconDays from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useElementSize } from '@mantine/hooks';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { type CSSProperties, useMemo } from 'react';
import type { ComingDial } from '#contract/dial.ts';
import { COMING_DAYS } from '#domain/dial/status.ts';
import { useApi } from '#web/api/client.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { daysBetween } from '#domain/day/day.ts';
import { groupComing, placeGroups, countText, type PlacedGroup } from './comingGroups.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { addDays, formatDay, formatShortDay } from '#web/kit/format.ts';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { plural } from '#web/kit/plural.ts';
import { usePhone } from '#web/kit/usePhone.ts';
import classes from './ComingDials.module.css';

const TITLE = `Next ${COMING_DAYS} days`;

/** A timeline of the next days: above it the dials that start, below it those that end. */
export function ComingDials() {
  const query = useQuery(comingDialsQuery(useApi()));
  const { data } = query;
  const isPhone = usePhone();
  if (data === undefined && query.error !== null)
    return <FetchError title="Failed to load the dials that start or end soon" query={query} />;
  if (data === undefined)
    return (
      <Card title={TITLE}>
        <Skeleton lines={3} />
      </Card>
    );
  if (isPhone && data.items.length > 0) return <ByDay items={data.items} today={data.today} />;
  return (
    <Card title={TITLE} aside={data.items.length > 0 && <Legend shown={data.items.length} more={data.more} />}>
      {data.items.length === 0 ? (
        <p className="ls-ink-3">No dial starts or ends in the next {COMING_DAYS} days.</p>
      ) : (
        <Line items={data.items} today={data.today} />
      )}
    </Card>
  );
}

/** On a phone: how many start and end, which opens to a list by day. */
function ByDay({ items, today }: Readonly<{ items: readonly ComingDial[]; today: string }>) {
  const days = groupComing(items, today).toSorted((a, b) => a.at - b.at);
  const counts = KINDS.map((kind) => ({ kind, dials: items.filter((item) => item.kind === kind) }));
  const text = counts.filter(({ dials }) => dials.length > 0).map(countText);
  return (
    <details className={`ls-card ${classes.days}`}>
      <summary className="ls-row ls-gap-10">
        <IconDays size={18} stroke={1.75} aria-hidden className="ls-fixed ls-accent" />
        <h2 className="ls-title">{TITLE}</h2>
        <span className="ls-small ls-ink-3">{text.join(', ')}</span>
        <IconOpen size={16} stroke={1.75} aria-hidden className="ls-fixed ls-ink-3 ls-push" />
      </summary>
      <ol className="ls-list ls-ruled ls-rule" aria-label={`Dials that start or end in the next ${COMING_DAYS} days`}>
        {days.map((group) => (
          <li key={`${group.day} ${group.kind}`} className={classes.row}>
            <p className="ls-small ls-ink-3">
              {formatDay(group.day)} <b data-kind={group.kind}>{countText(group)}</b>
            </p>
            {group.dials.map(({ id, name }) => (
              <PageLink key={id} to={`/dials/${id}`} className={`ls-name ls-break ${classes.dial}`}>
                {name}
              </PageLink>
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}

const KINDS = ['starts', 'ends'] as const satisfies readonly ComingDial['kind'][];

function Legend({ shown, more }: Readonly<{ shown: number; more: boolean }>) {
  return (
    <span className={`ls-row ls-wrap ${classes.legend}`}>
      {more && <span>{`only the first ${shown}`}</span>}
      <span className="ls-row" data-kind="starts">
        dials that start
      </span>
      <span className="ls-row" data-kind="ends">
        dials that end
      </span>
    </span>
  );
}

function Line({ items, today }: Readonly<{ items: readonly ComingDial[]; today: string }>) {
  const { ref, width } = useElementSize();
  const groups = useMemo(() => groupComing(items, today), [items, today]);
  const [starts, ends] = useMemo(() => {
    const of = (kind: ComingDial['kind']) =>
      placeGroups(
        groups.filter((group) => group.kind === kind),
        width || 900,
      );
    return [of('starts'), of('ends')];
  }, [groups, width]);
  const lanes = (placed: typeof starts) => Math.max(0, ...placed.map(({ lane }) => lane + 1));
  return (
    <div
      ref={ref}
      className={classes.line}
      style={{ '--above': lanes(starts), '--below': lanes(ends) } as CSSProperties}
    >
      <ComingTicks today={today} width={width || 900} />
      <ol className="ls-list" aria-label={`Dials that start or end in the next ${COMING_DAYS} days`}>
        {[...starts, ...ends]
          .toSorted((a, b) => a.group.at - b.group.at)
          .map((placed) => (
            <ComingMark key={`${placed.group.day} ${placed.group.kind}`} placed={placed} />
          ))}
      </ol>
    </div>
  );
}

function ComingMark({ placed }: Readonly<{ placed: PlacedGroup }>) {
  const { group, lane, side, words } = placed;
  const named = words === 'names';
  const [first, ...others] = group.dials;
  return (
    <li
      className={`ls-accent ${classes.mark}`}
      data-kind={group.kind}
      style={{ '--at': group.at, '--lane': lane } as CSSProperties}
      title={`${formatDay(group.day)}: ${group.dials.map(({ name }) => name).join(', ')}`}
    >
      <span className={words === 'none' ? 'ls-hidden' : `ls-small ls-nowrap ${classes.words}`} data-side={side}>
        <b className="ls-bold">{countText(group)}</b>
        <span className="ls-hidden"> on {formatDay(group.day)}: </span>
        {first && (
          <span className={named ? `ls-ink-2 ${classes.names}` : 'ls-hidden'}>
            <PageLink to={`/dials/${first.id}`} tabIndex={named ? 0 : -1}>
              {first.name}
            </PageLink>
            {others.length > 0 && ` and ${others.length} more`}
          </span>
        )}
      </span>
    </li>
  );
}

const WEEK = 7;
const MIN_DISTANCE_PX = 56;

/** Today, every week after it, and the first of a month in bold; skips overlapping labels. */
function ComingTicks({ today, width }: Readonly<{ today: string; width: number }>) {
  const days = Array.from({ length: COMING_DAYS + 1 }, (_, index) => ({ index, day: addDays(today, index) }));
  const isFirst = (day: string) => day.endsWith('-01');
  const away = (a: number, b: number) => (Math.abs(a - b) / COMING_DAYS) * width >= MIN_DISTANCE_PX;
  const bold = days.filter(({ index, day }) => index === 0 || (isFirst(day) && away(index, 0)));
  const weeks = days.filter(
    ({ index }) => index % WEEK === 0 && index > 0 && bold.every((other) => away(index, other.index)),
  );
  return (
    <div aria-hidden>
      {[...bold, ...weeks].map(({ index, day }) => (
        <span
          key={day}
          className={`ls-tiny ls-num ls-nowrap ls-ink-3 ${classes.tick}`}
          data-bold={bold.some((other) => other.index === index) || undefined}
          data-today={index === 0 || undefined}
          style={{ '--at': index / COMING_DAYS } as CSSProperties}
        >
          {index === 0 ? 'Today' : formatShortDay(day)}
        </span>
      ))}
    </div>
  );
}

/** The dials that start or end in the next days. */
const comingDialsQuery = (api: Client<ApiContract>) =>
  queryOptions({
    queryKey: ['dials', 'coming'],
    queryFn: ({ signal }) => api.listComingDials({}, { signal }),
  });

const SHOWN = 5;

/** The dials that end first, and how many buckets are affected. */
export function EndingSoon() {
  const { data } = useQuery(comingDialsQuery(useApi()));
  const ends = data?.items.filter(({ kind }) => kind === 'ends') ?? [];
  if (data === undefined || ends.length === 0) return null;
  const more = ends.length - SHOWN;
  return (
    <Card title="Ending soon" padded={false} {...(more > 0 && { aside: `and ${more} more` })}>
      <ul className="ls-list ls-ruled">
        {ends.slice(0, SHOWN).map(({ id, name, day, bucket_count }) => {
          const left = daysBetween(data.today, day);
          return (
            <li key={id} className={`ls-grid ls-gap-4 ${classes.row}`}>
              <p className="ls-row ls-gap-12 ls-spread">
                <PageLink to={`/dials/${id}`} className="ls-name ls-clip" title={name}>
                  {name}
                </PageLink>
                <b className="ls-small ls-fixed ls-bold ls-amber">{plural(left, 'day')}</b>
              </p>
              <p className="ls-row ls-gap-12 ls-small ls-ink-3 ls-nowrap">
                <span>
                  {formatShortDay(day)} · {plural(bucket_count, 'bucket')}
                </span>
                <span
                  aria-hidden
                  className={classes.bar}
                  style={{ '--passed': 1 - left / COMING_DAYS } as CSSProperties}
                />
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
