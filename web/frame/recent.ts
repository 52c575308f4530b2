/** A page of one thing that a person looked at: where, what it shows, and when they were last there. */
export type Recent = Readonly<{ path: string; name: string; at: string }>;

const MAX_RECENT = 30;
const slotOf = (personId: string): string => `lineslip.recent:${encodeURIComponent(personId)}`;

/** What a person looked at in this browser, the last first. What cannot be read is nothing. */
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
