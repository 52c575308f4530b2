import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** For what takes the focus when it comes: a field that stands where a button was, the first thing of a dialog. */
export function useFocusAtFirst<T extends HTMLElement>(): RefObject<T | null> {
  const field = useRef<T>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

/** For the button whose place a field took: when the field is gone, the focus is back on it. */
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
 * Gives the focus back to where it was when a dialog opened. The library does so for one that was there closed before,
 * not for one that is drawn open at once: because its code came later, or because it stands only while it is open.
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

/** Back to what the vanishing part stood in: the row or cell that can take the keyboard, once the page is drawn again. */
export function focusAround(part: Element | null): void {
  const around = part?.parentElement?.closest<HTMLElement>('[tabindex]');
  if (around) requestAnimationFrame(() => around.isConnected && around.focus({ preventScroll: true }));
}

/** Where the focus was lost with what held it, it goes to this instead of the page. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** What a page answers by key is not meant by whoever types in a dialog above it. */
export const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[aria-modal="true"]') !== null;
