import type { FocusEvent, KeyboardEvent } from 'react';

/** What a row can be asked. The same object for the life of the list, so that rows are not drawn again for it. */
export type RowActions = Readonly<{
  onKey: (dialId: string, event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (dialId: string) => void;
  onBlur: (dialId: string, event: FocusEvent<HTMLElement>) => void;
  /** To a position; beyond the last means the last. With `focus` the row takes it. */
  place: (dialId: string, position: number, focus: boolean) => void;
  compare: (dialId: string) => void;
  remove: (dialId: string) => void;
  openMenu: (dialId: string) => void;
  closeMenu: () => void;
  focusRow: (dialId: string) => void;
  undoRemove: () => void;
}>;
