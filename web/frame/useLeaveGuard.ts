import { useCallback, useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router';

/** Both are asked at the moment of leaving, so they must not depend on the last drawing. */
type LeaveGuard = Readonly<{
  isDirty: () => boolean;
  /** Addresses that are the same page. */
  isHere: (pathname: string) => boolean;
}>;

/** Asks before unsaved work is lost: on leaving for another page, and on closing the tab. */
export function useLeaveGuard({ isDirty, isHere }: LeaveGuard): Blocker {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  return useBlocker(useCallback(({ nextLocation }) => isDirty() && !isHere(nextLocation.pathname), [isDirty, isHere]));
}
