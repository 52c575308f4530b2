import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { LAYERS } from '#web/kit/layers.ts';

/**
 * Never leaves the focus on the body: after a navigation it goes to the heading of the new page, unless that page sets
 * it. If the focused element vanished, it returns to what was focused before a dialog or menu opened, or else to the
 * heading. On the first load it stays at the top, so that the first Tab reaches "Skip to content".
 */
export function useFocusNet(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const needsHeading = useRef(false);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    needsHeading.current = !isInPage(document.activeElement);
    if (needsHeading.current && focusHeading()) needsHeading.current = false;
  }, [pathname]);

  useEffect(() => {
    let lastFocused: Element | null = null;
    // The last element focused outside of dialogs and menus: it opened them.
    let opener: HTMLElement | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      lastFocused = target;
      if (target.closest(LAYERS) === null) opener = target;
      if (isInPage(target)) needsHeading.current = false;
    };
    const settle = () => {
      const isLost = lastFocused?.isConnected === false && document.activeElement === document.body;
      if (isLost && opener?.isConnected) opener.focus({ preventScroll: true });
      else if ((isLost || needsHeading.current) && focusHeading()) needsHeading.current = false;
    };
    const observer = new MutationObserver(() => {
      // Whoever closes a dialog or removes a row may set the focus itself, and gets one frame for it.
      if (needsHeading.current || lastFocused?.isConnected === false) requestAnimationFrame(settle);
    });
    document.addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}

const isInPage = (element: Element | null): boolean =>
  element?.matches('main *, [role="dialog"], [role="dialog"] *, dialog *') ?? false;

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.focus({ preventScroll: true });
  return heading !== null;
}
