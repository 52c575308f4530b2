import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { Bucket, BucketDraft } from '#contract/bucket.ts';
import type { ReviewRound } from '#contract/review.ts';
import { writeDay } from '#domain/day/day.ts';
import type { RemoteChange } from '#web/bucket/show/useBucketWatch.ts';
import { useSubject } from '#web/frame/BackHistoryProvider.tsx';
import { AppPage } from '#web/frame/AppPage.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Avatar } from '#web/kit/Avatar.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Time } from '#web/kit/Time.tsx';
import { BucketStatusChip } from '#web/bucket/show/BucketStatusChip.tsx';
import { formatAgo, laterDay } from '#web/kit/format.ts';
import { ExamplesCard } from '#web/bucket/examples/ExamplesCard.tsx';
import { useFindings } from '#web/bucket/findings/useFindings.ts';
import { useTouched } from '#web/bucket/findings/useTouched.ts';
import { FindingsCard } from '#web/bucket/findings/FindingsCard.tsx';
import { UnusualValues, useUnusual } from '#web/bucket/findings/UnusualValues.tsx';
import { useWindowGaps } from '#web/bucket/findings/useWindowGaps.ts';
import { type ReviewImpact, useReviewImpact } from '#web/bucket/impact/useReviewImpact.tsx';
import { later } from '#web/frame/later.tsx';
import { StopStrip } from '#web/bucket/show/stop/StopStrip.tsx';
import { EntriesCard } from './EntriesCard.tsx';
import { FactLinks, SECTIONS } from './FactLinks.tsx';
import { RemoteChangeNotice } from './RemoteChangeNotice.tsx';
import { useBucketActions } from './useBucketActions.tsx';
import { useNow } from '#web/kit/useNow.ts';
import classes from './BucketView.module.css';
import { bucketAddress, classLabel, bucketParent, bucketPath, addressOf, bucketName } from '#web/bucket/address.ts';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import { useBucketDials } from '#web/bucket/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { type RowComments, RowCommentsContext } from '#web/bucket/summary/RowComments.tsx';
import { DraftSummary } from './DraftSummary.tsx';

export type DraftBucketProps = Readonly<{
  bucket: Bucket;
  remoteChange: RemoteChange | undefined;
  /** The review beside the draft, its buttons, and the impact stored at submit. */
  review: Readonly<{
    aside: ReactNode;
    /** On a phone, the vote at the foot of the page. */
    bar?: ReactNode;
    actions: readonly HeaderAction[];
    note?: ReactNode;
    isWaiting: boolean;
    since: number | null;
    /** The newest round, for those who may see it. */
    round?: ReviewRound | undefined;
    rows?: RowComments;
  }>;
}>;

/** The draft: its author, its changes, and the resulting bucket. */
export function DraftBucket({ bucket, remoteChange, review }: DraftBucketProps) {
  const { partner, cob, draft, live } = bucket;
  const label = classLabel(cob);
  const { actions, menu, dialog } = useBucketActions(bucket, 'draft');
  useSubject(bucketName(bucket), 'Draft of');
  const impact = useReviewImpact(bucket);
  return (
    <AppPage
      title={label}
      subtitle={bucketPath(partner, 'Draft')}
      parent={bucketParent(partner)}
      {...(draft && {
        status: <BucketStatusChip bucket={bucket} otherwise="draft" />,
        fact: `draft against live v${live.number}`,
      })}
      // Without a draft, Edit Bucket takes its place.
      actions={draft === null ? actions.filter(({ variant }) => variant !== 'filled') : [...review.actions, ...actions]}
      menu={menu}
      bar={review.bar}
      aside={
        <>
          {impact.sheet(review.aside !== undefined)}
          {review.aside}
        </>
      }
    >
      <RemoteChangeNotice remoteChange={remoteChange} />
      <StopStrip bucket={bucket} />
      {draft === null ? (
        <NoDraft bucket={bucket} />
      ) : (
        <DraftBody key={bucketName(bucket)} bucket={bucket} draft={draft} impact={impact} review={review} />
      )}
      {dialog}
    </AppPage>
  );
}

const ScheduleStrip = later(async () => (await import('#web/bucket/schedule/ScheduleStrip.tsx')).ScheduleStrip);
const ImpactCard = later(async () => (await import('#web/bucket/impact/ReviewImpactCard.tsx')).ReviewImpactCard);

type DraftBodyProps = Pick<DraftBucketProps, 'bucket' | 'review'> &
  Readonly<{ draft: BucketDraft; impact: ReviewImpact }>;

