import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { ApiContract } from '#contract/contract.ts';
import type { Answer } from '#contract/route.ts';
import { hasNoPermissions } from '#domain/user/permission.ts';
import { useApi } from '#web/api/client.tsx';
import { useBucketWatch } from '#web/bucket/show/useBucketWatch.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { usePendingReviews } from '#web/review/query.ts';
import { useMay, useSession } from '#web/session/session.tsx';
import { formatLongDay } from '#web/kit/format.ts';
import { ComingDials, EndingSoon } from './ComingDials.tsx';
import { OwnWork } from './OwnWork.tsx';
import { PendingReviews } from './PendingReviews.tsx';
import { Logo } from '#web/kit/Logo.tsx';
import classes from './HomePage.module.css';

export function HomePage() {
  const { permissions } = useSession();
  const may = useMay();
  const [today] = useState(() => new Date());
  const reviews = usePendingReviews();
  const nothing = permissions === undefined || hasNoPermissions(permissions);
  const seesDials = may({ scope: 'dials', action: 'view' });
  // Readers and reviewers have no open work.
  const hasWork =
    may({ scope: 'bucket', action: 'edit' }) ||
    may({ scope: 'dials', action: 'edit' }) ||
    may({ scope: 'dials', action: 'create' });
  return (
    <AppPage
      title="Home"
      subtitle={formatLongDay(today)}
      actions={[
        { label: 'View buckets', to: '/syndicate', variant: 'subtle', needs: { scope: 'bucket', action: 'view' } },
        { label: 'View all dials', to: '/dials', variant: 'subtle', needs: { scope: 'dials', action: 'view' } },
        {
          label: 'Create Dial',
          to: '/dial',
          // The primary action is a pending review, if any; until that is known there is none.
          variant: reviews.waiting.length > 0 || reviews.query.isLoading ? 'default' : 'filled',
          icon: <IconPlus size={15} aria-hidden />,
          needs: { scope: 'dials', action: 'create' },
        },
      ]}
    >
      {nothing && <NoPermissions />}
      {may({ scope: 'bucket', action: 'view' }) && <Watch />}
      <div className="ls-grid ls-gap-20">
        {seesDials && <ComingDials />}
        <div className={classes.columns} data-single={!((reviews.allowed || hasWork) && seesDials) || undefined}>
          {(reviews.allowed || hasWork) && (
            <div className="ls-grid ls-gap-20">
              {reviews.allowed && <PendingReviews reviews={reviews} now={today} />}
              {/* What is above it has its height first, so that it does not move. */}
              {hasWork && !reviews.query.isLoading && <OwnWork now={today} />}
            </div>
          )}
          {seesDials && <EndingSoon />}
        </div>
      </div>
    </AppPage>
  );
}

/** People who may view buckets see new reviews live. */
function Watch() {
  useBucketWatch();
  return null;
}

/** One sentence on two lines, and whom to ask. */
function NoPermissions() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['access contacts'],
    queryFn: ({ signal }) => api.getAccessContacts(undefined, { signal }),
  });
  return (
    <div className={`ls-card ls-grid ls-gap-12 ${classes.none}`}>
      <Logo size={34} />
      <p className="ls-ink-3">
        <strong className="ls-block ls-bold ls-ink">Nothing to see here.</strong>{' '}
        <span>Please request permissions to get started.</span>
      </p>
      {data !== undefined && <WhomToAsk {...data} />}
    </div>
  );
}

type Contacts = Answer<ApiContract['getAccessContacts']>;

function WhomToAsk({ text, people }: Contacts) {
  if (text !== null) return <p className="ls-ink-2">{text}</p>;
  if (people.length === 0) return null;
  return (
    <p className="ls-ink-2">
      Ask{' '}
      {people.map(({ name, email }, index) => (
        <Fragment key={email}>
          {index > 0 && (index === people.length - 1 ? ' or ' : ', ')}
          <a href={`mailto:${email}`} className="ls-link">
            {name}
          </a>
        </Fragment>
      ))}
      .
    </p>
  );
}
