import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useParams } from 'react-router';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { Problem } from '#contract/problem.ts';
import type { ReviewSet } from '#contract/review.ts';
import { describeRestartOnly } from '#domain/bucket/stop.ts';
import { goLiveDay } from '#domain/review/schedule.ts';
import { describeForecast } from '#domain/review/votes.ts';
import { describeSetDays, explainSetDays, findSetStatus } from '#domain/review/set-days.ts';
import { useApi } from '#web/api/client.tsx';
import { refreshAfter } from '#web/bucket/query.ts';
import { RestartLine } from '#web/bucket/show/RestartLine.tsx';
import { AppPage } from '#web/frame/AppPage.tsx';
import { useSubject } from '#web/frame/BackHistoryProvider.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { LinkButton } from '#web/frame/PageLink.tsx';
import { Avatar } from '#web/kit/Avatar.tsx';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { formatAgo } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Time } from '#web/kit/Time.tsx';
import { eventStreamOf } from '#web/live/eventStream.ts';
import { reviewSetAddress } from '#web/review/address.ts';
import { useReviewKeys } from '#web/review/show/useReviewKeys.ts';
import { BrokenNote } from '#web/review/panel/SubmissionNotes.tsx';
import { isOpen } from '#web/review/panel/reviewView.ts';
import { useReviewing } from '#web/review/panel/useReviewing.ts';
import { useSidePanel } from '#web/review/panel/useSidePanel.tsx';
import panelClasses from '#web/review/panel/ReviewPanel.module.css';
import { reviewSetQuery } from '#web/review/query.ts';
import { useMay } from '#web/session/session.tsx';
import { Exceptions } from './Exceptions.tsx';
import { SetEndings } from './SetEndings.tsx';
import { SetPanel, SetQuestion } from './SetPanel.tsx';
import { SetTable } from './SetTable.tsx';
import { SharedChange } from './SharedChange.tsx';
import { type SetView, viewSet } from './setView.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from './ReviewSet.module.css';

const PATH = [{ label: 'Home', to: '/' }, { label: 'Review set' }] as const;
const PARENT = { to: '/', name: 'Home' } as const;

/** One vote sends an event for each of its buckets: debounce them and refetch the set once. */
const TOGETHER_MS = 100;

/** The reviews of several buckets that were submitted together, on one page. */
export function ReviewSetPage() {
  const { setId = '' } = useParams();
  const query = useQuery(reviewSetQuery(useApi(), setId));
  const watched = useMay()({ scope: 'bucket', action: 'view' });
  return (
    <>
      {watched && <Watch setId={setId} set={query.data} />}
      {query.data ? <SetPage key={setId} set={query.data} /> : <Unread query={query} />}
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
      const { queryKey } = reviewSetQuery(api, setId);
      timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey }), TOGETHER_MS);
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
  return (
    <AppPage
      title={set.title}
      subtitle={PATH}
      parent={PARENT}
      status={<SetStatusChips view={view} />}
      fact={`${plural(view.members.length, 'bucket')}, submitted together`}
      actions={[
        ...actions,
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
      <div className="ls-grid ls-gap-16">
        <Who view={view} set={set} />
        <Restarts view={view} />
        <SetEndings view={view} />
        <SharedChange view={view} />
        <Exceptions view={view} />
        <SetTable view={view} refused={reviewing.refused} />
      </div>
    </AppPage>
  );
}

/** The days of those that are open or wait for theirs. */
const daysOf = ({ members }: SetView): (string | null)[] =>
  members.filter(({ round }) => round.outcome === null).map(({ round }) => goLiveDay(round));

/** How far the reviews are, and the day they are about. */
function SetStatusChips({ view }: Readonly<{ view: SetView }>) {
  const found = findSetStatus(view.members.map(({ round }) => round));
  if (found === undefined) return null;
  const { status, count, all } = found;
  const day = describeSetDays(daysOf(view));
  if (status === 'draft_scheduled') return <StatusChip status={status} label={`Approved · ${day}`} />;
  return (
    <>
      <StatusChip
        status={status}
        label={status === 'draft_approved' && count < all ? `${count} of ${all} approved` : undefined}
      />
      {day !== undefined && <StatusChip status="draft_scheduled" label={day} />}
    </>
  );
}

function Who({
  view,
  set: { submitted_by, submitted_at, description, buckets },
}: Readonly<{ view: SetView; set: ReviewSet }>) {
  const now = useNow();
  const broken = buckets.flatMap(({ round }) => (round.outcome === null ? round.broken_examples : []));
  const days = explainSetDays(view.members.filter(isOpen).map(({ round }) => round.live_on));
  // It may be newer than the page.
  const seen = new Date(Math.max(now.getTime(), Date.parse(submitted_at)));
  return (
    <div className="ls-flex ls-gap-12">
      <Avatar name={submitted_by.name} />
      <div className={`ls-grow ${classes.who}`}>
        <p className="ls-ink-3">
          <b className="ls-ink">{submitted_by.name}</b> submitted {plural(buckets.length, 'draft')} for review{' '}
          <Time moment={submitted_at} format={formatAgo} now={seen} />
        </p>
        <p className={`ls-lines ls-above-2 ${classes.description}`}>{description}</p>
        {days !== undefined && <p className="ls-small ls-blue ls-semi ls-above-4">{days}</p>}
        {broken.length > 0 && <BrokenNote examples={broken} />}
      </div>
    </div>
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

type UnreadProps = Readonly<{
  query: Readonly<{ error: Error | null; isFetching: boolean; refetch: () => unknown }>;
}>;

/** The page of a set without data: loading, failed, or not found. */
function Unread({ query }: UnreadProps) {
  const { error } = query;
  const isMissing = error instanceof Problem && (error.kind === 'not-found' || error.kind === 'invalid-input');
  return (
    <AppPage
      title="Review set"
      subtitle={PATH}
      parent={PARENT}
      aside={
        error === null && (
          <div aria-hidden className={`ls-fixed ls-surface ls-appear ${panelClasses.panel} ${classes.unread}`}>
            <div className={panelClasses.section}>
              <Skeleton lines={6} />
            </div>
          </div>
        )
      }
    >
      {error === null && (
        <div className="ls-grid ls-gap-16 ls-appear">
          <Card title="The same change" waiting={4} />
          <div aria-hidden>
            <Card title="Buckets" waiting={9} />
          </div>
        </div>
      )}
      {isMissing && (
        <EmptyState
          title="This set does not exist"
          text="Drafts submitted together are reviewed on one page, but there is none at this address."
          action={<LinkButton to="/" label="View reviews" />}
        />
      )}
      {error !== null && !isMissing && <FetchError title="Failed to load the set" query={query} />}
    </AppPage>
  );
}