function DraftBody({ bucket, draft, impact, review }: DraftBodyProps) {
  const { live } = bucket;
  const read = useMemo(() => [...live.entries, ...draft.entries], [live, draft]);
  const { lookup, error, data } = useBucketDials(read);
  const found = useTouched(addressOf(bucket), useFindings(draft.entries, live.entries, lookup), impact.measured);
  const unusual = useUnusual(bucket, draft.entries, lookup);
  const gaps = useWindowGaps(bucket, draft.entries, lookup, laterDay(draft.review?.live_on));
  const isUnread = error !== null && data === undefined;
  // Wait for what is above before showing the rest, so that nothing moves down; fetch it meanwhile.
  const isWaiting =
    !isUnread &&
    ((data === undefined && read.length > 0) || unusual === undefined || gaps === undefined || review.isWaiting);
  const changes = (
    <div id={SECTIONS.changes} tabIndex={-1}>
      <RowCommentsContext value={review.rows}>
        <DraftSummary
          live={live.number}
          address={addressOf(bucket)}
          since={review.since}
          restart={draft.review?.restart ? bucket.stop : null}
        />
      </RowCommentsContext>
    </div>
  );
  return (
    <div className="ls-grid ls-gap-16">
      {bucket.header === 'draft_scheduled' && (
        <Suspense fallback={<Card waiting={4} />}>
          <ScheduleStrip bucket={bucket} round={review.round} />
        </Suspense>
      )}
      <Who draft={draft} note={review.note} />
      {isWaiting && <Card waiting={8} />}
      <div className={`ls-grid ls-gap-16 ${classes.rest}`} data-waiting={isWaiting || undefined}>
        <FactLinks
          bucket={bucket}
          draft={draft}
          lookup={lookup}
          isUnread={isUnread}
          found={found}
          gaps={gaps}
          unusual={unusual}
          impact={impact}
        />
        {changes}
        {draft.review !== null && (
          <div id={SECTIONS.impact} tabIndex={-1}>
            <Suspense fallback={<Card title="Impact" waiting={18} />}>
              <ImpactCard bucket={bucket} impact={impact} />
            </Suspense>
          </div>
        )}
        <div id={SECTIONS.examples} tabIndex={-1}>
          <ExamplesCard bucket={bucket} />
        </div>
        {!isUnread && unusual && unusual.length > 0 && (
          <div id={SECTIONS.unusual} tabIndex={-1}>
            <UnusualValues unusual={unusual} entries={draft.entries} lookup={lookup} />
          </div>
        )}
        {/* Where the dials cannot be read, the card of the dials says so. */}
        {!isUnread && (
          <div id={SECTIONS.findings} tabIndex={-1}>
            <FindingsCard draft={draft} lookup={lookup} found={found} onFigure={impact.show} />
          </div>
        )}
        <EntriesCard entries={draft.entries} read={read} notes={draft.notes} empty="This draft has no dials left." />
      </div>
    </div>
  );
}

/** Who submitted it and why; before that, who saved it last. */
function Who({ draft: { review, saved_by, saved_at }, note }: Readonly<{ draft: BucketDraft; note: ReactNode }>) {
  const now = useNow();
  const [person, at, did] = review
    ? [review.submitted_by, review.submitted_at, 'submitted this draft for review']
    : [saved_by, saved_at, 'saved this draft'];
  const day = review?.approved_at === null ? review.live_on : null;
  // An event may be newer than the page.
  const seen = new Date(Math.max(now.getTime(), Date.parse(at)));
  return (
    <div className="ls-flex ls-gap-12">
      <Avatar name={person.name} />
      <div className={`ls-grow ${classes.whoText}`}>
        <p className="ls-ink-3">
          <b className="ls-ink">{person.name}</b> {did} <Time moment={at} format={formatAgo} now={seen} />
        </p>
        {review && <p className={`ls-lines ls-above-2 ${classes.description}`}>{review.description}</p>}
        {day && (
          <p className="ls-small ls-blue ls-semi ls-above-4">
            To go live on {writeDay(day)}, 00:00 UTC. Approved later, it goes live at once.
          </p>
        )}
        {note}
      </div>
    </div>
  );
}

function NoDraft({ bucket }: Readonly<{ bucket: Bucket }>) {
  return (
    <EmptyState
      title="This bucket has no draft"
      text="A draft starts with the first change that is saved to a bucket."
      {...(bucket.abilities.edit && {
        action: (
          <Button component={PageLink} to={bucketAddress(addressOf(bucket), 'edit')}>
            Edit Bucket
          </Button>
        ),
      })}
    />
  );
}
