import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '#web/session/session.tsx';
import {
  forget,
  holdSlot,
  keep,
  type KeptSlot,
  type KeptWork,
  keptName,
  newSlot,
  readKept,
  hasUnsavedDiff,
} from './unsavedStore.ts';
import type { BucketAddress } from '#web/bucket/address.ts';

const EVERY_MS = 400;

type Current = Omit<KeptWork, 'at'> & Readonly<{ address: BucketAddress; dirty: boolean }>;

/** Keeps unsaved work in this browser while it is made, and gives what an earlier page left behind. */
export function useKeptWork({ address: { partner, cob }, revision, base, entries, pending, dirty }: Current) {
  const { person } = useSession();
  const name = useMemo(() => keptName(person.id, { partner, cob }), [person.id, partner, cob]);
  const [slot] = useState(() => newSlot(name));
  const [offers, setOffers] = useState<readonly KeptSlot[]>([]);
  const latest = useRef({ revision, base, entries, pending, dirty });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(0);

  useEffect(() => holdSlot(slot), [slot]);

  const write = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    written.current = performance.now();
    const { dirty: unsaved, ...now } = latest.current;
    if (unsaved) keep(slot, { at: new Date().toISOString(), ...now });
    else forget(slot);
  }, [slot]);

  // A change is kept at once, unless many come quickly: then the last of them.
  useEffect(() => {
    latest.current = { revision, base, entries, pending, dirty };
    if (!dirty || performance.now() - written.current > EVERY_MS) write();
    else timer.current ??= setTimeout(write, EVERY_MS);
  }, [revision, base, entries, pending, dirty, write]);

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
      const found = await readKept(name);
      if (gone) return;
      const more = found.filter(({ work }) => hasUnsavedDiff(work, latest.current.base));
      for (const each of found) if (!more.includes(each)) forget(each.slot);
      setOffers(more);
    };
    void offer();
    return () => {
      gone = true;
    };
  }, [name]);

  /** It was restored or discarded. */
  const done = useCallback((offer: KeptSlot) => {
    forget(offer.slot);
    setOffers((before) => before.filter(({ slot: each }) => each !== offer.slot));
  }, []);
  return { offer: offers[0], done };
}
