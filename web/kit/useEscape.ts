import { useEffect } from 'react';

/** Escape closes the top layer only: whatever lies above has taken the key, or is a dialog or a menu. */
export function useEscape(onEscape: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const layers = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]');
      if ([...layers].some((layer) => layer.checkVisibility())) return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      onEscape();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onEscape]);
}
