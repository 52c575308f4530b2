import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Suspense, useCallback, useState } from 'react';
import type { QueueOrder } from '#domain/review/queue.ts';
import { hasNoPermissions } from '#domain/user/permission.ts';
import type { ApiAnswer } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import {
  addressOf,
  bucketAddress,
  BUCKETS_ADDRESS,
  classLabel,
  partnerText,
  reportAddress,
} from '#web/bucket/address.ts';
import { useBucketWatch } from '#web/bucket/useBucketWatch.ts';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { later } from '#web/base/page/later.tsx';
import { Card } from '#web/kit/Card.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { formatLongDay } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { useNow } from '#web/kit/useNow.ts';
import { usePhone } from '#web/kit/usePhone.ts';
import { usePendingReviews } from '#web/review/query.ts';
import { useMay, useSession } from '#web/base/session/session.tsx';
import { useSettings } from '#web/base/session/settings.tsx';
import { EndingSoon, GoingLive } from './ComingCards.tsx';
import { ComingDials, NEXT_DAYS } from './ComingDials.tsx';
import { OwnWork } from './OwnWork.tsx';
import { PendingReviews } from './PendingReviews.tsx';
import { useIsHomeWaiting } from './query.ts';
import classes from './HomePage.module.css';

const AccessCard = later(async () => (await import('#web/home/access/AccessCard.tsx')).AccessCard);

const SetupSteps = later(async () => (await import('#web/home/setup/SetupSteps.tsx')).SetupSteps);

export function HomePage() {
  const { isBeingSetUp } = useSettings();
  const [isOver, setIsOver] = useState(!isBeingSetUp);
  const today = useNow();
  const onOver = useCallback(() => setIsOver(true), []);
  const seesSetup = useMay()({ scope: 'admin', action: 'view' });
  if (isOver || !seesSetup) return <UsualHome isBeingSetUp={!isOver} />;
  return (
    <AppPage title="Home" subtitle={formatLongDay(today)}>
      <Suspense>
        <SetupSteps onOver={onOver} />
      </Suspense>
    </AppPage>
  );
}

function UsualHome({ isBeingSetUp }: Readonly<{ isBeingSetUp: boolean }>) {
  const { permissions } = useSession();
  const may = useMay();
  const today = useNow();
  const [order, setOrder] = useState<QueueOrder>('waiting');
  const reviews = usePendingReviews(order);
  const isPhone = usePhone();
  const seesBuckets = may({ scope: 'bucket', action: 'view' });
  const stops = useApiQuery('listStops', {}, { enabled: seesBuckets });
  const nothing = permissions === undefined || hasNoPermissions(permissions);
  const seesDials = may({ scope: 'dials', action: 'view' });
  // Readers and reviewers have no open work.
  const showsReviews = reviews.allowed || reviews.appetites.length > 0;
  const hasWork =
    may({ scope: 'bucket', action: 'edit' }) ||
    may({ scope: 'dials', action: 'edit' }) ||
    may({ scope: 'dials', action: 'create' });
  const showsWork = hasWork || seesBuckets;
  const isWaiting = useIsHomeWaiting({ reviews: reviews.query, seesDials, seesBuckets, showsWork });
  const isSingle = !((showsReviews || hasWork) && seesDials);
  return (
    <AppPage
      title="Home"
      subtitle={formatLongDay(today)}
      actions={[
        {
          label: 'View buckets',
          to: '/syndicate',
          variant: 'subtle',
          // On a phone the navigation has both in view.
          hidden: isPhone,
          needs: { scope: 'bucket', action: 'view' },
        },
        {
          label: 'View all dials',
          to: '/dials',
          variant: 'subtle',
          hidden: isPhone,
          needs: { scope: 'dials', action: 'view' },
        },
        {
          label: 'Monthly report',
          to: reportAddress(),
          variant: 'subtle',
          hidden: isPhone,
          needs: { scope: 'bucket', action: 'view' },
        },
        {
          label: 'Create Dial',
          to: '/dial',
          // The primary action is a pending review, if any; until that is known there is none.
          variant: reviews.waitingCount > 0 || reviews.query.isLoading ? 'default' : 'filled',
          icon: <IconPlus size={15} aria-hidden />,
          needs: { scope: 'dials', action: 'create' },
        },
      ]}
    >
      <Suspense>
        {nothing && <AccessCard />}
        {!nothing && isBeingSetUp && <BeingSetUp />}
      </Suspense>
      {seesBuckets && <Watch />}
      {isWaiting ? (
        <HomeSkeleton {...{ seesDials, showsReviews, showsWork, isSingle, isPhone }} />
      ) : (
        <div className="ls-grid ls-gap-20">
          {stops.data && <StoppedBuckets {...stops.data} />}
          {seesDials && <ComingDials />}
          <div className={classes.columns} data-single={isSingle || undefined}>
            {(showsReviews || showsWork) && (
              <div className="ls-grid ls-gap-20">
                {showsReviews && <PendingReviews reviews={reviews} order={order} onOrder={setOrder} now={today} />}
                {showsWork && <OwnWork now={today} hidesEmpty={!hasWork} />}
              </div>
            )}
            {seesDials && (
              <div className="ls-grid ls-gap-20 ls-top">
                <GoingLive />
                <EndingSoon />
              </div>
            )}
          </div>
        </div>
      )}
    </AppPage>
  );
}

