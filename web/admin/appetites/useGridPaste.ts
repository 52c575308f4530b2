import { type RefObject, useEffect } from 'react';

/** Cells hold no text selection, so the browser sends a paste to the page; it is the grid's while a cell has the focus. */
export function useGridPaste(grid: RefObject<HTMLElement | null>, paste: ((text: string) => void) | undefined): void {
  useEffect(() => {
    if (paste === undefined) return;
    const onPaste = (event: ClipboardEvent) => {
      const at = document.activeElement;
      const ours = at !== null && !(at instanceof HTMLInputElement) && grid.current?.contains(at) === true;
      if (!ours || event.clipboardData === null) return;
      event.preventDefault();
      paste(event.clipboardData.getData('text/plain'));
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [grid, paste]);
}
