import type { ReviewAuthor, ReviewRound } from '#contract/review.ts';
import { describeAuthor } from '#domain/review/author.ts';
import { classLabel } from '#web/bucket/address.ts';
import { describeRestart } from '#domain/bucket/stop.ts';
import { plural } from '#web/kit/plural.ts';
import { threadComments } from '#domain/review/thread.ts';
import { CHOICE_WORDS, discountText, OUTCOME_WORDS, replyText } from '#web/review/show/words.ts';
import { PaperTable, utcText } from './PaperTable.tsx';
import classes from './Evidence.module.css';

/** "Demo Underwriter (edited the draft)"; for old rounds only the name. */
function authorText(author: ReviewAuthor): string {
  const why = describeAuthor(author);
  return why === '' ? author.name : `${author.name} (${why})`;
}

export function EvidenceRound({ round, contentHash }: Readonly<{ round: ReviewRound; contentHash: string }>) {
  const { number, outcome, submitted_by, submitted_at, closed_at, description, hash, votes, authors, comments, set } =
    round;
  return (
    <div className="ls-grid ls-gap-6 ls-above-12">
      <h4 className="ls-bold">
        Review {number}: {outcome === null ? 'open' : OUTCOME_WORDS[outcome]}
      </h4>
      <p>{description}</p>
      <p className="ls-small ls-ink-3">
        Submitted by {submitted_by.name}, {utcText(submitted_at)}
        {closed_at !== null && `; ended ${utcText(closed_at)}`}. Written by {authors.map(authorText).join('; ')}.
      </p>
      <p className="ls-small ls-ink-3">
        Content reviewed: <span className={`ls-mono ls-tiny ${classes.hash}`}>{hash}</span>{' '}
        {describeContent(round, contentHash)}
      </p>
      {round.restart && (
        <p className="ls-small ls-ink-3">
          {describeRestart({
            by: round.restart.by.name,
            when: utcText(round.restart.at),
            reason: round.restart.reason,
          })}
        </p>
      )}
      {set !== null && <SetLines set={set} />}
      {votes.length > 0 && (
        <PaperTable label={`Votes of review ${number}`} heads={['Vote', 'By', 'When', 'Comment']}>
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
        </PaperTable>
      )}
      {comments.length > 0 && (
        <PaperTable label={`Comments of review ${number}`} heads={['On', 'By', 'When', 'Comment']}>
          {threadComments(comments)
            .flatMap(({ comment, replies }) => [comment, ...replies])
            .map((comment) => {
              const { id, by, at, text, dial, resolved } = comment;
              return (
                <tr key={id}>
                  <td>{dial?.name ?? replyText(comment, comments) ?? 'the whole'}</td>
                  <td>{by.name}</td>
                  <td className="ls-nowrap">{utcText(at)}</td>
                  <td>
                    {text}
                    {resolved && (
                      <span className="ls-block ls-small ls-ink-3">
                        Resolved by {resolved.by.name}, {utcText(resolved.at)}
                      </span>
                    )}
                  </td>
                </tr>
              );
            })}
        </PaperTable>
      )}
    </div>
  );
}

/** The hash of a round covers its day and the stop it ends, that of the version does not. */
function describeContent({ hash, outcome, live_on, restart }: ReviewRound, contentHash: string): string {
  if (hash === contentHash) return '(the content of this version)';
  const terms = [live_on !== null && 'its day', restart !== null && 'the stop it ends'].filter(Boolean).join(' and ');
  return outcome === 'approved' && terms !== ''
    ? `(the content of this version, with ${terms})`
    : '(other content than this version)';
}

type SetLinesProps = Readonly<{ set: NonNullable<ReviewRound['set']> }>;

/** The set the review belonged to, and the outcome of its other buckets. */
function SetLines({ set: { title, others } }: SetLinesProps) {
  const groups = Map.groupBy(
    others,
    ({ outcome, cob }) => `${outcome === null ? 'Open' : OUTCOME_WORDS[outcome]}, ${classLabel(cob)}`,
  );
  return (
    <div className="ls-small ls-ink-3">
      <p>
        Submitted together with {plural(others.length, 'other bucket')} as “{title}”.
      </p>
      <ul className="ls-list">
        {[...groups].map(([group, buckets]) => (
          <li key={group}>
            {group}: {buckets.map(({ partner }) => partner).join(', ')}.
          </li>
        ))}
      </ul>
    </div>
  );
}
