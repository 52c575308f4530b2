import type { Bucket } from '#contract/bucket.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { Comments } from './Comments.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import type { Reviewing } from './useReviewing.ts';
import { Votes } from './Votes.tsx';
import classes from './ReviewPanel.module.css';
import { useId } from 'react';
import type { ReviewAuthor } from '#contract/review.ts';
import { describeAuthor } from '#domain/review/author.ts';
import { useSession } from '#web/session/session.tsx';

/** Who voted, what was said, and this person's own word. */
export function ReviewPanel({ bucket, reviewing }: Readonly<{ bucket: Bucket; reviewing: Reviewing }>) {
  const { query, round, said } = reviewing;
  const review = query.data;
  return (
    <>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label="Votes and comments">
        {review === undefined && query.error === null && (
          <div className={classes.section}>
            <Skeleton lines={6} />
          </div>
        )}
        {review === undefined && query.error !== null && (
          <div className={classes.section}>
            <FetchError title="Failed to load the review" query={query} />
          </div>
        )}
        {review && round && (
          <>
            <Votes round={round} />
            <Authors authors={round.authors} />
            <Comments comments={round.comments} entries={bucket.draft?.entries ?? []} />
          </>
        )}
      </div>
      <p role="status" className="ls-hidden">
        {said}
      </p>
      {review && round?.outcome === null && <ReviewForm bucket={bucket} review={review} reviewing={reviewing} />}
    </>
  );
}

/** Who does not vote on this draft, and why. */
function Authors({ authors }: Readonly<{ authors: readonly ReviewAuthor[] }>) {
  const id = useId();
  const { person } = useSession();
  return (
    <section className={`ls-rule-below ${classes.authors}`} aria-labelledby={id}>
      <h2 id={id} className={`ls-bold ${classes.title}`}>
        Authors
      </h2>
      <p className="ls-small ls-ink-3">They do not vote on this draft.</p>
      <ul className={`ls-gap-4 ls-break ${classes.list}`}>
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
