import { UnstyledButton, Button } from '@mantine/core';
import { FetchError } from '#web/frame/FetchError.tsx';
import type { usePendingReviews } from '#web/review/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconBroken from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { PendingReview } from '#contract/review.ts';
import type { QueueOrder } from '#domain/review/queue.ts';
import { formatAgo } from '#web/kit/format.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Avatar, AvatarNames } from '#web/kit/Avatar.tsx';
import { ChangeCounter, COUNTED_KINDS } from '#web/kit/ChangeCounter.tsx';
import { classLabel, partnerText } from '#web/bucket/address.ts';
import { RestartLine } from '#web/bucket/show/RestartLine.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import type { WaitingProposal } from '#contract/appetite.ts';
import { pendingReviewAddress, proposalAddress } from '#web/review/address.ts';
import { writeDay } from '#domain/day/day.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Time } from '#web/kit/Time.tsx';
import { useSession } from '#web/session/session.tsx';
import { ImpactShare } from './ImpactShare.tsx';
import { BARRED_WORDS, describeSigners, YOUR_VOTE } from './pendingWords.ts';
import { QueueOrderMenu } from './QueueOrderMenu.tsx';
import classes from './PendingReviews.module.css';

type PendingReviewsProps = Readonly<{
  reviews: ReturnType<typeof usePendingReviews>;
  order: QueueOrder;
  onOrder: (order: QueueOrder) => void;
  now: Date;
}>;

export function PendingReviews({ reviews, order, onOrder, now }: PendingReviewsProps) {
  const { query, items, appetites, waiting, waitingCount, total } = reviews;
  const rows = [
    ...items.map((review) => ({ at: review.submitted_at, review, proposal: undefined })),
    ...appetites.map((proposal) => ({ at: proposal.at, review: undefined, proposal })),
  ];
  // The server orders the reviews. Raised appetites have neither an impact nor a day, and come last.
  if (order === 'waiting') rows.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const next = rows.find(({ review, proposal }) => (review ? waiting.includes(review) : proposal.refusal === null));
  const isEmpty = items.length === 0 && appetites.length === 0;
  return (
    <Card
      title="Review pending buckets"
      padded={false}
      {...(!isEmpty && {
        note: <Note total={total} waiting={waitingCount} />,
        aside: <QueueOrderMenu order={order} onChange={onOrder} />,
      })}
    >
      {query.isLoading && (
        <div className="ls-pad">
          <Skeleton lines={6} />
        </div>
      )}
      {query.error !== null && (
        <div className="ls-pad">
          <FetchError title="Failed to load buckets for review" query={query} />
        </div>
      )}
      {query.data !== undefined && isEmpty && (
        <EmptyState
          bare
          headingLevel={3}
          title="No buckets await review"
          text="A draft that someone submits for review appears here."
        />
      )}
      {!isEmpty && (
        <AvatarNames
          value={[...items.map(({ submitted_by }) => submitted_by.name), ...appetites.map(({ by }) => by.name)]}
        >
          <ul className="ls-list ls-ruled">
            {rows.map((row) =>
              row.review ? (
                <PendingRow
                  key={row.review.set?.id ?? `${row.review.partner.number} ${row.review.cob}`}
                  review={row.review}
                  now={now}
                  isNext={row === next}
                />
              ) : (
                <ProposalRow key={row.proposal.id} proposal={row.proposal} now={now} isNext={row === next} />
              ),
            )}
          </ul>
        </AvatarNames>
      )}
      {query.hasNextPage && (
        <UnstyledButton
          className={`ls-link ls-wide ls-rule ${classes.more}`}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </UnstyledButton>
      )}
    </Card>
  );
}

function Note({ total, waiting }: Readonly<{ total: number; waiting: number }>) {
  return (
    <>
      <span className={`ls-chip ls-bold ${classes.total}`} data-tone="amber">
        {total}
      </span>
      {waiting > 0 && <span className={classes.waiting}>{waiting} awaiting your review</span>}
    </>
  );
}

type PendingRowProps = Readonly<{
  review: PendingReview;
  now: Date;
  /** The one to begin with. */
  isNext: boolean;
}>;

/** The subject of a row: a bucket, or several that were submitted together. */
const subjectOf = ({ cob, partner, set }: PendingReview) =>
  set === null
    ? { title: classLabel(cob), of: partnerText(partner), act: 'Review Bucket' }
    : { title: set.title, of: plural(set.buckets, 'bucket'), act: 'Review Set' };

