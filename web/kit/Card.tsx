import { useId, type ReactNode } from 'react';
import { Skeleton } from './Skeleton.tsx';
import classes from './Card.module.css';

type CardProps = Readonly<{
  title?: string;
  headingLevel?: 2 | 3 | 4;
  /** Beside the title: a count or a muted fact. */
  note?: ReactNode;
  /** At the right end of the head: a link or a small control. */
  aside?: ReactNode;
  /** Padding around the content. Lists and tables have their own. */
  padded?: boolean;
  /** The number of skeleton lines while loading. */
  waiting?: number;
  children?: ReactNode;
}>;

export function Card({ title, headingLevel = 2, note, aside, padded = true, waiting, children }: CardProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  const body = (
    <div className={padded ? 'ls-pad' : undefined}>
      {waiting === undefined ? children : <Skeleton lines={waiting} />}
    </div>
  );
  if (title === undefined) return <div className={`ls-card ${classes.card}`}>{body}</div>;
  return (
    <section className={`ls-card ${classes.card}`} aria-labelledby={id}>
      <div className={`ls-row ls-gap-10 ls-rule-below ${classes.head}`}>
        <Heading id={id} className="ls-title">
          {title}
        </Heading>
        {note !== undefined && <div className="ls-small ls-ink-3">{note}</div>}
        {aside !== undefined && <div className="ls-small ls-ink-3 ls-push">{aside}</div>}
      </div>
      {body}
    </section>
  );
}
