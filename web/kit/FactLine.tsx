import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactNode } from 'react';
import classes from './FactLine.module.css';

type FactLineProps = Readonly<{ fact: string; onOpen: () => void; children: ReactNode }>;

/** A fact as a line of a phone, which opens what it is about. */
export function FactLine({ fact, onOpen, children }: FactLineProps) {
  return (
    <button type="button" className={`ls-plain ls-wide ls-row ls-gap-8 ${classes.line}`} onClick={onOpen}>
      <b className="ls-nowrap">{fact}</b>
      <span className={classes.more}>{children}</span>
      <IconOpen size={16} stroke={1.75} aria-hidden className="ls-ink-3 ls-push ls-fixed" />
    </button>
  );
}
