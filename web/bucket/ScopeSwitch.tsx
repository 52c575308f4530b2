import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '#web/base/session/session.tsx';
import classes from './ScopeSwitch.module.css';

/** Whether lists of a bucket's dials show when each applies. Stored per person in this browser. */
export function useShowsScope() {
  const { person } = useSession();
  return useLocalStorage({
    key: `lineslip_shows_scope:${encodeURIComponent(person.id)}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
}

export function ScopeSwitch() {
  const [shown, setShown] = useShowsScope();
  return (
    <Switch
      size="xs"
      label="When each dial applies"
      className="ls-fixed"
      classNames={{ track: classes.track ?? '' }}
      checked={shown}
      onChange={({ currentTarget }) => setShown(currentTarget.checked)}
    />
  );
}
