import { useEffect, useRef } from 'react';

/** For a field that takes a button's place: it has the focus when it comes. */
export function useFocusAtFirst<T extends HTMLElement>() {
  const field = useRef<T>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

/** For the button: when the field is gone, the focus is back on it. */
export function useReturnFocus<T extends HTMLElement>(away: boolean) {
  const button = useRef<T>(null);
  const was = useRef(away);
  useEffect(() => {
    if (was.current && !away) button.current?.focus();
    was.current = away;
  }, [away]);
  return button;
}
