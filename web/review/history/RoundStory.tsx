import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReviewRound } from '#contract/review.ts';
import { CHOICE_WORDS, discountText } from '#web/review/show/words.ts';
import { formatMoment } from '#web/kit/format.ts';
import classes from './BucketHistory.module.css';

/** Who asked, who voted how and when, and what was said. */
export function RoundStory({ round, now }: Readonly<{ round: ReviewRound; now: Date }>) {
  const { submitted_by, submitted_at, votes, comments } = round;
  const when = (moment: string) => (
    <time dateTime={moment}>{formatMoment(new Date(moment), now).replace(/^Today /, 'today ')}</time>
  );
  return (
    <div className={classes.story}>
      <p className={classes.quiet}>
        {submitted_by.name} asked for review, {when(submitted_at)}
      </p>
      {votes.length > 0 && (
        <ul className={classes.votes}>
          {votes.map(({ by, choice, at, discounted }) => {
            const Icon = choice === 'approve' ? IconApproved : IconRejected;
            return (
              <li key={by.id} data-choice={choice}>
                <Icon size={14} stroke={2.25} aria-hidden />
                <span>
                  <b>{CHOICE_WORDS[choice]}</b> by {by.name}, {when(at)}
                  {discounted !== null && <span className={classes.quiet}>. {discountText(discounted)}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {comments.length > 0 && (
        <details className={classes.comments}>
          <summary>{comments.length === 1 ? '1 comment' : `${comments.length} comments`}</summary>
          <ol>
            {comments.map(({ id, by, at, text, dial }) => (
              <li key={id}>
                <p className={classes.quiet}>
                  <b>{by.name}</b>
                  {dial && ` on ${dial.name}`}, {when(at)}
                </p>
                <p className={classes.said}>{text}</p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
