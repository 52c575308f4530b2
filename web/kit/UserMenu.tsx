import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import type { ReactNode } from 'react';
import { Avatar } from './Avatar.tsx';
import classes from './UserMenu.module.css';

export type MenuPerson = Readonly<{ name: string; email: string }>;

type UserMenuProps = Readonly<{ person: MenuPerson; collapsed: boolean; children?: ReactNode }>;

/** Who is signed in, and what is theirs to set. `children` are more `Menu.Item`s. */
export function UserMenu({ person, collapsed, children }: UserMenuProps) {
  return (
    <Menu position="top-start" width={264}>
      <Menu.Target>
        <button
          type="button"
          className={`ls-row ls-fixed ls-wide ls-rule ls-ink ${classes.target}`}
          data-collapsed={collapsed || undefined}
        >
          <Avatar name={person.name} />
          <span className="ls-hidden">User menu of</span>
          <span className={collapsed ? 'ls-hidden' : 'ls-grow'}>
            <span className={classes.name}>{person.name}</span>
            <span className={classes.email}>{person.email}</span>
          </span>
          {!collapsed && <IconSelector className="ls-fixed ls-ink-3" size={14} stroke={1.75} aria-hidden />}
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={`User menu of ${person.name}`}>
        <div className={classes.facts}>
          <div className={classes.name}>{person.name}</div>
          <div className={classes.email}>{person.email}</div>
        </div>
        <Menu.Divider />
        <ColorSchemeSwitch />
        {children !== undefined && children !== null && (
          <>
            <Menu.Divider />
            {children}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes: readonly (readonly [MantineColorScheme, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
];

function isScheme(value: string): value is MantineColorScheme {
  return schemes.some(([scheme]) => scheme === value);
}

/** Three radio items for a `Menu` of the kit. */
function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Colour scheme</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => isScheme(value) && setColorScheme(value)}>
        {schemes.map(([value, label]) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
