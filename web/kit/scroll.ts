import { findPart } from './focus.ts';

/** The scroll container: pages scroll their body, never the window. */
export function scrollParent(element: Element | null): HTMLElement | null {
  for (let at = element?.parentElement ?? null; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}

const SCROLL_MARGIN = 16;

/**
 * Scrolls to a part of the page by its id, and gives it the focus if it takes it. Only the page's body scrolls: the
 * browser's default would scroll the frame as well.
 */
export function goToPart(id: string): void {
  const part = findPart(id);
  const body = scrollParent(part);
  if (part === null || !body) return;
  body.scrollBy({ top: part.getBoundingClientRect().top - body.getBoundingClientRect().top - SCROLL_MARGIN });
  part.focus({ preventScroll: true });
}
