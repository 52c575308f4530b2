import { type ReactNode, useId } from 'react';
import classes from './Card.module.css';

type EmptyLineProps = Readonly<{ title: string; icon?: ReactNode; aside?: ReactNode; children: ReactNode }>;

/** A card without content: its title and a sentence, on one line. */
export function EmptyLine({ title, icon, aside, children }: EmptyLineProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`ls-card ls-row ls-wrap ls-gap-10 ${classes.line}`}>
      {icon}
      <h2 id={id} className="ls-title">
        {title}
      </h2>
      <span role="status" className="ls-ink-3 ls-break ls-grow">
        {children}
      </span>
      {aside}
    </section>
  );
}
