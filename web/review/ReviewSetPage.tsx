import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useParams } from 'react-router';
import type { BucketEvent } from '#contract/bucket-event.ts';
import type { ReviewSet } from '#contract/review.ts';
import { describeRestartOnly } from '#domain/bucket/stop.ts';
import { describeForecast } from '#domain/review/votes.ts';
import { useApi } from '#web/base/api/client.tsx';
import { refresh } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { refreshAfter } from '#web/bucket/query.ts';
import { RestartLine } from '#web/bucket/RestartLine.tsx';
import { EndingNotice } from '#web/change/EndingNotice.tsx';
import { useEndings } from '#web/change/useEndings.ts';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { Loaded, type LoadedQuery } from '#web/base/page/Loaded.tsx';
import { LinkButton } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { laterDay } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { usePhone } from '#web/kit/usePhone.ts';
import { eventStreamOf } from '#web/base/live/eventStream.ts';
import { reviewSetAddress } from './address.ts';
import { isOpen } from '#web/review/panel/reviewView.ts';
import { useReviewing } from '#web/review/panel/useReviewing.ts';
import { useSidePanel } from '#web/review/panel/useSidePanel.tsx';
import { useReviewKeys } from '#web/review/show/useReviewKeys.ts';
import { useMay } from '#web/base/session/session.tsx';
import panelClasses from '#web/review/panel/ReviewPanel.module.css';
import { Exceptions } from '#web/review/page/Exceptions.tsx';
import { describeSetFact, SetStatusChips, SetVotesLine, SetWho } from '#web/review/page/SetHead.tsx';
import { SetPanel, SetQuestion } from '#web/review/page/SetPanel.tsx';
import { SetTable } from '#web/review/page/SetTable.tsx';
import { SharedChange } from '#web/review/page/SharedChange.tsx';
import { type SetView, viewSet } from '#web/review/page/setView.ts';
import classes from '#web/review/page/ReviewSet.module.css';

const PATH = [{ label: 'Home', to: '/' }, { label: 'Review set' }] as const;
const PARENT = { to: '/', name: 'Home' } as const;

/** One vote sends an event for each of its buckets: debounce them and refetch the set once. */
const TOGETHER_MS = 100;

/** The reviews of several buckets that were submitted together, on one page. */
export function ReviewSetPage() {
  const { setId = '' } = useParams();
  const query = useApiQuery('getReviewSet', { params: { setId } });
  const watched = useMay()({ scope: 'bucket', action: 'view' });
  return (
    <>
      {watched && <Watch setId={setId} set={query.data} />}
      {query.data ? <SetPage key={setId} set={query.data} /> : <SetUnread query={query} />}
    </>
  );
}