function PendingRow({ review, now, isNext }: PendingRowProps) {
  const personId = useSession().person.id;
  const {
    description,
    submitted_by,
    submitted_at,
    changes,
    mine,
    barred,
    set,
    live_on,
    restart,
    impact,
    examples,
    missing_signers,
  } = review;
  const { title, of, act: vote } = subjectOf(review);
  const act = barred === null ? vote : 'View';
  const seen = new Date(Math.max(now.getTime(), Date.parse(submitted_at)));
  const Mark = mine === 'reject' ? IconRejected : IconApproved;
  return (
    <li className={classes.row}>
      <div className={`ls-grid ls-gap-4 ${classes.what}`}>
        <p className={`ls-row ls-wrap ${classes.name}`}>
          <b className="ls-title">{title}</b>
          <span className={`ls-small ls-ink-2 ${classes.partner}`}>{of}</span>
          {live_on !== null && (
            <StatusChip status="draft_scheduled" label={`${set === null ? 'for' : 'from'} ${writeDay(live_on)}`} />
          )}
          <IconOpen size={16} stroke={1.75} aria-hidden className={`ls-ink-3 ls-push ${classes.open}`} />
        </p>
        {restart && (set === null ? <RestartLine stop={restart} /> : <p>Restart: ends stops of these buckets.</p>)}
        <p className="ls-two-lines ls-ink-2">{description}</p>
        <div className={`ls-row ls-wrap ${classes.facts}`}>
          <span className={classes.avatar}>
            <Avatar name={submitted_by.name} size={22} />
          </span>
          <span className={`ls-ink-3 ${classes.submitted}`}>
            {submitted_by.name} <span aria-hidden>·</span> <Time moment={submitted_at} format={formatAgo} now={seen} />
          </span>
          {set === null && (
            <span className="ls-row ls-wrap ls-gap-6">
              {COUNTED_KINDS.filter((kind) => changes[kind] > 0).map((kind) => (
                <ChangeCounter key={kind} kind={kind} count={changes[kind]} />
              ))}
            </span>
          )}
          {examples.broken > 0 && (
            <span className={`ls-row ls-small ls-semi ls-red ls-nowrap ${classes.broken}`}>
              <IconBroken size={14} aria-hidden />
              {`${examples.broken} of ${plural(examples.all, 'example')} ${agree(examples.broken, 'breaks', 'break')}`}
            </span>
          )}
        </div>
      </div>
      <ImpactShare impact={impact} buckets={set?.buckets} />
      <Tally review={review} />
      <div className={`ls-grid ls-gap-6 ${classes.act}`}>
        <Button
          component={PageLink}
          to={pendingReviewAddress(review)}
          variant={isNext ? 'filled' : 'default'}
          data-track={act}
          aria-label={`${act}: ${title}, ${of}`}
          className={classes.link}
        >
          {act}
        </Button>
        {set === null && mine !== null && (
          <p className={`ls-row ls-small ls-semi ls-ink-3 ${classes.mine}`} data-choice={mine}>
            <Mark size={14} stroke={2.25} aria-hidden />
            {YOUR_VOTE[mine]}
          </p>
        )}
        {set !== null && set.mine > 0 && (
          <p className="ls-small ls-semi ls-ink-3">{`You voted on ${set.mine} of ${set.buckets}`}</p>
        )}
        {missing_signers.length > 0 && (
          <p
            className={`ls-small ls-semi ${missing_signers.some(({ id }) => id === personId) ? 'ls-amber' : 'ls-ink-3'}`}
          >
            {describeSigners(review, personId)}
          </p>
        )}
        {barred !== null && barred !== 'other_signer' && (
          <p className={`ls-row ls-small ls-semi ls-ink-3 ${classes.mine}`}>{BARRED_WORDS[barred]}</p>
        )}
      </div>
    </li>
  );
}

type ProposalRowProps = Readonly<{ proposal: WaitingProposal; now: Date; isNext: boolean }>;

/** Raised appetites of one request. */
function ProposalRow({ proposal, now, isNext }: ProposalRowProps) {
  const { id, by, at, reason, buckets, cob, partner, refusal, is_own } = proposal;
  const title = `Raise the appetite of ${plural(buckets, 'bucket')}`;
  const of = [cob !== null && classLabel(cob), partner !== null && partnerText(partner)].filter(
    (part) => part !== false,
  );
  const act = refusal === null ? 'Review' : 'View';
  const seen = new Date(Math.max(now.getTime(), Date.parse(at)));
  return (
    <li className={classes.row}>
      <div className={`ls-grid ls-gap-4 ${classes.what}`}>
        <p className={`ls-row ls-wrap ${classes.name}`}>
          <b className="ls-title">{title}</b>
          {of.length > 0 && <span className={`ls-small ls-ink-2 ${classes.partner}`}>{of.join(', ')}</span>}
          <IconOpen size={16} stroke={1.75} aria-hidden className={`ls-ink-3 ls-push ${classes.open}`} />
        </p>
        {reason !== '' && <p className="ls-two-lines ls-ink-2">{reason}</p>}
        <div className={`ls-row ls-wrap ${classes.facts}`}>
          <span className={classes.avatar}>
            <Avatar name={by.name} size={22} />
          </span>
          <span className={`ls-ink-3 ${classes.submitted}`}>
            {by.name} <span aria-hidden>·</span> <Time moment={at} format={formatAgo} now={seen} />
          </span>
        </div>
      </div>
      <p className={`ls-small ls-ink-3 ${classes.tally}`}>Waits for a second person</p>
      <div className={`ls-grid ls-gap-6 ${classes.act}`}>
        <Button
          component={PageLink}
          to={proposalAddress(id)}
          variant={isNext ? 'filled' : 'default'}
          data-track={act}
          aria-label={[`${act}: ${title}`, ...of].join(', ')}
          className={classes.link}
        >
          {act}
        </Button>
        {is_own && <p className={`ls-row ls-small ls-semi ls-ink-3 ${classes.mine}`}>You proposed it</p>}
      </div>
    </li>
  );
}

/** For a set, the votes of all its buckets: too many for a bar each. */
function Tally({ review: { approvals, rejections, required, set } }: Readonly<{ review: PendingReview }>) {
  const filled = Array.from({ length: set === null ? required : 0 }, (_, index) => index < approvals);
  return (
    <div className={`ls-grid ls-gap-6 ls-small ls-num ls-nowrap ls-ink-3 ${classes.tally}`}>
      {set === null ? (
        <span className="ls-bars" aria-hidden>
          {filled.map((given, index) => (
            <span key={index} data-given={given || undefined} />
          ))}
        </span>
      ) : (
        <span className={classes.share} aria-hidden>
          <span style={{ width: `${(100 * approvals) / required}%` }} />
        </span>
      )}
      <p>{`${approvals} of ${required} approvals`}</p>
      {rejections > 0 && <p className="ls-red">{`${rejections} of ${required} rejections`}</p>}
    </div>
  );
}
