import type { ComponentPropsWithRef, ComponentType } from 'react';
import { KeyHint } from './KeyHint.tsx';
import { capsOf } from './stroke.ts';
import { Tooltip } from './Tooltip.tsx';
import { useLink } from './link.tsx';
import { ariaKeys } from './stroke.ts';
import classes from './NavBar.module.css';

type Face = Readonly<{
  label: string;
  icon: ComponentType<{ size?: number | string; stroke?: number | string; 'aria-hidden'?: boolean }>;
  /** The number of pending items; 0 is hidden. */
  count?: number;
  /** The shortcut, shown beside the label. */
  keys?: string;
}>;

export type NavEntry = Face &
  Readonly<{
    to: string;
    /** Current only on exactly this path. */
    end?: boolean;
    /** Other paths whose pages belong here. */
    also?: readonly string[];
  }>;

const LOOK = `ls-plain ls-row ls-gap-10 ls-wide ls-semi ls-ink-2 ls-ring-in ${classes.item}`;

/** `isWide`: not on a phone. */
type NavItemProps = NavEntry & Readonly<{ collapsed: boolean; isWide: boolean }>;

export function NavItem({ to, end = false, also, isWide, ...face }: NavItemProps) {
  const Link = useLink();
  return (
    <Tooltip label={face.label} position="right" disabled={!face.collapsed}>
      <li className={isWide ? classes.wide : undefined}>
        <Link to={to} end={end} {...(also !== undefined && { also })} className={LOOK}>
          <NavFace {...face} countLabel=" waiting for you" />
        </Link>
      </li>
    </Tooltip>
  );
}

/** `countLabel` describes the count to screen readers: " unread". */
type FaceProps = Face & Readonly<{ collapsed: boolean; countLabel?: string }>;

/** A navigation item with an action instead of a link. */
export function NavButton(props: FaceProps & ComponentPropsWithRef<'button'>) {
  const { icon, label, collapsed, count = 0, countLabel = '', keys, ...button } = props;
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <button
        type="button"
        {...button}
        {...(keys !== undefined && { 'aria-keyshortcuts': ariaKeys(keys) })}
        className={LOOK}
      >
        <NavFace {...{ icon, label, collapsed, count, countLabel, ...(keys !== undefined && { keys }) }} />
      </button>
    </Tooltip>
  );
}

function NavFace({ icon: Icon, label, collapsed, count = 0, countLabel, keys }: FaceProps) {
  return (
    <>
      <Icon size={16} stroke={1.6} aria-hidden />
      <span className={collapsed ? 'ls-hidden' : 'ls-grow ls-clip'}>{label}</span>
      {keys !== undefined && !collapsed && (
        <span aria-hidden className="ls-fixed">
          <KeyHint>{capsOf(keys).join(' ')}</KeyHint>
        </span>
      )}
      {count > 0 && (
        <span className={`ls-center ls-bold ls-amber ${classes.count}`}>
          {count}
          <span className="ls-hidden">{countLabel}</span>
        </span>
      )}
    </>
  );
}
