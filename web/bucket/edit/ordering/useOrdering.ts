import {
  type RefObject,
  useMemo,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react';
import { moveEntries, removeEntries } from '#domain/bucket/edit.ts';
import { SLOT_NAMES, indexOf, useCompare } from '#web/bucket/edit/compare/CompareProvider.tsx';
import { useEditor, type Editor, type RevealTarget } from '#web/bucket/editor.ts';
import { rowAfterKey } from '#web/kit/grid.ts';
import { useAnnouncer } from '#web/kit/useAnnouncer.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import { flushSync } from 'react-dom';
import { agree } from '#web/kit/plural.ts';
import { speakKeys } from '#web/kit/stroke.ts';
import { type SelectionActions, useSelection } from './useSelection.ts';

/** All actions on rows by key, by menu or by typing a position. */
export function useOrdering(list: RefObject<HTMLElement | null>) {
  const editor = useEditor();
  const compare = useCompare();
  const [menu, setMenu] = useState<string>();
  const [removed, setRemoved] = useState<Readonly<{ dial_id: string; what: string }>>();
  const { region, announce } = useAnnouncer();
  const { current, setCurrent, commit, committing } = useRowFocus(list, editor.revealed);
  const latestEditor = useLatest(editor);
  const { selected, selecting } = useSelection(editor, announce);
  const { lift, hand } = useLift({ editor, latest: latestEditor, commit, announce, selecting });
  const latest = useLatest({ compare, lift, menu, removed, current, selected });

  const actions = useMemo((): RowActions => {
    const focusRow = (id: string) => commit(() => undefined, id);
    /** With `extends`, selects all rows in between. */
    const walk = (id: string, key: string, extend: boolean): boolean => {
      const { shown } = latestEditor.current;
      const at = shown.findIndex(({ entry }) => entry.dial_id === id);
      const to = rowAfterKey(key, at, shown.length);
      const next = to === undefined ? undefined : shown[to];
      if (next === undefined) return to !== undefined;
      const { dial_id } = next.entry;
      commit(() => extend && selecting.extend(dial_id, id), dial_id);
      return true;
    };
    const place: RowActions['place'] = (id, position, focus) => {
      const now = latestEditor.current;
      const ids = selecting.idsOf(id);
      const next = moveEntries(now.entries, ids, position);
      const at = next.findIndex(({ dial_id }) => ids.has(dial_id)) + 1;
      const name = subjectIn(now, ids);
      const change = () => {
        setMenu(undefined);
        if (next !== now.entries) now.change(next, `Moved ${name} to ${at}`);
      };
      if (focus) commit(change, id);
      else commit(change);
      announce(`${name} ${isNow(ids)} ${at} of ${next.length}`);
    };
    const send = (id: string) => {
      const there = indexOf(latest.current.compare.slots, id);
      commit(() => {
        setMenu(undefined);
        latest.current.compare.send(id);
      }, id);
      const slot = SLOT_NAMES[indexOf(latest.current.compare.slots, id) ?? 0];
      const name = nameIn(latestEditor.current, id);
      announce(there === undefined ? `${name} is ${slot} in the comparison` : `${name} is in the comparison already`);
      // Already there: flash the row.
      if (there !== undefined)
        rowOf(list.current, id)?.animate([{ backgroundColor: 'var(--ls-acc-line)' }, {}], { duration: 400 });
    };
    /** Compares two selected rows with each other. */
    const compareAll = (id: string) => {
      const ids = [...selecting.idsOf(id)];
      for (const one of ids.length === 2 ? ids : [id]) send(one);
    };
    const remove = (id: string) => {
      const now = latestEditor.current;
      const ids = selecting.idsOf(id);
      const at = now.shown.findIndex(({ entry }) => entry.dial_id === id);
      const stays = ({ entry }: Readonly<{ entry: BucketEntry }>) => !ids.has(entry.dial_id);
      const beside = now.shown.slice(at).find(stays) ?? now.shown.slice(0, at).findLast(stays);
      const what = `Removed ${subjectIn(now, ids)}`;
      commit(() => {
        setMenu(undefined);
        setRemoved({ dial_id: id, what });
        now.change(removeEntries(now.entries, ids), what);
      }, beside?.entry.dial_id);
      announce(`${what}. ${speakKeys('mod+Z')} takes ${agree(ids.size, 'it', 'them')} back`);
    };
    return {
      focusRow,
      place,
      remove,
      compare: send,
      compareBoth: (first, second) => {
        send(first);
        send(second);
      },
      clearSelection: (id) => commit(selecting.clear, id),
      onPress: (id, event) => {
        const { target, button, shiftKey } = event;
        if (button !== 0 || (target instanceof Element && target.closest('button, a, input, [draggable]'))) return;
        const isToggled = event.ctrlKey || event.metaKey;
        if (!shiftKey && !isToggled) return selecting.clear();
        // Prevents text selection.
        event.preventDefault();
        const from = latest.current.current ?? id;
        commit(() => (shiftKey ? selecting.extend(id, from) : selecting.toggle(id)), id);
      },
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
        const { key, shiftKey } = event;
        const isToggled = (event.ctrlKey || event.metaKey) && key === ' ';
        if ((event.ctrlKey || event.metaKey || event.altKey) && !isToggled) return;
        const lifted = latest.current.lift?.dial_id === id ? latest.current.lift : undefined;
        const to = lifted && rowAfterKey(key, lifted.to - 1, lifted.basis.length - lifted.ids.size + 1);
        if (lifted !== undefined && to !== undefined) hand.carry(lifted, to + 1);
        else if (lifted !== undefined && (key === ' ' || key === 'Enter')) hand.putDown(lifted);
        else if (lifted !== undefined && key === 'Escape') hand.cancel(id);
        else if (isToggled) commit(() => selecting.toggle(id), id);
        else if (key === 'Escape' && latest.current.selected.size > 0) selecting.clear();
        else if (key === ' ') hand.pickUp(id);
        else if (key === 'Enter') setMenu(id);
        else if (key.toLowerCase() === 'c') compareAll(id);
        else if (key === 'Delete') remove(id);
        else if (!walk(id, key, shiftKey && lifted === undefined)) return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [latest, latestEditor, list, commit, committing, setCurrent, hand, announce, selecting]);

  return { selected, current, lift, menu, removed, region, announce, commit, actions };
}

/** The actions of a row. A stable object, so that rows do not re-render. */
export type RowActions = Readonly<{
  onKey: (dialId: string, event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (dialId: string) => void;
  onBlur: (dialId: string, event: FocusEvent<HTMLElement>) => void;
  /** Moves to a position, clamped to the last. With `focus` the row takes it. */
  place: (dialId: string, position: number, focus: boolean) => void;
  compare: (dialId: string) => void;
  compareBoth: (first: string, second: string) => void;
  /** Click with Shift or Ctrl; a plain click clears the selection. */
  onPress: (dialId: string, event: MouseEvent<HTMLElement>) => void;
  /** Focuses the row. */
  clearSelection: (dialId: string) => void;
  remove: (dialId: string) => void;
  openMenu: (dialId: string) => void;
  closeMenu: () => void;
  focusRow: (dialId: string) => void;
  undoRemove: () => void;
}>;

/** The lifted row and all selected ones: nothing changes until it is dropped. */
type Lift = Readonly<{ dial_id: string; ids: ReadonlySet<string>; basis: BucketEntries; to: number }>;

type LiftParts = Readonly<{
  editor: Editor;
  latest: RefObject<Editor>;
  commit: Commit;
  announce: (text: string) => void;
  selecting: SelectionActions;
}>;

/** Moving a row by keyboard, from lift to drop: one undo step. */
function useLift({ editor, latest, commit, announce, selecting }: LiftParts) {
  const [storedLift, setLift] = useState<Lift>();
  // The list changed under the lifted row (undo, or someone else's change): cancel the lift.
  const lift = storedLift?.basis === editor.entries && editor.search === '' ? storedLift : undefined;

  const hand = useMemo(
    () => ({
      pickUp: (dialId: string) => {
        const { entries, search } = latest.current;
        if (search !== '') return announce('Clear the search to move dials');
        const ids = selecting.idsOf(dialId);
        const to = entries.findIndex(({ dial_id }) => ids.has(dial_id)) + 1;
        commit(() => setLift({ dial_id: dialId, ids, basis: entries, to }), dialId);
        announce(`${subjectIn(latest.current, ids)} lifted, ${to} of ${entries.length}`);
      },
      carry: (lifted: Lift, to: number) => {
        if (to === lifted.to) return;
        commit(() => setLift({ ...lifted, to }), lifted.dial_id);
        announce(`${subjectIn(latest.current, lifted.ids)} ${isNow(lifted.ids)} ${to} of ${lifted.basis.length}`);
      },
      putDown: ({ dial_id, ids, basis, to }: Lift) => {
        const { change } = latest.current;
        const name = subjectIn(latest.current, ids);
        const next = moveEntries(basis, ids, to);
        commit(() => {
          setLift(undefined);
          if (next !== basis) change(next, `Moved ${name} to ${to}`);
        }, dial_id);
        announce(`${name} dropped at ${to} of ${basis.length}`);
      },
      /** Without a row to focus if the focus is moving elsewhere. */
      cancel: (focus?: string) => {
        commit(() => setLift(undefined), focus);
        announce('Move cancelled');
      },
    }),
    [latest, commit, announce, selecting],
  );
  return { lift, hand };
}

/** Renders synchronously and focuses the row before the next key arrives, so that quick keys are not lost. */
type Commit = (change: () => void, focus?: string) => void;

/** The row with the focus, or the last one that had it: the Tab stop. */
function useRowFocus(list: RefObject<HTMLElement | null>, revealed: RevealTarget | undefined) {
  const [current, setCurrent] = useState<string>();
  const [focusRequest, setFocusRequest] = useState<Readonly<{ dial_id: string }>>();
  const committing = useRef(false);

  useLayoutEffect(() => {
    if (focusRequest === undefined) return;
    const row = rowOf(list.current, focusRequest.dial_id);
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus({ preventScroll: true });
  }, [list, focusRequest]);

  // The page reveals a row with an error.
  useLayoutEffect(() => {
    if (revealed === undefined || revealed.key !== undefined) return;
    setCurrent(revealed.dial_id);
    setFocusRequest({ dial_id: revealed.dial_id });
  }, [revealed]);

  const commit = useCallback<Commit>((change, focus) => {
    committing.current = true;
    flushSync(() => {
      change();
      if (focus === undefined) return;
      setCurrent(focus);
      setFocusRequest({ dial_id: focus });
    });
    committing.current = false;
  }, []);

  return { current, setCurrent, commit, committing };
}

export const rowOf = (list: HTMLElement | null, dialId: string): HTMLElement | null =>
  Array.from(list?.children ?? []).find(
    (row): row is HTMLElement => row instanceof HTMLElement && row.dataset['dial'] === dialId,
  ) ?? null;

/** The dial's name, for announcements and undo labels. */
export function nameIn({ entries, lookup }: Pick<Editor, 'entries' | 'lookup'>, dialId: string): string {
  const entry = entries.find(({ dial_id }) => dial_id === dialId);
  return (entry && lookup(entry)?.data.name) ?? 'The dial';
}

/** The name of one dial, or the number of several. */
export function subjectIn(editor: Pick<Editor, 'entries' | 'lookup'>, ids: ReadonlySet<string>): string {
  const [only = ''] = ids;
  return agree(ids.size, nameIn(editor, only), `${ids.size} dials`);
}

const isNow = (ids: ReadonlySet<string>): string => agree(ids.size, 'is now', 'are now from');
