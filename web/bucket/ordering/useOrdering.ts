import {
  type RefObject,
  useMemo,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react';
import { moveEntry, removeEntry } from '#domain/bucket/edit.ts';
import { SLOT_NAMES, indexOf, useCompare } from '#web/bucket/compare/CompareProvider.tsx';
import { useEditor, type Editor, type Revealed } from '#web/bucket/draft/editor.ts';
import { rowAfterKey } from '#web/kit/gridPlace.ts';
import { useAnnouncer } from '#web/kit/useAnnouncer.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { flushSync } from 'react-dom';

/** Everything a person does to the rows by key, by menu or by typing a position. */
export function useOrdering(list: RefObject<HTMLElement | null>) {
  const editor = useEditor();
  const compare = useCompare();
  const [menu, setMenu] = useState<string>();
  const [removed, setRemoved] = useState<Readonly<{ dial_id: string; what: string }>>();
  const { region, say } = useAnnouncer();
  const { current, setCurrent, commit, committing } = useRowFocus(list, editor.revealed);
  const latestEditor = useLatest(editor);
  const { lift, hand } = useLift({ editor, latest: latestEditor, commit, say });
  const latest = useLatest({ compare, lift, menu, removed });

  const actions = useMemo((): RowActions => {
    const focusRow = (id: string) => commit(() => undefined, id);
    const walk = (id: string, key: string): boolean => {
      const { shown } = latestEditor.current;
      const at = shown.findIndex(({ entry }) => entry.dial_id === id);
      const to = rowAfterKey(key, at, shown.length);
      const next = to === undefined ? undefined : shown[to];
      if (next !== undefined) focusRow(next.entry.dial_id);
      return to !== undefined;
    };
    const place: RowActions['place'] = (id, position, focus) => {
      const now = latestEditor.current;
      const next = moveEntry(now.entries, id, position);
      const at = next.findIndex(({ dial_id }) => dial_id === id) + 1;
      const name = nameIn(now, id);
      const change = () => {
        setMenu(undefined);
        if (next !== now.entries) now.change(next, `Moved ${name} to ${at}`);
      };
      if (focus) commit(change, id);
      else commit(change);
      say(`${name} is now ${at} of ${next.length}`);
    };
    const send = (id: string) => {
      const there = indexOf(latest.current.compare.slots, id);
      commit(() => {
        setMenu(undefined);
        latest.current.compare.send(id);
      }, id);
      const slot = SLOT_NAMES[indexOf(latest.current.compare.slots, id) ?? 0];
      const name = nameIn(latestEditor.current, id);
      say(there === undefined ? `${name} is ${slot} in the comparison` : `${name} is in the comparison already`);
      // It is there already: the row says so by a short light.
      if (there !== undefined)
        rowOf(list.current, id)?.animate([{ backgroundColor: 'var(--ls-acc-line)' }, {}], { duration: 400 });
    };
    const remove = (id: string) => {
      const now = latestEditor.current;
      const at = now.shown.findIndex(({ entry }) => entry.dial_id === id);
      const beside = now.shown[at + 1] ?? now.shown[at - 1];
      const what = `Removed ${nameIn(now, id)}`;
      commit(() => {
        setMenu(undefined);
        setRemoved({ dial_id: id, what });
        now.change(removeEntry(now.entries, id), what);
      }, beside?.entry.dial_id);
      say(`${what}. Control Z takes it back`);
    };
    return {
      focusRow,
      place,
      remove,
      compare: send,
      openMenu: setMenu,
      closeMenu: () => {
        const { menu: open } = latest.current;
        if (open !== undefined) commit(() => setMenu(undefined), open);
      },
      undoRemove: () => commit(latestEditor.current.undo, latest.current.removed?.dial_id),
      onFocus: setCurrent,
      onBlur: (id, { relatedTarget, currentTarget }) => {
        if (committing.current || latest.current.lift?.dial_id !== id || !document.hasFocus()) return;
        if (!currentTarget.contains(relatedTarget)) hand.cancel();
      },
      onKey: (id, event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { key } = event;
        const held = latest.current.lift?.dial_id === id ? latest.current.lift : undefined;
        const to = held && rowAfterKey(key, held.to - 1, held.basis.length);
        if (held !== undefined && to !== undefined) hand.carry(held, to + 1);
        else if (held !== undefined && (key === ' ' || key === 'Enter')) hand.putDown(held);
        else if (held !== undefined && key === 'Escape') hand.cancel(id);
        else if (key === ' ') hand.pickUp(id);
        else if (key === 'Enter') setMenu(id);
        else if (key.toLowerCase() === 'c') send(id);
        else if (key === 'Delete') remove(id);
        else if (!walk(id, key)) return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [latest, latestEditor, list, commit, committing, setCurrent, hand, say]);

  return { current, lift, menu, removed, region, say, commit, actions };
}

/** What a row can be asked. The same object for the life of the list, so that rows are not drawn again for it. */
export type RowActions = Readonly<{
  onKey: (dialId: string, event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (dialId: string) => void;
  onBlur: (dialId: string, event: FocusEvent<HTMLElement>) => void;
  /** To a position; beyond the last means the last. With `focus` the row takes it. */
  place: (dialId: string, position: number, focus: boolean) => void;
  compare: (dialId: string) => void;
  remove: (dialId: string) => void;
  openMenu: (dialId: string) => void;
  closeMenu: () => void;
  focusRow: (dialId: string) => void;
  undoRemove: () => void;
}>;

/** A row in the person's hand: nothing is changed until it is put down. */
type Lift = Readonly<{ dial_id: string; basis: BucketEntries; from: number; to: number }>;

type LiftParts = Readonly<{ editor: Editor; latest: RefObject<Editor>; commit: Commit; say: (text: string) => void }>;

/** Moving a row by the keyboard, from lifting it to putting it down: one step that can be undone. */
function useLift({ editor, latest, commit, say }: LiftParts) {
  const [kept, setLift] = useState<Lift>();
  // The list changed under the lifted row (undone, or taken in from someone else): it is in no hand any more.
  const lift = kept?.basis === editor.entries && editor.search === '' ? kept : undefined;

  const hand = useMemo(
    () => ({
      pickUp: (dialId: string) => {
        const { entries, search } = latest.current;
        if (search !== '') return say('Clear the search to move dials');
        const at = entries.findIndex(({ dial_id }) => dial_id === dialId) + 1;
        commit(() => setLift({ dial_id: dialId, basis: entries, from: at, to: at }), dialId);
        say(`${nameIn(latest.current, dialId)} lifted, ${at} of ${entries.length}`);
      },
      carry: (held: Lift, to: number) => {
        if (to === held.to) return;
        commit(() => setLift({ ...held, to }), held.dial_id);
        say(`${nameIn(latest.current, held.dial_id)} is now ${to} of ${held.basis.length}`);
      },
      putDown: ({ dial_id, basis, from, to }: Lift) => {
        const { change } = latest.current;
        const name = nameIn(latest.current, dial_id);
        commit(() => {
          setLift(undefined);
          if (to !== from) change(moveEntry(basis, dial_id, to), `Moved ${name} to ${to}`);
        }, dial_id);
        say(`${name} dropped at ${to} of ${basis.length}`);
      },
      /** Without a row to focus where the focus is on its way elsewhere. */
      cancel: (focus?: string) => {
        commit(() => setLift(undefined), focus);
        say('Move cancelled');
      },
    }),
    [latest, commit, say],
  );
  return { lift, hand };
}

/** Draws a change and gives a row the focus before the next key arrives: none is lost, however quick they come. */
type Commit = (change: () => void, focus?: string) => void;

/** Which row has the focus, or had it last: the one that Tab comes back to. */
function useRowFocus(list: RefObject<HTMLElement | null>, revealed: Revealed | undefined) {
  const [current, setCurrent] = useState<string>();
  const [wanted, setWanted] = useState<Readonly<{ dial_id: string }>>();
  const committing = useRef(false);

  useLayoutEffect(() => {
    if (wanted === undefined) return;
    const row = rowOf(list.current, wanted.dial_id);
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus({ preventScroll: true });
  }, [list, wanted]);

  // Asked for by the page, to show where something is wrong.
  useLayoutEffect(() => {
    if (revealed === undefined || revealed.key !== undefined) return;
    setCurrent(revealed.dial_id);
    setWanted({ dial_id: revealed.dial_id });
  }, [revealed]);

  const commit = useCallback<Commit>((change, focus) => {
    committing.current = true;
    flushSync(() => {
      change();
      if (focus === undefined) return;
      setCurrent(focus);
      setWanted({ dial_id: focus });
    });
    committing.current = false;
  }, []);

  return { current, setCurrent, commit, committing };
}

export const rowOf = (list: HTMLElement | null, dialId: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-dial="${dialId}"]`) ?? null;

/** What the dial is called, for announcements and for what undo says. */
export function nameIn({ entries, lookup }: Pick<Editor, 'entries' | 'lookup'>, dialId: string): string {
  const entry = entries.find(({ dial_id }) => dial_id === dialId);
  return (entry && lookup(entry)?.data.name) ?? 'The dial';
}
