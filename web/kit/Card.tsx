import { useId, type ReactNode } from 'react';
import classes from './Card.module.css';

export type CardProps = Readonly<{
  title?: string;
  headingLevel?: 2 | 3 | 4;
  /** Beside the title: a count or a quiet fact. */
  note?: ReactNode;
  /** At the right end of the head: a link or a small control. */
  aside?: ReactNode;
  /** Space around the content. Lists and tables bring their own. */
  padded?: boolean;
  children?: ReactNode;
}>;

export function Card({ title, headingLevel = 2, note, aside, padded = true, children }: CardProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  const body = <div className={padded ? classes.padded : undefined}>{children}</div>;
  if (title === undefined) return <div className={classes.card}>{body}</div>;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <Heading id={id} className={classes.title}>
          {title}
        </Heading>
        {note !== undefined && <div className={classes.note}>{note}</div>}
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
      </div>
      {body}
    </section>
  );
}
