/** A visited page of one object: its URL, subject, and the time of the last visit. */
export type Recent = Readonly<{ path: string; name: string; at: string }>;

const MAX_RECENT = 30;
const slotOf = (personId: string): string => `lineslip.recent:${encodeURIComponent(personId)}`;

/** The person's recent pages in this browser, newest first. Invalid data is ignored. */
export function readRecent(personId: string): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(slotOf(personId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

export function keepRecent(personId: string, { path, name }: Omit<Recent, 'at'>, now = new Date()): void {
  const others = readRecent(personId).filter((one) => one.path !== path);
  const kept = [{ path, name, at: now.toISOString() }, ...others].slice(0, MAX_RECENT);
  try {
    localStorage.setItem(slotOf(personId), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage: nothing is recent, and everything else works.
  }
}

const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' &&
  one !== null &&
  (['path', 'name', 'at'] as const).every((key) => typeof (one as Readonly<Record<string, unknown>>)[key] === 'string');

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
