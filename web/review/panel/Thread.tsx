import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconResolved from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useId, useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { ReviewComment, ReviewRound, ReviewVote } from '#contract/review.ts';
import { canBeResolved, isUnresolved, orderRound, locateDial, DIAL_PRESENCE_TEXT } from '#domain/review/thread.ts';
import { revealDial } from '#web/bucket/dialRows.ts';
import { Avatar, AvatarNames } from '#web/kit/Avatar.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';
import { CHOICE_CLASSES, CHOICE_WORDS, endedText } from '#web/review/show/words.ts';
import { useFocusTarget } from './focusTargets.ts';
import { findStanding, type ReviewMember } from './reviewView.ts';
import type { ReviewState } from './useReviewing.ts';
import classes from './ReviewPanel.module.css';

type CommentsProps = Readonly<{ comments: readonly ReviewComment[]; unresolved?: number; children: ReactNode }>;

/** The section of the comments; `unresolved` are counted beside the heading. */
export function Comments({ comments, unresolved = 0, children }: CommentsProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className="ls-row ls-base ls-spread">
        <h2 id={id} className="ls-title">
          Comments
        </h2>
        {unresolved > 0 && <p className="ls-small ls-num ls-amber">{unresolved} unresolved</p>}
      </div>
      <AvatarNames value={comments.map(({ by }) => by.name)}>{children}</AvatarNames>
    </section>
  );
}

/** Comments, and what happened between them, in order. */
export function CommentList({ items, empty }: Readonly<{ items: readonly ReactNode[]; empty: string }>) {
  if (items.length === 0) return <p className="ls-ink-3 ls-above-8">{empty}</p>;
  return <ol className="ls-list ls-grid ls-gap-16 ls-above-12">{items}</ol>;
}

type CommentProps = Readonly<{
  comment: ReviewComment;
  /** What it is about. */
  about: ReactNode;
  /** Below the text. */
  children?: ReactNode;
}>;

export function Comment({ comment: { id, by, at, text, vote, resolved }, about, children }: CommentProps) {
  const Icon = vote === 'approve' ? IconApproved : IconRejected;
  const target = useFocusTarget(`comment ${id}`);
  return (
    <li ref={target} className="ls-flex ls-gap-10" tabIndex={-1}>
      <Avatar name={by.name} size={22} />
      <div className="ls-grow">
        <p className={`ls-row ls-base ls-wrap ${classes.head}`}>
          <b className="ls-mid">{by.name}</b>
          <Time moment={at} format={formatTimeOrMoment} className="ls-small ls-num ls-ink-3" />
          {vote !== null && (
            <span className={`ls-inline ls-push ls-small ls-semi ${CHOICE_CLASSES[vote]}`}>
              <Icon size={13} stroke={2.25} aria-hidden />
              {CHOICE_WORDS[vote]}
            </span>
          )}
        </p>
        {about !== null && <p className="ls-small ls-ink-3">{about}</p>}
        <p className={`ls-lines ${resolved === null ? 'ls-ink-2' : 'ls-ink-3'}`}>{text}</p>
        {children}
      </div>
    </li>
  );
}

type ThreadProps = Readonly<{ bucket: Bucket; review: ReviewMember; reviewing: ReviewState }>;

/** All votes and comments on a draft, over all its rounds. */
export function Thread({ bucket, review, reviewing }: ThreadProps) {
  const { live, draft } = bucket;
  const placeOf = useMemo(() => locateDial(live.entries, draft?.entries ?? live.entries), [live, draft]);
  const rounds = [...review.earlier, review.round].toSorted((a, b) => a.number - b.number);
  const comments = rounds.flatMap((round) => round.comments);
  const several = rounds.length > 1;
  return (
    <Comments comments={comments} unresolved={comments.filter(isUnresolved).length}>
      {rounds.map((round) => (
        <div key={round.number} {...(several && { role: 'group', 'aria-label': `Round ${round.number}` })}>
          {several && <RoundHead round={round} isAtTop={round === (findStanding(review) ?? review.round)} />}
          <CommentList
            empty={several ? 'No comments in this round.' : 'No comments yet.'}
            items={orderRound(round).map((item) => {
              if (item.kind === 'vote') return <VoteLine key={`vote ${item.vote.by.id}`} vote={item.vote} />;
              if (item.kind === 'ended')
                return (
                  <EventLine key="ended" at={item.at}>
                    <b className="ls-ink-2">{endedText(round, rounds)}</b>
                  </EventLine>
                );
              const { comment, replies } = item;
              return (
                <Comment
                  key={comment.id}
                  comment={comment}
                  about={comment.dial && <AboutDial dial={comment.dial} placeOf={placeOf} />}
                >
                  {replies.length > 0 && (
                    <ol
                      className={`ls-list ls-grid ls-gap-12 ${classes.replies}`}
                      aria-label={`Replies to ${comment.by.name}`}
                    >
                      {replies.map((reply) => (
                        <Comment key={reply.id} comment={reply} about={null} />
                      ))}
                    </ol>
                  )}
                  <Handling comment={comment} on={[review]} reviewing={reviewing} />
                </Comment>
              );
            })}
          />
        </div>
      ))}
    </Comments>
  );
}

