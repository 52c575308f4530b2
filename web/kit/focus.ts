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
 * Returns a function that gives the focus back to what has it now; for an item of a menu, which closes, to the button of
 * that menu. The library does so only for a dialog that was mounted closed before.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement;
  const menu = opener?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return () => {
    requestAnimationFrame(() => {
      // A dialog that replaced the one that closes has it already.
      if (document.activeElement !== document.body) return;
      const button = menu ? findPart(menu) : null;
      const target = opener?.isConnected ? opener : button;
      if (target instanceof HTMLElement) target.focus();
    });
  };
}

/** Gives the focus back after a dialog closes. */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => (opened ? rememberFocus() : undefined), [opened]);
}

/** Moves the focus to the focusable row or cell around the vanishing element, after the next render. */
export function focusAround(part: Element | null): void {
  const around = part?.parentElement?.closest<HTMLElement>('[tabindex]');
  if (around) requestAnimationFrame(() => around.isConnected && around.focus({ preventScroll: true }));
}

/** Returns the part of the page with an id that another component gave it. */
export const findPart = (id: string): HTMLElement | null => document.getElementById(id);

/** Returns all that a selector finds inside of a part: the rows of a list, whatever draws them. */
export const listInside = (part: Element | null, selector: string): readonly HTMLElement[] => [
  ...(part?.querySelectorAll<HTMLElement>(selector) ?? []),
];

/** Returns the part itself, or the first element inside of it, that takes the focus: what a library draws has no refs. */
export const findInside = (part: Element | null, selector: string): HTMLElement | undefined =>
  part instanceof HTMLElement && part.matches(selector) ? part : listInside(part, selector)[0];

/** Focuses the first field of a form that is marked as wrong. */
export const focusWrong = (form: Element | null): void => findInside(form, '[aria-invalid="true"]')?.focus();

/** The same once the errors of an attempt are drawn. */
export const focusWrongAfterRender = (form: Element | null): void => void requestAnimationFrame(() => focusWrong(form));

/** Page shortcuts do not apply while typing in a dialog above the page. */
export const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[aria-modal="true"]') !== null;
