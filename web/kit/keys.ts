import { useEffect, useSyncExternalStore } from 'react';
import { useLatest } from './useLatest.ts';
import { isLayerOpen, isModalOpen } from './layers.ts';
import { matches, readStroke, type Stroke, strokesOf } from './stroke.ts';

/** A shortcut. `keys`: "mod+S" is Ctrl S, on a Mac ⌘ S; "g r" is one after the other. */
export type KeyLine = Readonly<{ keys: string; does: string }>;

/** A shortcut that works wherever the focus is; in fields and over the page only if it says so. */
export type Key = KeyLine &
  Readonly<{
    /** `false`: not handled. */
    run: (event: KeyboardEvent) => void | false;
    inFields?: boolean;
    inDialogs?: boolean;
    /** An alternative that is not listed. */
    unlisted?: boolean;
  }>;

/** Global shortcuts come last: a page may redefine them. */
export const ANYWHERE = 'Anywhere';
export const THIS_PAGE = 'This page';

export type KeyGroup = Readonly<{ name: string; keys: readonly KeyLine[] }>;

type Registration = Readonly<{ name: string; lines: string; keys: () => readonly (Key | KeyLine)[] }>;

/** The mounted shortcuts, in mount order. */
let registered: readonly Registration[] = [];
const listeners = new Set<() => void>();
/** The previous key, which may be the first of two. */
let before: Readonly<{ stroke: Stroke; at: number }> | undefined;

function change(next: readonly Registration[]): void {
  if (registered.length === 0) document.addEventListener('keydown', onKeyDown);
  registered = next;
  if (registered.length === 0) {
    document.removeEventListener('keydown', onKeyDown);
    before = undefined;
  }
  for (const listener of listeners) listener();
}

/**
 * The registry of shortcuts: those given here are handled, and listed in the dialog of the page's keys. A line without
 * `run` is handled by the component that names it.
 */
export function useKeys(name: string, keys: readonly (Key | KeyLine)[]): void {
  const latest = useLatest(keys);
  // Re-register only if the keys change; their functions may change at every render.
  const lines = keys.map((key) => `${key.keys}\n${key.does}`).join('\n\n');
  useEffect(() => {
    const registration = { name, lines, keys: () => latest.current };
    change([...registered, registration]);
    return () => change(registered.filter((one) => one !== registration));
  }, [name, lines, latest]);
}

let singleKeysAllowed = true;

/** Sets whether shortcuts without Ctrl that type a character are handled and listed. */
export function useSingleKeysAllowed(isAllowed: boolean): void {
  useEffect(() => {
    singleKeysAllowed = isAllowed;
    change([...registered]);
    return () => {
      singleKeysAllowed = true;
    };
  }, [isAllowed]);
}

const isOff = (key: Key | KeyLine): boolean => !singleKeysAllowed && 'run' in key && isSingleKey(key.keys);

/** Letters, digits and signs, as WCAG 2.1.4 has it; not Backspace or an arrow. */
function isSingleKey(keys: string): boolean {
  const [first] = strokesOf(keys);
  return first?.mod === false && first.key.length === 1;
}

const pagesFirst = (all: readonly Registration[]): readonly Registration[] =>
  all.toSorted((a, b) => Number(a.name === ANYWHERE) - Number(b.name === ANYWHERE));

/** The active shortcuts, those of the page first. */
export function listKeys(): readonly KeyGroup[] {
  const groups = new Map<string, KeyLine[]>();
  for (const { name, keys } of pagesFirst(registered)) {
    const lines = groups.get(name) ?? [];
    groups.set(name, lines);
    for (const key of keys())
      if (!isOff(key) && !('unlisted' in key && key.unlisted) && !lines.some((line) => line.keys === key.keys))
        lines.push(key);
  }
  return [...groups].flatMap(([group, lines]) => (lines.length === 0 ? [] : [{ name: group, keys: lines }]));
}

let listed: Readonly<{ of: readonly Registration[]; groups: readonly KeyGroup[] }> = { of: [], groups: [] };

export function useKeyGroups(): readonly KeyGroup[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => {
      if (listed.of !== registered) listed = { of: registered, groups: listKeys() };
      return listed.groups;
    },
  );
}

/** The maximum time between two keys of a sequence. */
const WITHIN_MS = 1200;
function onKeyDown(event: KeyboardEvent): void {
  const stroke = readStroke(event);
  if (stroke === undefined || event.defaultPrevented || event.isComposing) return;
  if (submitsForm(stroke, event)) return;
  const started = before !== undefined && event.timeStamp - before.at < WITHIN_MS ? before.stroke : undefined;
  // What is typed into a field or a layer begins no sequence.
  before = isInField(event.target) || isLayerOpen() ? undefined : { stroke, at: event.timeStamp };
  // The component mounted last wins.
  const inOrder = pagesFirst(registered.toReversed());
  for (const key of inOrder.flatMap(({ keys }) => keys())) {
    if (!('run' in key) || isOff(key) || !isActiveFor(key, event.target)) continue;
    if (!matches(strokesOf(key.keys), started, stroke) || key.run(event) === false) continue;
    event.preventDefault();
    before = undefined;
    return;
  }
}

/** Ctrl Enter submits the form around the focus, whatever the page does with it elsewhere. */
function submitsForm({ key, mod }: Stroke, event: KeyboardEvent): boolean {
  const form = event.target instanceof Element ? event.target.closest('form') : null;
  if (!mod || key !== 'enter' || form === null) return false;
  event.preventDefault();
  form.requestSubmit();
  return true;
}

const FIELDS = 'input, textarea, select, [contenteditable]';

const isInField = (target: EventTarget | null): boolean => target instanceof Element && target.closest(FIELDS) !== null;

/** The one rule of when a shortcut works: not while typing, and not under a layer, unless it says so. */
function isActiveFor({ keys, inFields = false, inDialogs = false }: Key, target: EventTarget | null): boolean {
  if (!inFields && isInField(target)) return false;
  return inDialogs || !(keys.startsWith('mod+') ? isModalOpen() : isLayerOpen());
}
