import { createContext, type ReactNode, use } from 'react';
import { FactLine } from '#web/kit/FactLine.tsx';
import { goToPart } from '#web/kit/scroll.ts';
import classes from './FactLinks.module.css';

/** How facts are shown: side by side, or on a phone as lines that open their section, by this function. */
export const OpenContext = createContext<((section: string) => void) | undefined>(undefined);

export type FactProps = Readonly<{
  to: string;
  label: string;
  fact: string;
  /** As a line, without its label. */ line?: string;
  isWide?: boolean;
  children: ReactNode;
}>;

export function Fact({ to, label, fact, line = fact, isWide = false, children }: FactProps) {
  const open = use(OpenContext);
  if (open)
    return (
      <FactLine fact={line} onOpen={() => open(to)}>
        {children}
      </FactLine>
    );
  return (
    <a
      href={`#${to}`}
      className={classes.fact}
      data-wide={isWide || undefined}
      onClick={(event) => {
        event.preventDefault();
        goToPart(to);
      }}
    >
      <span className="ls-small ls-ink-3 ls-block">{label}</span>
      <b className="ls-block ls-clip" title={fact}>
        {fact}
      </b>
      <span className={`ls-row ls-gap-6 ls-small ls-ink-3 ${classes.more}`}>{children}</span>
    </a>
  );
}
