import IconCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs';
import IconExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';
import { NavButton, NavItem, type NavEntry } from './NavItem.tsx';
import { Tooltip } from './Tooltip.tsx';
import { UserMenu, type MenuPerson, type SingleKeys } from './UserMenu.tsx';
import classes from './NavBar.module.css';

type NavBarProps = Readonly<{
  collapsed: boolean;
  onToggle: () => void;
  items: readonly NavEntry[];
  person: MenuPerson;
  onCalendar?: (() => void) | undefined;
  onMail?: (() => void) | undefined;
  singleKeys?: SingleKeys | undefined;
  onHelp: () => void;
  onSignOut: () => void;
  /** Opens the search over everything. */
  onSearch: () => void;
  /** Above Sign out: items that belong to every page. */
  foot?: ReactNode;
}>;

/** On a phone the others, and Sign out, are in the user's menu. */
const ON_PHONE = 3;

export function NavBar(props: NavBarProps) {
  const { collapsed, onToggle, items, person, onCalendar, onMail, singleKeys, onHelp } = props;
  const { onSignOut, onSearch, foot } = props;
  const toggleName = collapsed ? 'Expand navigation' : 'Collapse navigation';
  const ToggleIcon = collapsed ? IconExpand : IconCollapse;
  return (
    <nav aria-label="Main" className={`ls-stack ${classes.bar}`} data-collapsed={collapsed || undefined}>
      <div className={`ls-row ls-gap-10 ${classes.head}`}>
        <Logo size={26} />
        {!collapsed && <span className={classes.name}>Lineslip</span>}
        <Tooltip label={toggleName} position="right">
          <button
            type="button"
            className={`ls-icon ls-push ls-ink-2 ${classes.toggle}`}
            aria-label={toggleName}
            aria-expanded={!collapsed}
            onClick={onToggle}
          >
            <ToggleIcon size={16} stroke={1.75} aria-hidden />
          </button>
        </Tooltip>
      </div>
      <ul className={`ls-list ls-grow ls-scroll ${classes.items}`}>
        <li className={classes.wide}>
          <NavButton
            icon={IconSearch}
            label="Search"
            keys="mod+K"
            collapsed={collapsed}
            aria-haspopup="dialog"
            onClick={onSearch}
          />
        </li>
        {items.map((item, index) => (
          <NavItem key={item.to} {...item} collapsed={collapsed} isWide={index >= ON_PHONE} />
        ))}
      </ul>
      <div className={classes.out}>
        {foot}
        <div className={classes.wide}>
          <NavButton icon={IconLogout} label="Sign out" collapsed={collapsed} onClick={onSignOut} />
        </div>
      </div>
      <UserMenu
        person={person}
        collapsed={collapsed}
        more={items.slice(ON_PHONE)}
        onCalendar={onCalendar}
        onMail={onMail}
        singleKeys={singleKeys}
        onHelp={onHelp}
        onSignOut={onSignOut}
      />
    </nav>
  );
}
