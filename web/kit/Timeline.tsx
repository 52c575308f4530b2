import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useLink } from './link.tsx';
import classes from './Timeline.module.css';

export type TimelineItem = Readonly<{
  /** If another may have the same name. */
  id?: string;
  /** A short bold name: v6. */
  name: string;
  /** A status chip. */
  chip?: ReactNode;
  when: ReactNode;
  text?: string;
  who?: string;
  /** Further content below. */
  more?: ReactNode;
  /** Still changing; in force; the newest, though not in force; past. */
  look: 'open' | 'live' | 'newest' | 'past';
  /** Makes the name a link to that version. */
  to?: string;
  /** This one is on the screen. */
  shown?: boolean;
}>;

type TimelineProps = Readonly<{
  /** Newest first. */
  items: readonly TimelineItem[];
  label: string;
  /** How many are shown before the rest is requested. */
  visible?: number;
  /** "3 earlier versions" */
  moreLabel: (count: number) => string;
}>;

export function Timeline({ items, label, visible = 4, moreLabel }: TimelineProps) {
  const [all, setAll] = useState(false);
  const hidden = items.slice(visible);
  // Show an old one if it is the current one; hiding only one would save nothing.
  const open = all || hidden.length < 2 || hidden.some((item) => item.shown === true);
  const drawn = open ? items : items.slice(0, visible);
  return (
    <>
      <ol className={`ls-list ${classes.timeline}`} aria-label={label} data-open={open || undefined}>
        {drawn.map((item) => (
          <Moment key={item.id ?? item.name} {...item} />
        ))}
      </ol>
      {!open && (
        <UnstyledButton className={`ls-link ls-small ls-loose ls-medium ${classes.more}`} onClick={() => setAll(true)}>
          {moreLabel(hidden.length)}
        </UnstyledButton>
      )}
    </>
  );
}

function Moment({ name, chip, when, text, who, more, look, to, shown = false }: TimelineItem) {
  const Link = useLink();
  return (
    <li className={classes.moment} data-look={look} {...(shown && { 'aria-current': 'true' as const })}>
      <div className={`ls-row ls-wrap ${classes.head}`}>
        {to === undefined ? (
          <span className={`ls-name ls-bold ${classes.name}`}>{name}</span>
        ) : (
          <Link to={to} end className={`ls-name ls-bold ${classes.name}`}>
            {name}
          </Link>
        )}
        {chip}
        <span className="ls-small ls-push ls-num ls-ink-3">{when}</span>
      </div>
      {text !== undefined && text !== '' && <p className="ls-break ls-above-2">{text}</p>}
      {who !== undefined && <p className="ls-small ls-loose ls-ink-3">{who}</p>}
      {more}
    </li>
  );
}
