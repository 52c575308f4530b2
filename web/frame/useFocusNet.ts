import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * The focus is never left on the page's body: after a navigation it is on the heading of the new page, unless that page
 * put it somewhere itself. Where what held it vanished, it goes back to what was focused before a dialog or menu opened,
 * or else to the heading. When the product is opened it stays where the browser begins, so that the first Tab reaches
 * "Skip to content".
 */
export function useFocusNet(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const wanted = useRef(false);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    wanted.current = !isInPage(document.activeElement);
    if (wanted.current && focusHeading()) wanted.current = false;
  }, [pathname]);

  useEffect(() => {
    let held: Element | null = null;
    // The last one outside of dialogs and menus: it, or what led to it, opened them.
    let opener: HTMLElement | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      held = target;
      if (target.closest(LAYERS) === null) opener = target;
      if (isInPage(target)) wanted.current = false;
    };
    const settle = () => {
      const isLost = held?.isConnected === false && document.activeElement === document.body;
      if (isLost && opener?.isConnected) opener.focus({ preventScroll: true });
      else if ((isLost || wanted.current) && focusHeading()) wanted.current = false;
    };
    const observer = new MutationObserver(() => {
      // Whoever closes a dialog or takes a row away may have a better place for it, and gets one frame to say so.
      if (wanted.current || held?.isConnected === false) requestAnimationFrame(settle);
    });
    document.addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}

const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';

const isInPage = (element: Element | null): boolean =>
  element?.matches('main *, [role="dialog"], [role="dialog"] *') ?? false;

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.focus({ preventScroll: true });
  return heading !== null;
}
