import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import { Avatar } from './Avatar.tsx';
import { useLink } from './link.tsx';
import type { NavEntry } from './NavItem.tsx';
import classes from './UserMenu.module.css';

export type MenuPerson = Readonly<{ name: string; email: string }>;

export type SingleKeys = Readonly<{ isOn: boolean; onChange: (isOn: boolean) => void }>;

type UserMenuProps = Readonly<{
  person: MenuPerson;
  collapsed: boolean;
  /** On a phone, the areas that do not fit into the bar. */
  more: readonly NavEntry[];
  /** Left out for people who have no calendar. */
  onCalendar?: (() => void) | undefined;
  onMail?: (() => void) | undefined;
  /** Whether the person uses shortcuts of one key; left out where nobody may. */
  singleKeys?: SingleKeys | undefined;
  onHelp: () => void;
  onSignOut: () => void;
}>;

/** The signed-in person, and their settings. */
export function UserMenu(props: UserMenuProps) {
  const { person, collapsed, more, onCalendar, onMail, singleKeys, onHelp, onSignOut } = props;
  const Link = useLink();
  return (
    <Menu position="top-start" width={264}>
      <Menu.Target>
        <button
          type="button"
          className={`ls-plain ls-row ls-fixed ls-wide ls-ink ls-ring-in ${classes.target}`}
          data-collapsed={collapsed || undefined}
        >
          <Avatar name={person.name} />
          <span className="ls-hidden">User menu of</span>
          <span className={collapsed ? 'ls-hidden' : 'ls-grow'}>
            <span className={`ls-block ls-clip ls-bold ${classes.name}`}>{person.name}</span>
            <span className={`ls-block ls-clip ls-ink-3 ${classes.email}`}>{person.email}</span>
          </span>
          {!collapsed && <IconSelector className="ls-fixed ls-ink-3" size={14} stroke={1.75} aria-hidden />}
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={`User menu of ${person.name}`}>
        <div className={classes.facts}>
          <div className={`ls-bold ls-break ${classes.name}`}>{person.name}</div>
          <div className={`ls-ink-3 ls-break ${classes.email}`}>{person.email}</div>
        </div>
        <Menu.Divider />
        <ColorSchemeSwitch />
        {singleKeys && (
          <Menu.CheckboxItem checked={singleKeys.isOn} onChange={singleKeys.onChange}>
            Shortcuts of one key
          </Menu.CheckboxItem>
        )}
        <Menu.Divider />
        {onCalendar && <Menu.Item onClick={onCalendar}>Calendar</Menu.Item>}
        {onMail && <Menu.Item onClick={onMail}>E-mail</Menu.Item>}
        <Menu.Item component={Link} to="/api/docs">
          API
        </Menu.Item>
        <Menu.Item onClick={onHelp}>Help</Menu.Item>
        <div className={classes.phone}>
          <Menu.Divider />
          {more.map(({ to, label }) => (
            <Menu.Item key={to} component={Link} to={to}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={onSignOut}>Sign out</Menu.Item>
        </div>
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
