import { useCallback, useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router';
import { useLatest } from '#web/kit/useLatest.ts';

/** Both are called when leaving, so they must not depend on the last render. */
type LeaveGuard = Readonly<{
  isDirty: () => boolean;
  /** URLs that are the same page. */
  isHere: (pathname: string) => boolean;
}>;

/** Asks before unsaved work is lost: on navigation, and on closing the tab. */
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

const nowhere = () => false;

/** The same if every other URL is another page, also one that differs only by its query. */
export function useUnsaved(dirty: boolean): Blocker {
  const latest = useLatest(dirty);
  return useLeaveGuard({ isDirty: useCallback(() => latest.current, [latest]), isHere: nowhere });
}
