import { useSyncExternalStore } from 'react';

const RETRY_MS = 2000;
/** An attempt that takes longer has failed. */
const ANSWER_MS = 5000;

let isConnected = true;
let attempts: Promise<void> | undefined;
const listeners = new Set<(isConnected: boolean) => void>();

function setConnected(value: boolean): void {
  isConnected = value;
  for (const listener of listeners) listener(value);
}

/** Calls the listener whenever the connection to the server is lost, and when it is back. */
export function watchConnection(listener: (isConnected: boolean) => void): () => void {
  if (listeners.size === 0) window.addEventListener('offline', checkConnection);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('offline', checkConnection);
  };
}

/** Returns whether the server can be reached, as far as this page knows. */
export const useIsConnected = (): boolean => useSyncExternalStore(watchConnection, () => isConnected);

/** Asks the server whether it can be reached. Whoever could not reach it calls this. */
export const checkConnection = (): void => void untilReachable();

/** Resolves when the server answers. All callers wait for the same attempts. */
export function untilReachable(): Promise<void> {
  attempts ??= attemptUntilReachable().finally(() => (attempts = undefined));
  return attempts;
}

async function attemptUntilReachable(): Promise<void> {
  if (await isReachable()) return;
  setConnected(false);
  do await nextAttempt();
  while (!(await isReachable()));
  setConnected(true);
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    return false;
  }
}

/** Resolves as soon as the browser is online again, and at the latest after two seconds. */
function nextAttempt(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, RETRY_MS);
    window.addEventListener('online', go);
  });
}
