import type { ReviewAuthor, ReviewRound } from '#contract/review.ts';
import { describeAuthor } from '#domain/review/author.ts';
import { CHOICE_WORDS, discountText, OUTCOME_WORDS } from '#web/review/show/words.ts';
import { utcText } from './utcText.ts';
import classes from './Evidence.module.css';

/** "Demo Underwriter (edited the draft)"; of old rounds the name alone. */
function authorText(author: ReviewAuthor): string {
  const why = describeAuthor(author);
  return why === '' ? author.name : `${author.name} (${why})`;
}

export function EvidenceRound({ round, contentHash }: Readonly<{ round: ReviewRound; contentHash: string }>) {
  const { number, outcome, submitted_by, submitted_at, closed_at, description, hash, votes, authors, comments } = round;
  return (
    <div className={`ls-gap-6 ls-above-12 ${classes.round}`}>
      <h4>
        Review {number}: {outcome === null ? 'open' : OUTCOME_WORDS[outcome]}
      </h4>
      <p>{description}</p>
      <p className={`ls-small ls-ink-3 ${classes.quiet}`}>
        Asked for by {submitted_by.name}, {utcText(submitted_at)}
        {closed_at !== null && `; ended ${utcText(closed_at)}`}. Written by {authors.map(authorText).join('; ')}.
      </p>
      <p className={`ls-small ls-ink-3 ${classes.quiet}`}>
        Content reviewed: <span className={`ls-break ${classes.hash}`}>{hash}</span>{' '}
        {hash === contentHash ? '(the content of this version)' : '(other content than this version)'}
      </p>
      {votes.length > 0 && (
        <table className={classes.table} aria-label={`Votes of review ${number}`}>
          <thead>
            <tr>
              <th scope="col">Vote</th>
              <th scope="col">By</th>
              <th scope="col">When</th>
              <th scope="col">Comment</th>
            </tr>
          </thead>
          <tbody>
            {votes.map(({ by, choice, at, comment, discounted }) => (
              <tr key={by.id}>
                <td>
                  {CHOICE_WORDS[choice]}
                  {discounted !== null && `. ${discountText(discounted)}`}
                </td>
                <td>{by.name}</td>
                <td className="ls-nowrap">{utcText(at)}</td>
                <td>{comment}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {comments.length > 0 && (
        <table className={classes.table} aria-label={`Comments of review ${number}`}>
          <thead>
            <tr>
              <th scope="col">On</th>
              <th scope="col">By</th>
              <th scope="col">When</th>
              <th scope="col">Comment</th>
            </tr>
          </thead>
          <tbody>
            {comments.map(({ id, by, at, text, dial }) => (
              <tr key={id}>
                <td>{dial?.name ?? 'the whole'}</td>
                <td>{by.name}</td>
                <td className="ls-nowrap">{utcText(at)}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
