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
    <section className={classes.votes} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          Votes
        </h2>
        <p className={classes.tally}>{tallyText(votes, required)}</p>
      </div>
      {votes.length + free.length > 0 && (
        <ul className={classes.slots}>
          {votes.map((vote) => (
            <Taken key={vote.by.id} vote={vote} />
          ))}
          {free.map((text) => (
            <li key={text} className={classes.slot} data-free>
              <p className={classes.what}>
                <IconWaiting size={14} stroke={1.75} aria-hidden />
                Waiting
              </p>
              <p className={classes.next}>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {outcome !== null && (
        <p className={classes.ended} data-outcome={outcome}>
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
    <li className={classes.slot} data-choice={choice} data-discounted={discounted ?? undefined}>
      <p className={classes.what}>
        <Icon size={14} stroke={2.25} aria-hidden />
        {CHOICE_WORDS[choice]}
      </p>
      <p className={classes.who}>
        {by.name}
        {by.id === person.id && <span className={classes.you}> (you)</span>}
      </p>
      <Time moment={at} format={formatTimeOrMoment} className={classes.when} />
      {discounted !== null && <p className={classes.discounted}>{discountText(discounted)}</p>}
    </li>
  );
}