/**
 * The start of a round: who submitted it, and the description, unless that is at the top of the page.
 */
function RoundHead({ round, isAtTop }: Readonly<{ round: ReviewRound; isAtTop: boolean }>) {
  const { number, submitted_by, submitted_at, description } = round;
  return (
    <div className={classes.round}>
      <p className="ls-row ls-base ls-wrap ls-small ls-ink-3 ls-gap-4">
        <b className="ls-ink-2">Round {number}</b>
        <span>
          submitted by {submitted_by.name} <Time moment={submitted_at} format={formatTimeOrMoment} />
        </span>
      </p>
      {!isAtTop && <p className="ls-lines ls-small ls-ink-2">{description}</p>}
    </div>
  );
}

function VoteLine({ vote: { by, choice, discounted, at } }: Readonly<{ vote: ReviewVote }>) {
  const word = CHOICE_WORDS[choice];
  return (
    <EventLine at={at}>
      <span className={discounted === null ? `ls-semi ${CHOICE_CLASSES[choice]}` : ''}>
        {discounted === null ? word : <s>{word}</s>}
      </span>{' '}
      by {by.name}
    </EventLine>
  );
}

function EventLine({ at, children }: Readonly<{ at: string; children: ReactNode }>) {
  return (
    <li className="ls-small ls-ink-3">
      {children} <Time moment={at} format={formatTimeOrMoment} className="ls-num" />
    </li>
  );
}

type AboutDialProps = Readonly<{
  dial: NonNullable<ReviewComment['dial']>;
  placeOf: ReturnType<typeof locateDial>;
}>;

/** The dial of the comment; says so if the draft no longer changes it. */
function AboutDial({ dial, placeOf }: AboutDialProps) {
  const place = placeOf(dial.id);
  const words = DIAL_PRESENCE_TEXT[place];
  return (
    <>
      {'on '}
      {place === 'gone' ? (
        <span className="ls-semi">{dial.name}</span>
      ) : (
        <button type="button" className="ls-link" onClick={() => revealDial(dial.id)}>
          {dial.name}
        </button>
      )}
      {words !== null && `, ${words}`}
    </>
  );
}

type HandlingProps = Readonly<{
  comment: ReviewComment;
  /** The drafts it is on. */
  on: readonly ReviewMember[];
  reviewing: ReviewState;
}>;

/** Whether it is resolved and by whom; with reply, resolve and reopen for those who may comment. */
export function Handling({ comment, on, reviewing }: HandlingProps) {
  const { id, by, resolved } = comment;
  const { resolve } = reviewing;
  const open = on.filter(({ abilities }) => abilities.comment);
  const mayComment = open.length > 0;
  return (
    <div className={`ls-row ls-wrap ls-small ls-above-2 ${classes.handling}`}>
      {resolved !== null && (
        <span className="ls-inline ls-ink-3">
          <IconResolved size={13} aria-hidden />
          Resolved by {resolved.by.name}
        </span>
      )}
      {mayComment && (
        <button type="button" className="ls-link" onClick={() => reviewing.write({ reply: comment, answered: open })}>
          Reply<span className="ls-hidden"> to {by.name}</span>
        </button>
      )}
      {mayComment && canBeResolved(comment) && (
        <button
          type="button"
          className="ls-link"
          disabled={resolve.busy}
          data-track={resolved === null ? 'Resolve' : 'Reopen'}
          aria-label={`${resolved === null ? 'Resolve' : 'Reopen'}: ${comment.text}`}
          onClick={() => void resolve.run({ on: open, id, resolved: resolved === null })}
        >
          {resolved === null ? 'Resolve' : 'Reopen'}
        </button>
      )}
    </div>
  );
}
