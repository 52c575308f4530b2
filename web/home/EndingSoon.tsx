import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { COMING_DAYS } from '#domain/dial/coming.ts';
import { useApi } from '#web/api/client.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { formatShortDay } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { daysBetween } from './comingGroups.ts';
import { comingDialsQuery } from './query.ts';
import classes from './EndingSoon.module.css';

const SHOWN = 5;

/** The dials that run out first, and how many buckets will feel it. */
export function EndingSoon() {
  const { data } = useQuery(comingDialsQuery(useApi()));
  const ends = data?.items.filter(({ kind }) => kind === 'ends') ?? [];
  if (data === undefined || ends.length === 0) return null;
  const more = ends.length - SHOWN;
  return (
    <Card title="Ending soon" padded={false} {...(more > 0 && { aside: `and ${more} more` })}>
      <ul className="ls-list">
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
