import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { Bucket, BucketDraft } from '#contract/bucket.ts';
import type { ReviewRound } from '#contract/review.ts';
import { writeDay } from '#domain/day/day.ts';
import type { RemoteChange } from '#web/bucket/useBucketWatch.ts';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { OfferLink } from '#web/base/page/PageLink.tsx';
import { Avatar } from '#web/kit/Avatar.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Time } from '#web/kit/Time.tsx';
import { BucketStatusChip } from '#web/bucket/BucketStatusChip.tsx';
import { formatAgo, laterDay } from '#web/kit/format.ts';
import { ExamplesCard } from '#web/example/ExamplesCard.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { useFindings } from '#web/change/useFindings.ts';
import { useTouched } from '#web/change/useTouched.ts';
import { FindingsCard } from '#web/change/FindingsCard.tsx';
import { UnusualValues, useUnusual } from '#web/change/UnusualValues.tsx';
import { useWindowGaps } from '#web/change/useWindowGaps.ts';
import { type ReviewImpact, useReviewImpact } from '#web/impact/useReviewImpact.tsx';
import { later } from '#web/base/page/later.tsx';
import { StopStrip } from '#web/review/StopStrip.tsx';
import { EntriesCard } from './EntriesCard.tsx';
import { FactLinks } from './FactLinks.tsx';
import { RemoteChangeNotice } from './RemoteChangeNotice.tsx';
import { useBucketActions } from './useBucketActions.tsx';
import { useNow } from '#web/kit/useNow.ts';
import classes from './BucketView.module.css';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { usePhone } from '#web/kit/usePhone.ts';
import {
  bucketAddress,
  classLabel,
  partnerText,
  bucketParent,
  bucketPath,
  addressOf,
  bucketName,
} from '#web/bucket/address.ts';
import type { HeaderAction } from '#web/kit/PageHeader.tsx';
import { useBucketDials } from '#web/bucket/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { type RowComments, RowCommentsContext } from '#web/change/RowComments.tsx';
import { DraftSummary } from './DraftSummary.tsx';
import type { ReviewVotes } from './PhoneReview.tsx';

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
    votes?: ReviewVotes;
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
  const isPhone = usePhone();
  const isBrief = isPhone && draft?.review != null;
  const { votes } = review;
  // Its place while they are read: the whole words would take two lines more.
  const seesVotes = useMay()({ scope: 'review', action: 'view' });
  return (
    <AppPage
      compact={isBrief}
      title={label}
      subtitle={bucketPath(partner, 'Draft')}
      parent={bucketParent(partner)}
      {...(draft && {
        status:
          isBrief && seesVotes && bucket.header === 'review_requested' ? (
            <StatusChip
              status="review_requested"
              short={votes === undefined ? '…' : `${votes.given} of ${votes.required}`}
            />
          ) : (
            <BucketStatusChip bucket={bucket} otherwise="draft" />
          ),
        fact: isBrief ? `${partnerText(partner)}, against live v${live.number}` : `draft against live v${live.number}`,
      })}
      // Without a draft, Edit Bucket takes its place.
      actions={
        draft === null
          ? actions.filter(({ variant }) => variant !== 'filled')
          : [...(isBrief ? [] : review.actions), ...actions]
      }
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
        <DraftBody key={bucketName(bucket)} {...{ bucket, draft, impact, review, isBrief }} />
      )}
      {dialog}
    </AppPage>
  );
}

const PhoneReview = later(async () => (await import('./PhoneReview.tsx')).PhoneReview);
const ScheduleStrip = later(async () => (await import('#web/review/ScheduleStrip.tsx')).ScheduleStrip);
const ImpactCard = later(async () => (await import('#web/impact/ReviewImpactCard.tsx')).ReviewImpactCard);

type DraftBodyProps = Pick<DraftBucketProps, 'bucket' | 'review'> &
  Readonly<{ draft: BucketDraft; impact: ReviewImpact; isBrief: boolean }>;

