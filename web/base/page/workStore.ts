/** Unsaved work left by a closed page. */
export type WorkSlot<Work> = Readonly<{ slot: string; work: Work }>;

/** All stored work has a time. */
export type Dated = Readonly<{ at: string }>;

/** How work is serialised to the browser's storage; invalid data parses to undefined. */
export type WorkCodec<Work> = Readonly<{
  write: (work: Work) => unknown;
  read: (written: Readonly<Record<string, unknown>>) => Work | undefined;
}>;

/** One person on one object. Each tab has its own slot below it, so that two tabs never overwrite each other. */
export const workKey = (what: 'bucket' | 'dial', personId: string, ...parts: readonly (string | number)[]): string =>
  [`lineslip.unsaved-${what}`, encodeURIComponent(personId), ...parts].join(':');

export const newSlot = (name: string): string =>
  `${name}:${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** A full or forbidden storage must not stop the work: leaving then still asks. */
function unlessRefused<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

export const keep = (slot: string, written: unknown): void =>
  unlessRefused(() => localStorage.setItem(slot, JSON.stringify(written)));

export const forget = (slot: string): void => unlessRefused(() => localStorage.removeItem(slot));

/** Work left by closed tabs, newest first. */
export async function readStoredWork<Work extends Dated>(
  name: string,
  codec: WorkCodec<Work>,
): Promise<WorkSlot<Work>[]> {
  const open = await openSlots();
  return slotsOf(name)
    .filter((slot) => !open.has(slot))
    .flatMap((slot) => {
      const written = unlessRefused((): unknown => JSON.parse(localStorage.getItem(slot) ?? ''));
      const work = typeof written === 'object' && written !== null ? codec.read({ ...written }) : undefined;
      return work === undefined ? [] : [{ slot, work }];
    })
    .toSorted((a, b) => b.work.at.localeCompare(a.work.at));
}

const slotsOf = (name: string): string[] =>
  unlessRefused(() => Object.keys(localStorage).filter((key) => key.startsWith(`${name}:`))) ?? [];

/** A tab holds a lock named after its slot for its lifetime, however it ends. */
export function claimSlot(slot: string): () => void {
  const released = Promise.withResolvers<void>();
  void locks()?.request(slot, () => released.promise);
  return released.resolve;
}

async function openSlots(): Promise<ReadonlySet<string | undefined>> {
  const state = await locks()?.query();
  return new Set((state?.held ?? []).map(({ name }) => name));
}

/** Locks need a secure context; without them a tab counts as closed. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);
