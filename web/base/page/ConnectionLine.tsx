import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIsConnected } from '#web/base/api/connection.ts';
import { dismissToast, notifyUntilDismissed } from '#web/kit/Toaster.tsx';

const TOAST = 'connection';

// What the browser says of its network is not whether our server can be reached.
onlineManager.setEventListener(() => undefined);

/** Says that the server cannot be reached, until it can. Queries wait meanwhile, instead of failing one after the other. */
export function ConnectionLine() {
  const isConnected = useIsConnected();
  useEffect(() => onlineManager.setOnline(isConnected), [isConnected]);
  useEffect(() => {
    if (isConnected) return undefined;
    notifyUntilDismissed(TOAST, 'No connection. Trying again …');
    return () => dismissToast(TOAST);
  }, [isConnected]);
  return null;
}
