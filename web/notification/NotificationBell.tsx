import { Popover } from '@mantine/core';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { type ComponentType, useState } from 'react';
import { loadPage } from '#web/base/page/loadPage.ts';
import { NavButton } from '#web/kit/NavItem.tsx';
import type { NotificationListProps } from './NotificationList.tsx';
import { useNotifications } from './useNotifications.ts';
import classes from './Notifications.module.css';

/** Opened by a click only, so it is not in the first bundle. */
const loadList = () => loadPage(() => import('./NotificationList.tsx').then((module) => module.NotificationList));

/** In the navigation: the number of unread notifications, and the list on click. */
export function NotificationBell({ collapsed }: Readonly<{ collapsed: boolean }>) {
  const { query, unread, opened, fresh, open, close } = useNotifications();
  const [List, setList] = useState<ComponentType<NotificationListProps>>();
  const show = async () => {
    const loaded = await loadList();
    setList(() => loaded);
    open();
  };
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
          onClick={opened ? close : () => void show()}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications" className={classes.panel ?? ''}>
        {List && <List query={query} fresh={fresh} onFollow={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}
