import { type RefObject, useEffect } from 'react';
import type { GridActions } from './gridActions.ts';

/** Cells hold no text selection, so the browser sends these to the page; they are the grid's while it has the focus. */
export function useGridClipboard(grid: RefObject<HTMLElement | null>, actions: GridActions) {
  useEffect(() => {
    const isOurs = () => {
      const at = document.activeElement;
      return at !== null && !(at instanceof HTMLInputElement) && grid.current?.contains(at) === true;
    };
    const onCopy = (event: ClipboardEvent) => {
      if (!isOurs() || event.clipboardData === null) return;
      event.clipboardData.setData('text/plain', actions.copy());
      event.preventDefault();
      if (event.type === 'cut') actions.clear();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!isOurs() || event.clipboardData === null) return;
      event.preventDefault();
      actions.paste(event.clipboardData.getData('text/plain'));
    };
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [grid, actions]);
}
