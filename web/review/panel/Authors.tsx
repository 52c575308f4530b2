import { useId } from 'react';
import type { ReviewAuthor } from '#contract/review.ts';
import { describeAuthor } from '#domain/review/author.ts';
import { useSession } from '#web/session/session.tsx';
import classes from './Authors.module.css';

/** Who does not vote on this draft, and why. */
export function Authors({ authors }: Readonly<{ authors: readonly ReviewAuthor[] }>) {
  const id = useId();
  const { person } = useSession();
  return (
    <section className={classes.authors} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        Authors
      </h2>
      <p className={classes.note}>They do not vote on this draft.</p>
      <ul className={classes.list}>
        {authors.map((author) => (
          <li key={author.id}>
            <b>{author.name}</b>
            {author.id === person.id && ' (you)'} <span className={classes.why}>{describeAuthor(author)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
