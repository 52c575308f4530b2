import IconDays from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { COMING_DAYS } from '#domain/dial/status.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { Card } from '#web/kit/Card.tsx';
import { daysBetween } from '#domain/day/day.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import {
  type ComingItem,
  type ComingKind,
  countText,
  END_PX,
  dialItem,
  goLiveItem,
  groupComing,
  type PlacedGroup,
  placeGroups,
} from './comingGroups.ts';
import { useGoLives } from './query.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { addDays, formatDay, formatShortDay } from '#web/kit/format.ts';
import { agree } from '#web/kit/plural.ts';
import { usePhone } from '#web/kit/usePhone.ts';
import classes from './ComingDials.module.css';

export const NEXT_DAYS = `Next ${COMING_DAYS} days`;
const LIST_LABEL = `What goes live, starts or ends in the next ${COMING_DAYS} days`;

/** A timeline of the next days: above it the buckets that go live and the dials that start, below it those that end. */
export function ComingDials() {
  const query = useApiQuery('listComingDials', {});
  const { data } = query;
  const isPhone = usePhone();
  const goLives = useGoLives();
  const skeleton = <Card title={NEXT_DAYS} waiting={3} />;
  if (data === undefined)
    return <Loaded query={query} title="Failed to load the dials that start or end soon" skeleton={skeleton} />;
  if (goLives === undefined) return skeleton;
  const isNear = ({ day }: Readonly<{ day: string }>) => daysBetween(data.today, day) <= COMING_DAYS;
  const items = [...goLives.items.filter(isNear).map(goLiveItem), ...data.items.map(dialItem)];
  const beyond = goLives.items.filter((one) => !isNear(one));
  if (isPhone && items.length > 0) return <ByDay items={items} today={data.today} />;
  return (
    <Card
      title={NEXT_DAYS}
      {...(beyond[0] !== undefined && { note: <Beyond count={beyond.length} first={goLiveItem(beyond[0])} /> })}
      aside={items.length > 0 && <Legend items={items} shown={data.items.length} more={data.more} />}
    >
      {items.length === 0 ? (
        <p className="ls-ink-3">No dial starts or ends in the next {COMING_DAYS} days.</p>
      ) : (
        <Line items={items} today={data.today} />
      )}
    </Card>
  );
}

/** "1 more goes live on 1 Jan 2027" */
function Beyond({ count, first }: Readonly<{ count: number; first: ComingItem }>) {
  return (
    <>
      {count} more {agree(count, 'goes', 'go')} live {agree(count, 'on', 'from')}{' '}
      <PageLink to={first.to} className="ls-link">
        {formatDay(first.day)}
      </PageLink>
    </>
  );
}

