/** The previous pages, newest last. */
export type Visit = Readonly<{ path: string; address: string; name: string }>;
export type BackHistory = readonly Visit[];

const MAX_VISITS = 20;

/**
 * Navigating pushes the page that was left; going to the last one pops it, by our back button or the browser's. The
 * same page with another query is the same visit.
 */
export function moveOn(history: BackHistory, from: Visit, to: Visit, replaced: boolean): BackHistory {
  if (from.path === to.path) return history;
  if (history.at(-1)?.path === to.path) return history.slice(0, -1);
  return replaced ? history : [...history, from].slice(-MAX_VISITS);
}
