import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';
import classes from './EmptyState.module.css';

export type EmptyStateProps = Readonly<{
  title: string;
  text?: ReactNode;
  /** The one action that ends the empty state. */
  action?: ReactNode;
  headingLevel?: 2 | 3;
  /** Inside a card, which has a border already. */
  bare?: boolean;
}>;

export function EmptyState({ title, text, action, headingLevel = 2, bare = false }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={`ls-card ls-stack ${classes.empty}`} data-bare={bare || undefined}>
      <Logo size={34} />
      <Heading className={`ls-bold ls-above-14 ${classes.title}`}>{title}</Heading>
      {text !== undefined && <p className={`ls-ink-3 ${classes.text}`}>{text}</p>}
      {action !== undefined && <div className="ls-above-14">{action}</div>}
    </div>
  );
}
