import { useCallback, useEffect, useRef } from 'react';
import type { Blocker } from 'react-router';
import { useLeaveGuard } from '#web/frame/useLeaveGuard.ts';

const nowhere = () => false;

/** Asks before unsaved work is lost, on the way to another tab of the administration, too. */
export function useUnsaved(dirty: boolean): Blocker {
  const latest = useRef(dirty);
  useEffect(() => {
    latest.current = dirty;
  }, [dirty]);
  return useLeaveGuard({ isDirty: useCallback(() => latest.current, []), isHere: nowhere });
}
