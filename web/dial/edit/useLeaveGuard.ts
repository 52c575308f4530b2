import { useCallback, useEffect } from 'react';
import { useBlocker, type Blocker } from 'react-router';
import type { DraftStore } from './draftStore.ts';

/** Asks before unsaved work is lost: on leaving for another page, and on closing the tab. Steps of one dial are one page. */
export function useLeaveGuard(store: DraftStore): Blocker {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (store.isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [store]);

  return useBlocker(
    useCallback(
      // A new dial has an id from the moment its first save is answered.
      ({ nextLocation }) => store.isDirty() && !isStep(nextLocation.pathname, store.base()?.dial.id),
      [store],
    ),
  );
}

function isStep(pathname: string, id: string | undefined): boolean {
  if (id === undefined) return pathname === '/dial';
  return pathname === `/dial/${id}` || pathname.startsWith(`/dial/${id}/`);
}
