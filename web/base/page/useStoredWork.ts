import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLatest } from '#web/kit/useLatest.ts';
import {
  type Dated,
  forget,
  claimSlot,
  keep,
  type WorkCodec,
  type WorkSlot,
  newSlot,
  readStoredWork,
} from './workStore.ts';

const EVERY_MS = 400;

type Kept<Work extends Dated> = Readonly<{
  /** The person and object, by `workKey`. */
  name: string;
  /** The work to store; a stable object while it is unchanged. */
  work: Omit<Work, 'at'>;
  dirty: boolean;
  /** Must be stable. */
  codec: WorkCodec<Work>;
  /** Whether restoring it would change anything. */
  hasChanges: (work: Work) => boolean;
}>;

/** Stores unsaved work in this browser, and returns what an earlier page left. */
export function useStoredWork<Work extends Dated>({ name, work, dirty, codec, hasChanges }: Kept<Work>) {
  const slot = useMemo(() => newSlot(name), [name]);
  const [offers, setOffers] = useState<readonly WorkSlot<Work>[]>([]);
  const latest = useRef({ work, dirty });
  const latestHasChanges = useLatest(hasChanges);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(0);
  const claimedSlot = useRef(slot);

  useEffect(() => {
    // Work stored under an earlier name is saved by now, or stored under this one.
    if (claimedSlot.current !== slot) forget(claimedSlot.current);
    claimedSlot.current = slot;
    return claimSlot(slot);
  }, [slot]);

  const write = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    written.current = performance.now();
    const { dirty: unsaved, work: now } = latest.current;
    if (unsaved) keep(slot, codec.write({ at: new Date().toISOString(), ...now } as unknown as Work));
    else forget(slot);
  }, [slot, codec]);

  // Store a change at once, but debounce quick ones.
  useEffect(() => {
    latest.current = { work, dirty };
    if (!dirty || performance.now() - written.current > EVERY_MS) write();
    else timer.current ??= setTimeout(write, EVERY_MS);
  }, [work, dirty, write]);

  useEffect(() => {
    const flush = () => timer.current !== undefined && write();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [write]);

  useEffect(() => {
    let gone = false;
    const offer = async () => {
      const found = await readStoredWork(name, codec);
      if (gone) return;
      const more = found.filter(({ work: stored }) => latestHasChanges.current(stored));
      for (const each of found) if (!more.includes(each)) forget(each.slot);
      setOffers(more);
    };
    void offer();
    return () => {
      gone = true;
    };
  }, [name, codec, latestHasChanges]);

  /** It was restored or discarded. */
  const done = useCallback((offer: WorkSlot<Work>) => {
    forget(offer.slot);
    setOffers((before) => before.filter(({ slot: each }) => each !== offer.slot));
  }, []);
  return { offer: offers[0], done };
}
