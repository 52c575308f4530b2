import type { CSSProperties } from 'react';
import { daysBetween } from '#domain/day/day.ts';
import { COMING_DAYS } from '#domain/dial/status.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { classLabel, partnerText } from '#web/bucket/address.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { formatDay, formatShortDay } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { goLiveItem } from './comingGroups.ts';
import { useGoLives } from './query.ts';
import classes from './ComingDials.module.css';

const SHOWN = 5;

/** The dials that end first, and how many buckets are affected. */
export function EndingSoon() {
  const { data } = useApiQuery('listComingDials', {});
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

/** The buckets that go live first, and when. */
export function GoingLive() {
  const goLives = useGoLives();
  if (goLives === undefined || goLives.items.length === 0) return null;
  const { today, items } = goLives;
  const more = items.length - SHOWN;
  return (
    <Card title="Going live" note={items.length} padded={false} {...(more > 0 && { aside: `and ${more} more` })}>
      <ul className="ls-list ls-ruled">
        {items.slice(0, SHOWN).map((goLive) => {
          const { id, to, day } = goLiveItem(goLive);
          return (
            <li key={id} className={`ls-grid ls-gap-4 ${classes.row}`}>
              <p className="ls-row ls-gap-12 ls-spread">
                <PageLink to={to} className="ls-name ls-clip">
                  {classLabel(goLive.cob)}
                </PageLink>
                <b className="ls-small ls-fixed ls-bold ls-blue">{plural(daysBetween(today, day), 'day')}</b>
              </p>
              <p className="ls-small ls-ink-3">
                {formatDay(day)} · {partnerText(goLive.partner)}
                {!goLive.approved && ' · not approved yet'}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
