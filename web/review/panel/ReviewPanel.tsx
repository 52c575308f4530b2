import type { Bucket } from '#contract/bucket.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { Thread } from './Thread.tsx';
import { WaitingSlot } from './formParts.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import type { ReviewState } from './useReviewing.ts';
import classes from './ReviewPanel.module.css';
import { useEffect, useId, useRef } from 'react';
import type { ReviewAuthor, ReviewRound, ReviewVote } from '#contract/review.ts';
import { describeAuthor } from '#domain/review/author.ts';
import { useSession } from '#web/session/session.tsx';
import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { describeFreeSlots } from '#domain/review/round.ts';
import { CHOICE_TONES, CHOICE_WORDS, discountText, OUTCOME_SENTENCES, tallyText } from '#web/review/show/words.ts';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';

/** The votes, the comments, and this person's own vote. */
export function ReviewPanel({ bucket, reviewing }: Readonly<{ bucket: Bucket; reviewing: ReviewState }>) {
  const { query, round, feedback } = reviewing;
  const review = query.data;
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(feedback);
  // Focus the target once it is rendered, which may be later than the announcement.
  useEffect(() => {
    if (shown.current === feedback || feedback.focusTarget === undefined) return;
    const part = list.current?.querySelector<HTMLElement>(`[data-focus-target="${feedback.focusTarget}"]`);
    if (!part) return;
    shown.current = feedback;
    part.focus();
  });
  return (
    <>
      <div
        ref={list}
        className="ls-grow ls-scroll ls-ring-in"
        tabIndex={0}
        role="group"
        aria-label="Votes and comments"
      >
        {review === undefined && (
          <div className={classes.section}>
            {query.error === null ? (
              <Skeleton lines={6} />
            ) : (
              <FetchError title="Failed to load the review" query={query} />
            )}
          </div>
        )}
        {review && round && (
          <>
            <Votes round={round} />
            <Authors authors={round.authors} />
            <Thread bucket={bucket} review={review} reviewing={reviewing} />
          </>
        )}
      </div>
      <p role="status" className="ls-hidden">
        {feedback.announcement}
      </p>
      {review && round && <ReviewForm bucket={bucket} review={review} reviewing={reviewing} />}
    </>
  );
}

/** Who cannot vote on this draft, and why. */
function Authors({ authors }: Readonly<{ authors: readonly ReviewAuthor[] }>) {
  const id = useId();
  const { person } = useSession();
  return (
    <section className={`ls-rule-below ${classes.section}`} aria-labelledby={id}>
      <h2 id={id} className="ls-title">
        Authors
      </h2>
      <p className="ls-small ls-ink-3">They do not vote on this draft.</p>
      <ul className="ls-list ls-grid ls-gap-4 ls-break ls-mid ls-above-8">
        {authors.map((author) => (
          <li key={author.id}>
            <b>{author.name}</b>
            {author.id === person.id && ' (you)'} <span className="ls-ink-2">{describeAuthor(author)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Shown = Pick<ReviewRound, 'votes' | 'required' | 'outcome'>;

/** A slot for each vote cast, and one for each that is still needed. */
function Votes({ round: { votes, required, outcome } }: Readonly<{ round: Shown }>) {
  const id = useId();
  const free = outcome === null ? describeFreeSlots(votes, required) : [];
  return (
    <section className={`ls-rule-below ${classes.section}`} aria-labelledby={id}>
      <div className="ls-row ls-base ls-wrap ls-spread">
        <h2 id={id} className="ls-title">
          Votes
        </h2>
        <p className="ls-num ls-small ls-ink-3">{tallyText(votes, required)}</p>
      </div>
      {votes.length + free.length > 0 && (
        <ul className={`ls-list ls-grid ls-gap-8 ${classes.slots}`}>
          {votes.map((vote) => (
            <CastVote key={vote.by.id} vote={vote} />
          ))}
          {free.map((text) => (
            <WaitingSlot key={text} text={text} />
          ))}
        </ul>
      )}
      {outcome !== null && (
        <p tabIndex={-1} data-focus-target="outcome" className={`ls-above-12 ${OUTCOME_COLOURS[outcome]}`}>
          {OUTCOME_SENTENCES[outcome]}
        </p>
      )}
    </section>
  );
}

const OUTCOME_COLOURS = { approved: 'ls-green', rejected: 'ls-red', cancelled: 'ls-ink-2' };

function CastVote({ vote: { by, choice, at, discounted } }: Readonly<{ vote: ReviewVote }>) {
  const { person } = useSession();
  const Icon = choice === 'approve' ? IconApproved : IconRejected;
  return (
    <li
      className={`ls-break ${classes.slot}`}
      data-tone={discounted === null ? CHOICE_TONES[choice] : undefined}
      {...(by.id === person.id && { tabIndex: -1, 'data-focus-target': 'vote' })}
    >
      <p className={`ls-row ls-gap-6 ls-mid ls-bold ${classes.what}`}>
        <Icon size={14} stroke={2.25} aria-hidden />
        {discounted === null ? CHOICE_WORDS[choice] : <s>{CHOICE_WORDS[choice]}</s>}
      </p>
      <p className="ls-mid">
        {by.name}
        {by.id === person.id && <span className="ls-small ls-ink-2"> (you)</span>}
      </p>
      <Time moment={at} format={formatTimeOrMoment} className="ls-block ls-tiny ls-num ls-ink-2" />
      {discounted !== null && <p className="ls-small ls-amber ls-above-4">{discountText(discounted)}</p>}
    </li>
  );
}
