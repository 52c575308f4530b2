import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useMemo } from 'react';
import type { ComingDial } from '#contract/dial.ts';
import { COMING_DAYS } from '#domain/dial/coming.ts';
import { useApi } from '#web/api/client.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { ComingMark } from './ComingMark.tsx';
import { ComingTicks } from './ComingTicks.tsx';
import { groupComing, placeGroups } from './comingGroups.ts';
import { comingDialsQuery } from './query.ts';
import classes from './ComingDials.module.css';

const TITLE = `Next ${COMING_DAYS} days`;

/** The days ahead as a line: above it the dials that start, below it those that end. */
export function ComingDials() {
  const query = useQuery(comingDialsQuery(useApi()));
  const { data } = query;
  if (data === undefined && query.error !== null)
    return <FetchError title="Failed to load the dials that start or end soon" query={query} />;
  if (data === undefined)
    return (
      <Card title={TITLE}>
        <Skeleton lines={3} />
      </Card>
    );
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

function Legend({ shown, more }: Readonly<{ shown: number; more: boolean }>) {
  return (
    <span className={`ls-wrap ${classes.legend}`}>
      {more && <span>{`only the first ${shown}`}</span>}
      <span data-kind="starts">dials that start</span>
      <span data-kind="ends">dials that end</span>
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
