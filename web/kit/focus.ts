import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** For elements that take the focus on mount: a field that replaces a button, the first control of a dialog. */
export function useFocusAtFirst<T extends HTMLElement>(): RefObject<T | null> {
  const field = useRef<T>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

/** For a button that a field replaces: takes the focus back when the field unmounts. */
export function useReturnFocus<T extends HTMLElement>(away: boolean): RefObject<T | null> {
  const button = useRef<T>(null);
  const was = useRef(away);
  useEffect(() => {
    if (was.current && !away) button.current?.focus();
    was.current = away;
  }, [away]);
  return button;
}

/**
 * Restores the focus after a dialog closes. The library only does so for a dialog that was mounted closed before, not
 * for one that mounts open: because its code loaded later, or because it is mounted only while open.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    };
  }, [opened]);
}

/** Moves the focus to the focusable row or cell around the vanishing element, after the next render. */
export function focusAround(part: Element | null): void {
  const around = part?.parentElement?.closest<HTMLElement>('[tabindex]');
  if (around) requestAnimationFrame(() => around.isConnected && around.focus({ preventScroll: true }));
}

/** If the focus was lost with its element, moves it here instead of the body. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** Page shortcuts do not apply while typing in a dialog above the page. */
export const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[aria-modal="true"]') !== null;
