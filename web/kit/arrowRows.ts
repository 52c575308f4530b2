import type { KeyboardEvent } from 'react';
import { listInside } from './focus.ts';

/** For the element that takes the focus in each row of a list whose rows arrow keys move between. */
export const ARROW_ROW = { 'data-arrow-row': true } as const;

/** Returns what takes the focus in the rows of a list, in their order, without what is disabled. */
export const listArrowRows = (list: Element | null): readonly HTMLElement[] =>
  listInside(list, '[data-arrow-row]:not(:disabled)');

/** Returns the row that Tab comes to. */
export const findReachableRow = (list: Element | null): HTMLElement | undefined =>
  listArrowRows(list).find((row) => row.tabIndex === 0);

const isRadio = (element: unknown): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'radio';

/** Whether the focus is in a row. The radios of one question are one row. */
const hasFocus = (row: HTMLElement, focus: EventTarget): boolean =>
  (focus instanceof Node && row.contains(focus)) || (isRadio(row) && isRadio(focus) && row.name === focus.name);

/** Home and End: to the ends of the list. Enter: to the next row, with Shift to the one before. */
type MoreKeys = Readonly<{ ends?: boolean; enter?: boolean }>;

/**
 * For the `onKeyDown` of a list: moves the focus to the row above or below. Returns the row that takes it, if the key
 * moves.
 */
export function moveByArrows(event: KeyboardEvent, { ends = false, enter = false }: MoreKeys = {}) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const rows = listArrowRows(event.currentTarget);
  const at = rows.findIndex((row) => hasFocus(row, event.target));
  if (at < 0) return undefined;
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ...(ends && { Home: 0, End: rows.length - 1 }),
    ...(enter && { Enter: event.shiftKey ? at - 1 : at + 1 }),
  }[event.key];
  if (to === undefined) return undefined;
  event.preventDefault();
  rows[to]?.focus();
  return rows[to];
}
