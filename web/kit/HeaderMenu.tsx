import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { Fragment, type ReactNode } from 'react';
import { useLink } from './link.tsx';

export type HeaderMenuItem = Readonly<{
  label: string;
  icon?: ReactNode;
  onClick?: () => void;
  /** Makes it a link. */
  to?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled, in two or three words at the right. */
  disabledReason?: string;
  /** Not for this person: left out. */
  hidden?: boolean;
}>;

function Item({ label, icon, onClick, to, danger = false, disabled = false, disabledReason }: HeaderMenuItem) {
  const Link = useLink();
  const look = {
    'data-track': label,
    leftSection: icon,
    rightSection: disabled ? disabledReason : undefined,
    // The kit would take a red that is too pale to read.
    ...(danger && !disabled && { color: 'var(--ls-red-text)' }),
    ...(onClick && { onClick }),
  };
  if (to !== undefined && !disabled) {
    return (
      <Menu.Item {...look} component={Link} to={to} end>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item {...look} disabled={disabled}>
      {label}
    </Menu.Item>
  );
}

/** The kebab. A line parts what destroys from the rest. */
export function HeaderMenu({ items }: Readonly<{ items: readonly HeaderMenuItem[] }>) {
  const shown = items.filter((item) => item.hidden !== true);
  if (shown.length === 0) return null;
  return (
    <Menu width="max-content">
      <Menu.Target>
        <ActionIcon variant="default" size={34} aria-label="More actions">
          <IconDots size={16} stroke={2} color="var(--ls-ink-2)" aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown miw={204}>
        {shown.map((item, index) => (
          <Fragment key={item.label}>
            {index > 0 && item.danger === true && shown[index - 1]?.danger !== true && <Menu.Divider />}
            <Item {...item} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
