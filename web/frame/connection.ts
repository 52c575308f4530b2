import { dismissToast, notifyUntilDismissed } from '#web/kit/Toaster.tsx';

const RETRY_MS = 2000;
const TOAST = 'connection';

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store' })).ok;
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

/**
 * Resolves when the server answers, and says so until then. To leave the page without a connection would end on an error
 * of the browser.
 */
export async function untilReachable(): Promise<void> {
  if (await isReachable()) return;
  notifyUntilDismissed(TOAST, 'No connection. Trying again …');
  do await nextAttempt();
  while (!(await isReachable()));
  dismissToast(TOAST);
}
