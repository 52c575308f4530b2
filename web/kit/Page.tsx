import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './Page.module.css';

export type PageProps = Readonly<{
  header: ReactNode;
  /** Row of tabs and search below the header. */
  tabs?: ReactNode;
  /** Search and buttons at the right end of that row. */
  tools?: ReactNode;
  /** The bar at the bottom: unsaved changes, and the next step. */
  bar?: ReactNode;
  /** A side panel, touching the window's edge and the header. */
  aside?: ReactNode;
  children: ReactNode;
}>;

const BarContext = createContext<HTMLElement | null>(null);
const AsideContext = createContext<HTMLElement | null>(null);

/** The bar at the bottom, from within the page's content. */
export function PageBar({ children }: Readonly<{ children: ReactNode }>) {
  const bar = use(BarContext);
  return bar && createPortal(children, bar);
}

/** A side panel, from within the page's content. */
export function PageAside({ children }: Readonly<{ children: ReactNode }>) {
  const aside = use(AsideContext);
  return aside && createPortal(children, aside);
}

/** Header, tabs and bar stay; only the body scrolls. */
export function Page({ header, tabs, tools, bar, aside, children }: PageProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [beside, setBeside] = useState<HTMLElement | null>(null);
  const hasRow = tabs !== undefined || tools !== undefined;
  return (
    <div className="ls-stack ls-tall">
      {header}
      {hasRow && (
        <div className={`ls-fixed ls-rule-below ${classes.row}`}>
          <div className={`ls-grow ${classes.tabs}`}>{tabs}</div>
          <div className={`ls-row ls-gap-12 ${classes.tools}`}>{tools}</div>
        </div>
      )}
      <div className={classes.middle}>
        {/* It scrolls, so the keyboard must be able to reach it even where it holds nothing to focus. */}
        <div className={`ls-grow ls-ring-in ${classes.body}`} tabIndex={0} role="group" aria-label="Page content">
          <BarContext value={place}>
            <AsideContext value={beside}>{children}</AsideContext>
          </BarContext>
        </div>
        <div ref={setBeside} className={classes.beside}>
          {aside}
        </div>
      </div>
      <div ref={setPlace} className={`ls-row ls-fixed ls-rule ${classes.bar}`}>
        {bar}
      </div>
    </div>
  );
}
