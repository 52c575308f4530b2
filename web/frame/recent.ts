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
