import { useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { Review, ReviewComment } from '#contract/review.ts';
import { findRejection, isUnresolved } from '#domain/review/thread.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf, bucketAddress, useBucketAddress } from '#web/bucket/address.ts';
import type { RevealTarget } from '#web/bucket/editor.ts';
import { Avatar } from '#web/kit/Avatar.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { useLink } from '#web/kit/link.tsx';
import { plural } from '#web/kit/plural.ts';
import { Time } from '#web/kit/Time.tsx';
import { useMay } from '#web/base/session/session.tsx';
import classes from './Rejection.module.css';

const rejectionIn = ({ round, earlier }: Review) => round && findRejection(round, earlier);
export type RejectionDetails = NonNullable<ReturnType<typeof rejectionIn>>;

const NO_COMMENTS: ReadonlyMap<string, readonly ReviewComment[]> = new Map();

/** The rejection of a draft until it is submitted again, and its unresolved comments by dial. */
export function useRejection(bucket: Bucket | undefined) {
  const may = useMay();
  const draft = bucket?.draft ?? null;
  // A draft without a description was never submitted.
  const wasSubmitted = draft?.state === 'draft' && draft.description !== '';
  const enabled = wasSubmitted && may({ scope: 'review', action: 'view' });
  const { data, isLoading } = useApiQuery('getReview', { params: useBucketAddress() }, { enabled });
  const rejection = useMemo(() => (enabled && data ? rejectionIn(data) : null), [enabled, data]);
  const byDial = useMemo(() => {
    if (rejection === null) return NO_COMMENTS;
    const grouped = Map.groupBy(rejection.unresolved, ({ dial }) => dial?.id ?? '');
    grouped.delete('');
    return grouped;
  }, [rejection]);
  const unresolved = useMemo(() => {
    const rounds = enabled && data?.round ? [...data.earlier, data.round] : [];
    return rounds.flatMap(({ comments }) => comments.filter(isUnresolved));
  }, [enabled, data]);
  return { isLoading, rejection, byDial, unresolved };
}

type RejectionProps = Readonly<{
  rejection: RejectionDetails;
  bucket: Bucket;
  /** Scrolls to the row of a dial. */
  onShow: (place: RevealTarget) => void;
}>;

/** Who rejected the draft and why, and the unresolved comments. */
export function Rejection({ rejection: { votes, unresolved }, bucket, onShow }: RejectionProps) {
  const Link = useLink();
  const rest = unresolved.length === 0 ? '' : `, ${plural(unresolved.length, 'comment')} unresolved`;
  const isInDraft = (id: string) => bucket.draft?.entries.some(({ dial_id }) => dial_id === id) === true;
  return (
    <details open className={`ls-card ${classes.card}`}>
      <summary className={classes.head}>
        <b>Rejected by {votes.map(({ by }) => by.name).join(' and ')}</b>
        <span className="ls-ink-3">{rest}</span>
      </summary>
      <div className={`ls-scroll ${classes.list}`} tabIndex={0} role="group" aria-label="Rejection comments">
        <ul className="ls-list ls-grid ls-gap-10">
          {votes.map(({ by, at, comment }) => (
            <RejectionComment key={by.id} by={by.name} at={at} about="rejected it" text={comment} />
          ))}
          {unresolved.map(({ id, by, at, text, dial }) => (
            <RejectionComment
              key={id}
              by={by.name}
              at={at}
              text={text}
              about={
                dial && (
                  <>
                    on{' '}
                    {isInDraft(dial.id) ? (
                      <button type="button" className="ls-link" onClick={() => onShow({ dial_id: dial.id })}>
                        {dial.name}
                      </button>
                    ) : (
                      dial.name
                    )}
                  </>
                )
              }
            />
          ))}
        </ul>
        <p className="ls-small ls-above-8">
          <Link to={bucketAddress(addressOf(bucket), 'draft')} className="ls-link" end>
            Read and reply
          </Link>
        </p>
      </div>
    </details>
  );
}

type RejectionCommentProps = Readonly<{ by: string; at: string; about: React.ReactNode; text: string }>;

function RejectionComment({ by, at, about, text }: RejectionCommentProps) {
  return (
    <li className="ls-flex ls-gap-10">
      <Avatar name={by} size={22} />
      <div className="ls-grow">
        <p className="ls-small ls-ink-3">
          <b className="ls-mid ls-ink">{by}</b> {about}{' '}
          <Time moment={at} format={formatTimeOrMoment} className="ls-num" />
        </p>
        <p className="ls-lines ls-ink-2">{text}</p>
      </div>
    </li>
  );
}
