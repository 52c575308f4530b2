import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';
import classes from './CenteredPage.module.css';

/** A page without the shell. */
export function CenteredPage({ children }: { children: ReactNode }) {
  return (
    <main className={`ls-center ${classes.page}`}>
      <div className={`ls-grid ls-gap-20 ${classes.column}`}>
        <Logo size={34} />
        {children}
      </div>
    </main>
  );
}