/** Refetches the set after any change to one of its buckets, for people who may view buckets. */
function Watch({ setId, set }: Readonly<{ setId: string; set: ReviewSet | undefined }>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const isOfSet = useEffectEvent((event: BucketEvent): boolean => {
    if (!('cob' in event)) return false;
    return set?.buckets.some(({ partner, cob }) => partner.number === event.partner && cob === event.cob) ?? false;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = eventStreamOf(api).subscribe((event) => {
      refreshAfter(queryClient, event);
      if (!isOfSet(event)) return;
      clearTimeout(timer);
      const set = ['review-set', 'getReviewSet', { params: { setId } }] as const;
      timer = setTimeout(() => void refresh(queryClient, set), TOGETHER_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [api, queryClient, setId]);
  return null;
}

function SetPage({ set }: Readonly<{ set: ReviewSet }>) {
  const view = useMemo(() => viewSet(set), [set]);
  const reviewing = useReviewing(view);
  const { place, open } = useSidePanel();
  const comment = () => {
    open();
    reviewing.write(reviewing.target);
  };
  const mayComment = view.members.some(({ abilities }) => abilities.comment);
  useReviewKeys({ here: reviewSetAddress(set.id), onComment: mayComment ? comment : undefined });
  useSubject(set.title);
  const { aside, actions, bar } = place({
    panel: <SetPanel view={view} reviewing={reviewing} />,
    note: describeForecast(reviewing.forecast).rest,
    question: <SetQuestion view={view} reviewing={reviewing} />,
    reviewing,
  });
  const { dial } = set;
  const isBrief = usePhone();
  return (
    <AppPage
      title={set.title}
      subtitle={PATH}
      parent={PARENT}
      compact={isBrief}
      status={<SetStatusChips view={view} isBrief={isBrief} />}
      fact={describeSetFact(view, isBrief)}
      actions={[
        ...(isBrief ? [] : actions),
        ...(dial === null
          ? []
          : [
              {
                label: 'View Dial',
                to: `/dials/${dial.id}`,
                variant: 'subtle' as const,
                needs: { scope: 'dials' as const, action: 'view' as const },
              },
            ]),
      ]}
      aside={aside}
      bar={bar}
    >
      <div className={`ls-grid ${isBrief ? 'ls-gap-10' : 'ls-gap-16'}`}>
        <SetWho view={view} set={set} isBrief={isBrief} />
        <Restarts view={view} />
        <SetEndings view={view} />
        <SharedChange view={view} />
        <Exceptions view={view} />
        {isBrief && <SetVotesLine view={view} onOpen={open} />}
        <SetTable view={view} refused={reviewing.refused} />
      </div>
    </AppPage>
  );
}

/** The stops that the reviews end, each named once. */
function Restarts({ view: { members, restartsOnly } }: Readonly<{ view: SetView }>) {
  const groups = Map.groupBy(
    members.filter(({ round }) => round.restart !== null),
    ({ round }) => `${round.restart?.by.id} ${round.restart?.at}`,
  );
  if (groups.size === 0) return null;
  return (
    <Card title="Restart">
      {restartsOnly && <p className="ls-below-8">{describeRestartOnly(members.length)}</p>}
      <ul className="ls-list ls-grid ls-gap-6">
        {[...groups].map(([key, [first, ...others]]) => (
          <li key={key}>
            {first?.round.restart && <RestartLine stop={first.round.restart} />}
            <p className="ls-small ls-ink-3">{plural(others.length + 1, 'bucket')}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The page of a set without data: loading, failed, or not found. */
function SetUnread({ query }: Readonly<{ query: LoadedQuery<ReviewSet> }>) {
  const isBrief = usePhone();
  const panel = (
    <div aria-hidden className={`ls-fixed ls-surface ls-appear ${panelClasses.panel} ${classes.unread}`}>
      <div className={panelClasses.section}>
        <Skeleton lines={6} />
      </div>
    </div>
  );
  return (
    <Loaded
      query={query}
      title="Failed to load the set"
      page={{
        compact: isBrief,
        title: 'Review set',
        subtitle: PATH,
        parent: PARENT,
        aside: query.error === null && panel,
      }}
      skeleton={
        <div className={`ls-grid ls-appear ${isBrief ? 'ls-gap-10' : 'ls-gap-16'}`}>
          <Card title="The same change" waiting={4} />
          <div aria-hidden>
            <Card title="Buckets" waiting={9} />
          </div>
        </div>
      }
      missing={{
        title: 'This set does not exist',
        text: 'Drafts submitted together are reviewed on one page, but there is none at this address.',
        action: <LinkButton to="/" label="View reviews" />,
      }}
    />
  );
}

/** The dials that will have ended when the drafts in review go live. */
function SetEndings({ view }: Readonly<{ view: SetView }>) {
  const endings = useEndings(
    view.members.filter(isOpen).map(({ partner, cob, round }) => ({
      partner: partner.number,
      cob,
      revision: round.hash,
      liveOn: laterDay(round.live_on),
    })),
  );
  return <EndingNotice endings={endings} />;
}
