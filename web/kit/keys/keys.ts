import { useEffect, useSyncExternalStore } from 'react';
import { useLatest } from '#web/kit/useLatest.ts';
import { matches, readStroke, type Stroke, strokesOf } from './stroke.ts';

/** A key and what it does. `keys`: "mod+S" is Ctrl S, on a Mac ⌘ S; "g r" is one after the other. */
export type KeyLine = Readonly<{ keys: string; does: string }>;

/** A key that is answered wherever the focus is; in fields and over the page only where it says so. */
export type Key = KeyLine &
  Readonly<{
    /** `false`: it was meant for someone else. */
    run: (event: KeyboardEvent) => void | false;
    inFields?: boolean;
    inDialogs?: boolean;
    /** Another way to the same, which is not worth a line. */
    unlisted?: boolean;
  }>;

/** Keys of every page come last: a page may give one of them another meaning. */
export const ANYWHERE = 'Anywhere';
export const THIS_PAGE = 'This page';

export type KeyGroup = Readonly<{ name: string; keys: readonly KeyLine[] }>;

type Registration = Readonly<{ name: string; lines: string; keys: () => readonly (Key | KeyLine)[] }>;

/** What is on the screen now and answers keys, in the order in which it came. */
let registered: readonly Registration[] = [];
const listeners = new Set<() => void>();
/** The key before, which may be the first of two. */
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
 * The one place where keys are named: what is given here is answered, and listed when a person asks for the keys of the
 * page. A line without `run` is answered by the part that names it, where the focus is.
 */
export function useKeys(name: string, keys: readonly (Key | KeyLine)[]): void {
  const latest = useLatest(keys);
  // Lists of other keys are listed anew; the same keys may do their work by other functions at every turn.
  const lines = keys.map((key) => `${key.keys}\n${key.does}`).join('\n\n');
  useEffect(() => {
    const registration = { name, lines, keys: () => latest.current };
    change([...registered, registration]);
    return () => change(registered.filter((one) => one !== registration));
  }, [name, lines, latest]);
}

let lettersAllowed = true;

/** Whether keys that are a single letter are answered and listed, on whatever page. */
export function useLettersAllowed(isAllowed: boolean): void {
  useEffect(() => {
    lettersAllowed = isAllowed;
    change([...registered]);
    return () => {
      lettersAllowed = true;
    };
  }, [isAllowed]);
}

const isOff = (key: Key | KeyLine): boolean => !lettersAllowed && 'run' in key && isLetter(key.keys);

function isLetter(keys: string): boolean {
  const [first] = strokesOf(keys);
  return first?.mod === false && /^\p{L}$/u.test(first.key);
}

const pagesFirst = (all: readonly Registration[]): readonly Registration[] =>
  all.toSorted((a, b) => Number(a.name === ANYWHERE) - Number(b.name === ANYWHERE));

/** The keys of what is on the screen, those of the page first. */
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

/** Within this time two keys belong together. */
const WITHIN_MS = 1200;
function onKeyDown(event: KeyboardEvent): void {
  const stroke = readStroke(event);
  if (stroke === undefined || event.defaultPrevented || event.isComposing) return;
  const started = before !== undefined && event.timeStamp - before.at < WITHIN_MS ? before.stroke : undefined;
  before = { stroke, at: event.timeStamp };
  // The newest part of a page lies on top.
  const inOrder = pagesFirst(registered.toReversed());
  for (const key of inOrder.flatMap(({ keys }) => keys())) {
    if (!('run' in key) || isOff(key) || !isActiveFor(key, event.target)) continue;
    if (!matches(strokesOf(key.keys), started, stroke) || key.run(event) === false) continue;
    event.preventDefault();
    before = undefined;
    return;
  }
}

const FIELDS = 'input, textarea, select, [contenteditable]';

/** Keys with Ctrl go on where a popover or a menu is only beside what one does. */
function isActiveFor({ keys, inFields = false, inDialogs = false }: Key, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  if (!inFields && target.closest(FIELDS) !== null) return false;
  const layers = keys.startsWith('mod+') ? '[aria-modal="true"]' : '[role="dialog"], [role="menu"]';
  return inDialogs || target.closest(layers) === null;
}
