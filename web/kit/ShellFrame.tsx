import { useMediaQuery } from '@mantine/hooks';
import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import classes from './ShellFrame.module.css';

type NavState = Readonly<{ collapsed: boolean; onToggle: () => void }>;

type ShellFrameProps = Readonly<{
  /** The person's choice on wide windows. */
  collapsed: boolean;
  onCollapsedChange: (collapsed: boolean) => void;
  nav: (state: NavState) => ReactNode;
  children: ReactNode;
}>;

/** Below this width the navigation is collapsed, and opens over the page. */
export const narrowBelow = 900;
/** Below this width the navigation is a bar at the foot. */
const phoneBelow = 600;

export function ShellFrame({ collapsed, onCollapsedChange, nav, children }: ShellFrameProps) {
  const narrow = useMediaQuery(`(max-width: ${narrowBelow - 0.02}px)`, undefined, { getInitialValueInEffect: false });
  const phone = useMediaQuery(`(max-width: ${phoneBelow - 0.02}px)`, undefined, { getInitialValueInEffect: false });
  const [over, setOver] = useState(false);
  const overlay = narrow && !phone && over;
  const state: NavState = narrow
    ? { collapsed: !phone && !over, onToggle: () => setOver(!over) }
    : { collapsed, onToggle: () => onCollapsedChange(!collapsed) };

  const closeOnEscape = (event: KeyboardEvent) => {
    if (overlay && event.key === 'Escape' && !event.defaultPrevented) setOver(false);
  };
  const closeOnNavigation = (event: MouseEvent) => {
    if (overlay && event.target instanceof Element && event.target.closest('a') !== null) setOver(false);
  };

  return (
    <div className={classes.shell} data-collapsed={narrow || collapsed || undefined}>
      <a className={`ls-bold ${classes.skip}`} href="#content">
        Skip to content
      </a>
      <div
        className={classes.nav}
        data-overlay={overlay || undefined}
        data-layer={overlay || undefined}
        onKeyDown={closeOnEscape}
        onClick={closeOnNavigation}
      >
        {nav(state)}
      </div>
      {overlay && <div className={classes.veil} onClick={() => setOver(false)} />}
      <main id="content" className={`ls-scroll ${classes.main}`} tabIndex={-1}>
        {children}
        {/* The kit puts menus, tooltips and dialogs into this node: here they belong to a landmark. */}
        <div data-portal="true" data-mantine-shared-portal-node="true" />
      </main>
    </div>
  );
}
