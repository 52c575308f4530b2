import { type RefObject, useMemo, useState } from 'react';
import { moveEntry, removeEntry } from '#domain/bucket/edit.ts';
import { SLOT_NAMES, indexOf } from '#web/bucket/compare/compareSlots.ts';
import { useCompare } from '#web/bucket/compare/CompareProvider.tsx';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { rowAfterKey } from '#web/kit/gridPlace.ts';
import { nameIn } from './nameIn.ts';
import type { RowActions } from './rowActions.ts';
import { useAnnouncer } from '#web/kit/useAnnouncer.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useLift } from './useLift.ts';
import { rowOf, useRowFocus } from './useRowFocus.ts';

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
