import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconWaiting from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId } from 'react';
import type { ReviewRound, ReviewVote } from '#contract/review.ts';
import { describeFreeSlots } from '#domain/review/round.ts';
import { useSession } from '#web/session/session.tsx';
import { CHOICE_WORDS, discountText, OUTCOME_SENTENCES, tallyText } from '#web/review/show/words.ts';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';
import classes from './Votes.module.css';

type Shown = Pick<ReviewRound, 'votes' | 'required' | 'outcome'>;

/** A slot for each vote that was given, and one for each that is missing at least. */
export function Votes({ round: { votes, required, outcome } }: Readonly<{ round: Shown }>) {
  const id = useId();
  const free = outcome === null ? describeFreeSlots(votes, required) : [];
  return (
    <section className={`ls-rule-below ${classes.votes}`} aria-labelledby={id}>
      <div className={`ls-row ls-base ls-wrap ls-spread ${classes.head}`}>
        <h2 id={id} className={`ls-bold ${classes.title}`}>
          Votes
        </h2>
        <p className="ls-num ls-small ls-ink-3">{tallyText(votes, required)}</p>
      </div>
      {votes.length + free.length > 0 && (
        <ul className={`ls-gap-8 ${classes.slots}`}>
          {votes.map((vote) => (
            <Taken key={vote.by.id} vote={vote} />
          ))}
          {free.map((text) => (
            <li key={text} className={`ls-break ${classes.slot}`} data-free>
              <p className={`ls-row ls-gap-6 ls-ink-3 ls-bold ${classes.what}`}>
                <IconWaiting size={14} stroke={1.75} aria-hidden />
                Waiting
              </p>
              <p className={classes.next}>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {outcome !== null && (
        <p className={`ls-ink-2 ls-above-12 ${classes.ended}`} data-outcome={outcome}>
          {OUTCOME_SENTENCES[outcome]}
        </p>
      )}
    </section>
  );
}

function Taken({ vote: { by, choice, at, discounted } }: Readonly<{ vote: ReviewVote }>) {
  const { person } = useSession();
  const Icon = choice === 'approve' ? IconApproved : IconRejected;
  return (
    <li className={`ls-break ${classes.slot}`} data-choice={choice} data-discounted={discounted ?? undefined}>
      <p className={`ls-row ls-gap-6 ls-ink-3 ls-bold ${classes.what}`}>
        <Icon size={14} stroke={2.25} aria-hidden />
        {CHOICE_WORDS[choice]}
      </p>
      <p className={classes.who}>
        {by.name}
        {by.id === person.id && <span className={classes.you}> (you)</span>}
      </p>
      <Time moment={at} format={formatTimeOrMoment} className={`ls-block ls-num ${classes.when}`} />
      {discounted !== null && (
        <p className={`ls-small ls-amber ls-above-4 ${classes.discounted}`}>{discountText(discounted)}</p>
      )}
    </li>
  );
}
