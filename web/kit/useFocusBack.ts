import { useLayoutEffect } from 'react';

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
