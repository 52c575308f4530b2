import { untilReachable } from '#web/base/api/connection.ts';

const MARK = 'lineslip_reloaded_at';
const ONCE_PER_MS = 10_000;

let target: () => string = () => window.location.href;

/** While a page loads the URL still shows the old one; the router knows the target. */
export function setReloadTarget(give: () => string): void {
  target = give;
}

/**
 * A page's code that fails to load needs a connection, or belongs to an old build: wait for the server and try again; then
 * log, and reload once at the target page. A second failure within ten seconds is shown instead, to avoid a loop.
 */
export async function loadPage<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load().catch(async () => {
      await untilReachable();
      return load();
    });
  } catch (error) {
    console.error('The code of a page could not be loaded.', error);
    if (Date.now() - Number(sessionStorage.getItem(MARK) ?? 0) < ONCE_PER_MS) throw error;
    sessionStorage.setItem(MARK, String(Date.now()));
    reloadTo(target());
    return new Promise<never>(() => {});
  }
}

function reloadTo(address: string): void {
  const here = window.location.href;
  window.location.assign(address);
  if (address === here) window.location.reload();
}