function DraftBody({ bucket, draft, impact, review, isBrief }: DraftBodyProps) {
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
  const sections = {
    changes: (
      <RowCommentsContext value={review.rows}>
        <DraftSummary
          live={live.number}
          address={addressOf(bucket)}
          since={review.since}
          restart={draft.review?.restart ? bucket.stop : null}
        />
      </RowCommentsContext>
    ),
    impact: draft.review !== null && (
      <Suspense fallback={<Card title="Impact" waiting={18} />}>
        <ImpactCard bucket={bucket} impact={impact} />
      </Suspense>
    ),
    examples: <ExamplesCard bucket={bucket} />,
    unusual: !isUnread && unusual && unusual.length > 0 && (
      <UnusualValues unusual={unusual} entries={draft.entries} lookup={lookup} />
    ),
    // Where the dials cannot be read, the card of the dials says so.
    findings: !isUnread && <FindingsCard draft={draft} lookup={lookup} found={found} onFigure={impact.show} />,
  };
  const entries = (
    <EntriesCard entries={draft.entries} read={read} notes={draft.notes} empty="This draft has no dials left." />
  );
  const facts = { bucket, draft, lookup, isUnread, found, gaps, unusual, impact };
  return (
    <div className={`ls-grid ${isBrief ? 'ls-gap-10' : 'ls-gap-16'}`}>
      {bucket.header === 'draft_scheduled' && (
        <Suspense fallback={<Card waiting={4} />}>
          <ScheduleStrip bucket={bucket} round={review.round} />
        </Suspense>
      )}
      <Who draft={draft} note={review.note} isBrief={isBrief} />
      {isBrief ? (
        <Suspense fallback={<Card waiting={7} />}>
          <PhoneReview
            {...facts}
            votes={review.votes}
            isWaiting={isWaiting}
            sections={{
              ...sections,
              changes: (
                <>
                  {sections.changes}
                  {entries}
                </>
              ),
            }}
          />
        </Suspense>
      ) : (
        <>
          {isWaiting && <Card waiting={8} />}
          <div className={`ls-grid ls-gap-16 ${classes.rest}`} data-waiting={isWaiting || undefined}>
            <FactLinks {...facts} />
            {Object.entries(sections).map(
              ([id, section]) =>
                section && (
                  <div key={id} id={id} tabIndex={-1}>
                    {section}
                  </div>
                ),
            )}
            {entries}
          </div>
        </>
      )}
    </div>
  );
}

type WhoProps = Readonly<{ draft: BucketDraft; note: ReactNode; isBrief: boolean }>;

/** Who submitted it and why; before that, who saved it last. */
function Who({ draft: { review, saved_by, saved_at }, note, isBrief }: WhoProps) {
  const now = useNow();
  const [person, at, did] = review
    ? [review.submitted_by, review.submitted_at, 'submitted this draft for review']
    : [saved_by, saved_at, 'saved this draft'];
  const day = review?.approved_at === null ? review.live_on : null;
  // An event may be newer than the page.
  const seen = new Date(Math.max(now.getTime(), Date.parse(at)));
  return (
    <div className="ls-flex ls-gap-12">
      {!isBrief && <Avatar name={person.name} />}
      <div className={`ls-grow ${classes.whoText}`}>
        {!isBrief && (
          <p className="ls-ink-3">
            <b className="ls-ink">{person.name}</b> {did} <Time moment={at} format={formatAgo} now={seen} />
          </p>
        )}
        {review && <p className={`ls-lines ls-above-2 ${classes.description}`}>{review.description}</p>}
        {isBrief && (
          <p className="ls-small ls-ink-3 ls-above-2">
            {person.name}, <Time moment={at} format={formatAgo} now={seen} />
          </p>
        )}
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
          <Button component={OfferLink} to={bucketAddress(addressOf(bucket), 'edit')}>
            Edit Bucket
          </Button>
        ),
      })}
    />
  );
}
