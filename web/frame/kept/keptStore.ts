/** Work that was not saved, as a page that is gone left it. */
export type KeptSlot<Work> = Readonly<{ slot: string; work: Work }>;

/** All that is kept says when it was. */
export type Dated = Readonly<{ at: string }>;

/** How work is written into the browser's storage; what cannot be read any more is nothing. */
export type KeptCodec<Work> = Readonly<{
  write: (work: Work) => unknown;
  read: (written: Readonly<Record<string, unknown>>) => Work | undefined;
}>;

/** One person on one thing. Each tab has a slot of its own below it, so that two tabs never write over each other. */
export const nameKept = (what: 'bucket' | 'dial', personId: string, ...parts: readonly (string | number)[]): string =>
  [`lineslip.unsaved-${what}`, encodeURIComponent(personId), ...parts].join(':');

export const newSlot = (name: string): string =>
  `${name}:${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** A full or forbidden storage must not stop anybody's work: leaving then still asks. */
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

/** What tabs that are gone left behind, the newest first. */
export async function readKept<Work extends Dated>(name: string, codec: KeptCodec<Work>): Promise<KeptSlot<Work>[]> {
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

/** A tab holds a lock by its slot's name for as long as it lives, however it ends. */
export function claimSlot(slot: string): () => void {
  const released = Promise.withResolvers<void>();
  void locks()?.request(slot, () => released.promise);
  return released.resolve;
}

async function openSlots(): Promise<ReadonlySet<string | undefined>> {
  const state = await locks()?.query();
  return new Set((state?.held ?? []).map(({ name }) => name));
}

/** There are none where the page did not come over a safe connection; a tab is then taken as gone. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);
