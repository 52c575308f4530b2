import { useEffect } from 'react';
import { isLayerOpen } from './layers.ts';

/**
 * Escape closes the top layer only: a layer above has handled the key, or is a dialog or a menu. In a field the key
 * belongs to the field, unless `fromFields` is set.
 */
export function useEscape(onEscape: () => void, { fromFields = false } = {}) {
  useEffect(() => {
    // Check before other handlers run: one Escape must close the top layer only.
    let covered = false;
    const look = (event: KeyboardEvent) => {
      if (event.key === 'Escape') covered = isLayerOpen();
    };
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || covered) return;
      const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (inField && !fromFields) return;
      onEscape();
    };
    window.addEventListener('keydown', look, true);
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', look, true);
      window.removeEventListener('keydown', listen);
    };
  }, [onEscape, fromFields]);
}
