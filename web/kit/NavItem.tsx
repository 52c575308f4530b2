import type { ComponentType, ComponentPropsWithRef } from 'react';
import { Tooltip } from './Tooltip.tsx';
import { useLink, type LinkComponent } from './link.tsx';
import classes from './NavBar.module.css';

export type NavEntry = Readonly<{
  to: string;
  label: string;
  icon: ComponentType<{ size?: number | string; stroke?: number | string; 'aria-hidden'?: boolean }>;
  /** What waits for the person there; nothing is shown for 0. */
  count?: number;
  /** Current only on exactly this path. */
  end?: boolean;
  /** Another path whose pages belong here. */
  also?: string;
}>;

type NavItemProps = NavEntry & Readonly<{ collapsed: boolean; linkComponent?: LinkComponent | undefined }>;

export function NavItem({
  to,
  label,
  icon: Icon,
  count = 0,
  end = false,
  also,
  collapsed,
  linkComponent,
}: NavItemProps) {
  const house = useLink();
  const Link = linkComponent ?? house;
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <li>
        <Link
          to={to}
          end={end}
          {...(also !== undefined && { also })}
          className={`ls-row ls-gap-10 ls-wide ls-semi ls-ink-2 ${classes.item}`}
        >
          <Icon size={16} stroke={1.6} aria-hidden />
          <span className={collapsed ? 'ls-hidden' : `ls-clip ${classes.label}`}>{label}</span>
          {count > 0 && (
            <span className={`ls-center ls-bold ls-amber ${classes.count}`}>
              {count}
              <span className="ls-hidden"> waiting for you</span>
            </span>
          )}
        </Link>
      </li>
    </Tooltip>
  );
}

type NavButtonProps = ComponentPropsWithRef<'button'> &
  Readonly<{
    icon: ComponentType<{ size?: number | string; stroke?: number | string; 'aria-hidden'?: boolean }>;
    label: string;
    collapsed: boolean;
    /** Nothing is shown for 0. */
    count?: number;
    /** What is counted, for screen readers: " unread". */
    countLabel?: string;
  }>;

/** In the navigation, but it does something here rather than lead to a page. */
export function NavButton({ icon: Icon, label, collapsed, count = 0, countLabel = '', ...button }: NavButtonProps) {
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <button type="button" {...button} className={`ls-row ls-gap-10 ls-wide ls-semi ls-ink-2 ${classes.item}`}>
        <Icon size={16} stroke={1.6} aria-hidden />
        <span className={collapsed ? 'ls-hidden' : `ls-clip ${classes.label}`}>{label}</span>
        {count > 0 && (
          <span className={`ls-center ls-bold ls-amber ${classes.count}`}>
            {count}
            <span className="ls-hidden">{countLabel}</span>
          </span>
        )}
      </button>
    </Tooltip>
  );
}
