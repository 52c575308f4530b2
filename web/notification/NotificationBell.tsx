import { Popover } from '@mantine/core';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { NavButton } from '#web/kit/NavButton.tsx';
import { NotificationList } from './NotificationList.tsx';
import { useNotifications } from './useNotifications.ts';
import classes from './Notifications.module.css';

/** In the navigation: how much is unread, and by a click what it is. */
export function NotificationBell({ collapsed }: Readonly<{ collapsed: boolean }>) {
  const { query, unread, opened, fresh, open, close } = useNotifications();
  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && close()}
      position="right-end"
      offset={10}
      width={372}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <NavButton
          icon={IconBell}
          label="Notifications"
          collapsed={collapsed}
          count={unread}
          countLabel=" unread"
          aria-expanded={opened}
          aria-haspopup="dialog"
          onClick={opened ? close : open}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications" className={classes.panel ?? ''}>
        <NotificationList query={query} fresh={fresh} onFollow={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