type SkeletonProps = Readonly<Record<'seesDials' | 'showsReviews' | 'showsWork' | 'isSingle' | 'isPhone', boolean>>;

/** All parts in their usual sizes until each is known, so that none moves another. */
function HomeSkeleton({ seesDials, showsReviews, showsWork, isSingle, isPhone }: SkeletonProps) {
  return (
    <div className="ls-grid ls-gap-20 ls-appear" aria-busy>
      {seesDials && (isPhone ? <Card waiting={1} /> : <Card title={NEXT_DAYS} waiting={6} />)}
      <div className={classes.columns} data-single={isSingle || undefined}>
        <div className="ls-grid ls-gap-20">
          {showsReviews && <Card title="Review pending buckets" waiting={12} />}
          {showsWork && <Card title="Your work" waiting={6} />}
        </div>
        {seesDials && <Card title="Ending soon" waiting={6} />}
      </div>
    </div>
  );
}

/** People who may view buckets see new reviews live. */
function Watch() {
  useBucketWatch();
  return null;
}

const MAX_STOPS_SHOWN = 3;

/** "3 buckets are stopped", with links; nothing if none is. */
function StoppedBuckets({ items, total }: ApiAnswer<'listStops'>) {
  if (total === 0) return null;
  const more = total - Math.min(items.length, MAX_STOPS_SHOWN);
  return (
    <section aria-label="Stopped buckets" className={`ls-notice ls-row ls-wrap ${classes.stops}`} data-tone="red">
      <StatusChip status="stopped" glyphOnly />
      <b>
        {plural(total, 'bucket')} {agree(total, 'is', 'are')} stopped
      </b>
      <ul className="ls-list ls-row ls-wrap ls-gap-12">
        {items.slice(0, MAX_STOPS_SHOWN).map((bucket) => (
          <li key={`${bucket.partner.number} ${bucket.cob}`}>
            <PageLink to={bucketAddress(addressOf(bucket))} className="ls-link" title={bucket.reason}>
              {classLabel(bucket.cob)}, {partnerText(bucket.partner)}
            </PageLink>
          </li>
        ))}
        {more > 0 && (
          <li>
            <PageLink to={`${BUCKETS_ADDRESS}?layer=stopped`} className="ls-link">
              and {more} more
            </PageLink>
          </li>
        )}
      </ul>
    </section>
  );
}

/** For people who cannot set it up: why there is little to see. */
function BeingSetUp() {
  const { data } = useApiQuery('getMyAccess', {});
  if (data === undefined) return null;
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(data.people.map(({ name }) => name));
  return (
    <p className="ls-notice ls-below-16" data-tone="blue">
      Lineslip is being set up{names === '' ? '' : ` by ${names}`}.
    </p>
  );
}