/** On a phone: how many start, end and go live, which opens to a list by day. */
function ByDay({ items, today }: Readonly<{ items: readonly ComingItem[]; today: string }>) {
  const days = groupComing(items, today).toSorted((a, b) => a.at - b.at);
  const counts = KINDS.map((kind) => ({ kind, items: items.filter((item) => item.kind === kind) }));
  const text = counts.filter((one) => one.items.length > 0).map(countText);
  return (
    <details className={`ls-card ${classes.days}`}>
      <summary className="ls-row ls-gap-10">
        <IconDays size={18} stroke={1.75} aria-hidden className="ls-fixed ls-accent" />
        <h2 className="ls-title">{NEXT_DAYS}</h2>
        <span className="ls-small ls-ink-3">{text.join(', ')}</span>
        <IconOpen size={16} stroke={1.75} aria-hidden className="ls-fixed ls-ink-3 ls-push" />
      </summary>
      <ol className="ls-list ls-ruled ls-rule" aria-label={LIST_LABEL}>
        {days.map((group) => (
          <li key={`${group.day} ${group.kind}`} className={classes.row}>
            <p className="ls-small ls-ink-3">
              {formatDay(group.day)} <b data-kind={group.kind}>{countText(group)}</b>
            </p>
            {group.items.map(({ id, name, to }) => (
              <PageLink key={id} to={to} className={`ls-name ls-break ${classes.dial}`}>
                {name}
              </PageLink>
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}

const KINDS = ['live', 'planned', 'starts', 'ends'] as const satisfies readonly ComingKind[];

const LEGEND = {
  live: 'buckets that go live',
  planned: 'not approved yet',
  starts: 'dials that start',
  ends: 'dials that end',
} as const satisfies Record<ComingKind, string>;

type LegendProps = Readonly<{ items: readonly ComingItem[]; shown: number; more: boolean }>;

/** Marks of buckets only if there are any. */
function Legend({ items, shown, more }: LegendProps) {
  const isShown = (kind: ComingKind) =>
    kind === 'starts' || kind === 'ends' || items.some((item) => item.kind === kind);
  return (
    <span className={`ls-row ls-wrap ${classes.legend}`}>
      {more && <span>{`only the first ${shown}`}</span>}
      {KINDS.filter(isShown).map((kind) => (
        <span key={kind} className="ls-row" data-kind={kind}>
          {LEGEND[kind]}
        </span>
      ))}
    </span>
  );
}

function Line({ items, today }: Readonly<{ items: readonly ComingItem[]; today: string }>) {
  const { ref: observe, width: later } = useElementSize();
  const line = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(line, observe);
  const [first, setFirst] = useState(0);
  // Before it is painted: another width can take another number of lines, which would move the page.
  useLayoutEffect(() => setFirst(line.current?.clientWidth ?? 0), []);
  const width = later || first;
  const groups = useMemo(() => groupComing(items, today), [items, today]);
  const [above, ends] = useMemo(() => {
    const of = (...kinds: readonly ComingKind[]) => groups.filter(({ kind }) => kinds.includes(kind));
    const lives = of('live', 'planned');
    const stems = lives.map(({ at }) => at);
    const starts = placeGroups(of('starts'), width, stems);
    // Buckets are above all dials.
    const raised = placeGroups(lives, width).map((one) => ({ ...one, lane: one.lane + lanes(starts) }));
    return [[...starts, ...raised], placeGroups(of('ends'), width)];
  }, [groups, width]);
  return (
    <div
      ref={ref}
      className={classes.line}
      style={{ '--above': lanes(above), '--below': lanes(ends), '--end': `${END_PX}px` } as CSSProperties}
    >
      <ComingTicks today={today} width={width} />
      <ol className="ls-list" aria-label={LIST_LABEL}>
        {[...above, ...ends]
          .toSorted((a, b) => a.group.at - b.group.at)
          .map((placed) => (
            <ComingMark key={`${placed.group.day} ${placed.group.kind}`} placed={placed} />
          ))}
      </ol>
    </div>
  );
}

const lanes = (placed: readonly PlacedGroup[]): number => Math.max(0, ...placed.map(({ lane }) => lane + 1));

function ComingMark({ placed }: Readonly<{ placed: PlacedGroup }>) {
  const { group, lane, words, cutTo } = placed;
  const named = words === 'names';
  const [first, ...others] = group.items;
  return (
    <li
      className={`ls-accent ${classes.mark}`}
      data-kind={group.kind}
      style={{ '--at': group.at, '--lane': lane } as CSSProperties}
      title={`${formatDay(group.day)}: ${group.items.map(({ name }) => name).join(', ')}`}
    >
      <span
        className={`ls-small ls-nowrap ${classes.words}`}
        data-cut={cutTo !== undefined || undefined}
        style={{ maxWidth: cutTo }}
      >
        {words === 'number' && (
          <b aria-hidden className="ls-bold">
            {group.items.length}
          </b>
        )}
        <b className={words === 'number' ? 'ls-hidden' : 'ls-bold'}>{countText(group)}</b>
        <span className="ls-hidden"> on {formatDay(group.day)}: </span>
        {first && (
          <span className={named ? `ls-ink-2 ${classes.names}` : 'ls-hidden'}>
            <PageLink to={first.to} tabIndex={named ? 0 : -1}>
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
