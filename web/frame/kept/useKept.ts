import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLatest } from '#web/kit/useLatest.ts';
import { type Dated, forget, claimSlot, keep, type KeptCodec, type KeptSlot, newSlot, readKept } from './keptStore.ts';

const EVERY_MS = 400;

type Kept<Work extends Dated> = Readonly<{
  /** Whose work on what, by `nameKept`. */
  name: string;
  /** What there is to keep; the same object for as long as it says the same. */
  work: Omit<Work, 'at'>;
  dirty: boolean;
  /** The same for every call. */
  codec: KeptCodec<Work>;
  /** Whether restoring it would change anything. */
  hasChanges: (work: Work) => boolean;
}>;

/** Keeps unsaved work in this browser while it is made, and gives what an earlier page left behind. */
export function useKept<Work extends Dated>({ name, work, dirty, codec, hasChanges }: Kept<Work>) {
  const slot = useMemo(() => newSlot(name), [name]);
  const [offers, setOffers] = useState<readonly KeptSlot<Work>[]>([]);
  const latest = useRef({ work, dirty });
  const latestWorth = useLatest(hasChanges);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(0);
  const held = useRef(slot);

  useEffect(() => {
    // What was kept under an earlier name is saved by now, or kept under this one.
    if (held.current !== slot) forget(held.current);
    held.current = slot;
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

  // A change is kept at once, unless many come quickly: then the last of them.
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
      const found = await readKept(name, codec);
      if (gone) return;
      const more = found.filter(({ work: kept }) => latestWorth.current(kept));
      for (const each of found) if (!more.includes(each)) forget(each.slot);
      setOffers(more);
    };
    void offer();
    return () => {
      gone = true;
    };
  }, [name, codec, latestWorth]);

  /** It was restored or discarded. */
  const done = useCallback((offer: KeptSlot<Work>) => {
    forget(offer.slot);
    setOffers((before) => before.filter(({ slot: each }) => each !== offer.slot));
  }, []);
  return { offer: offers[0], done };
}
