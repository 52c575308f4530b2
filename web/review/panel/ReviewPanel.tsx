import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconWaiting from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { groupVotes, type PersonVotes } from '#domain/review/votes.ts';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';
import { CHOICE_TONES, CHOICE_WORDS, discountText } from '#web/review/show/words.ts';
import { FocusTargetsContext, useFocusTarget } from './focusTargets.ts';
import type { ReviewView } from './reviewView.ts';
import type { ReviewState } from './useReviewing.ts';
import classes from './ReviewPanel.module.css';

type ReviewPanelProps = Readonly<{
  reviewing: Pick<ReviewState, 'feedback' | 'targets'>;
  form: ReactNode;
  children: ReactNode;
}>;

/** The votes, the comments, and below them this person's own vote. */
export function ReviewPanel({ reviewing: { feedback, targets }, form, children }: ReviewPanelProps) {
  const shown = useRef(feedback);
  // Focus the target once it is rendered, which may be later than the announcement.
  useEffect(() => {
    if (shown.current === feedback || feedback.focusTarget === undefined) return;
    const part = targets.get(feedback.focusTarget);
    if (!part) return;
    shown.current = feedback;
    part.focus();
  });
  return (
    <FocusTargetsContext value={targets}>
      <div className="ls-grow ls-scroll ls-ring-in" tabIndex={0} role="group" aria-label="Votes and comments">
        {children}
      </div>
      {form}
    </FocusTargetsContext>
  );
}

type VotesProps = Readonly<{
  /** By default "Votes". */
  title?: string;
  view: ReviewView;
  personId: string;
  /** "1 of 2 approvals, 0 of 2 rejections" */
  progress: string;
  /** One text per vote that is still needed. */
  waiting: readonly string[];
  /** What the votes of a person on several buckets leave out. */
  noteOf?: (votes: PersonVotes) => string;
  children?: ReactNode;
}>;

/** A slot for each vote cast, and one for each that is still needed. */
export function Votes({ title = 'Votes', view, personId, progress, waiting, noteOf, children }: VotesProps) {
  const id = useId();
  const cast = groupVotes(view.members.map(view.votedOf));
  return (
    <section className={`ls-rule-below ${classes.section}`} aria-labelledby={id}>
      <div className="ls-row ls-base ls-wrap ls-spread">
        <h2 id={id} className="ls-title">
          {title}
        </h2>
        <p className="ls-num ls-small ls-ink-3">{progress}</p>
      </div>
      {cast.length + waiting.length > 0 && (
        <ul className={`ls-list ls-grid ls-gap-8 ${classes.slots}`}>
          {cast.map((votes) => (
            <CastVote
              key={`${votes.by.id} ${votes.choice} ${votes.discounted} ${votes.signs_for?.id}`}
              votes={votes}
              isMine={votes.by.id === personId}
              words={`${CHOICE_WORDS[votes.choice]}${view.setId === null ? '' : ` ${votes.buckets.length}`}`}
              note={noteOf?.(votes)}
            />
          ))}
          {waiting.map((text) => (
            <li key={text} className={`ls-break ${classes.slot}`}>
              <p className={`ls-row ls-gap-6 ls-mid ls-bold ${classes.what}`}>
                <IconWaiting size={14} stroke={1.75} aria-hidden />
                Still needed
              </p>
              <p className="ls-small ls-ink-3">{text}</p>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

type CastVoteProps = Readonly<{ votes: PersonVotes; isMine: boolean; words: string; note: string | undefined }>;

function CastVote({ votes: { by, choice, at, discounted, signs_for }, isMine, words, note }: CastVoteProps) {
  const Icon = choice === 'approve' ? IconApproved : IconRejected;
  const target = useFocusTarget(isMine ? 'vote' : undefined);
  return (
    <li
      className={`ls-break ${classes.slot}`}
      data-tone={discounted === null ? CHOICE_TONES[choice] : undefined}
      ref={target}
      tabIndex={isMine ? -1 : undefined}
    >
      <p className={`ls-row ls-gap-6 ls-mid ls-bold ${classes.what}`}>
        <Icon size={14} stroke={2.25} aria-hidden />
        {discounted === null ? words : <s>{words}</s>}
      </p>
      <p className="ls-mid">
        {by.name}
        {isMine && <span className="ls-small ls-ink-2"> (you)</span>}
        {signs_for && <span className="ls-small ls-block ls-ink-2">for {signs_for.name}</span>}
      </p>
      <p className="ls-tiny ls-num ls-ink-2">
        <Time moment={at} format={formatTimeOrMoment} />
        {note}
      </p>
      {discounted !== null && <p className="ls-small ls-amber ls-above-4">{discountText(discounted)}</p>}
    </li>
  );
}
