import { useEffect } from 'react';
import { useLatest } from '#web/kit/useLatest.ts';

/** A part of the page that has rows about dials. */
type DialRows = Readonly<{
  /** Brings the row of a dial into view and focuses it. False if the part has none. */
  reveal: (dialId: string) => boolean;
  /** Moves the focus to another row, this many further. */
  step?: (by: number) => void;
  /** Opens the comments of the row that has the focus. False if none has. */
  comment?: () => boolean;
}>;

/** What changed comes before the list of all dials. */
const PARTS = ['changes', 'list'] as const;
type Part = (typeof PARTS)[number];

/** The parts of the page that are mounted, for the review beside it. */
const mounted = new Map<Part, { readonly current: DialRows }>();

export function useDialRows(part: Part, rows: DialRows): void {
  const latest = useLatest(rows);
  useEffect(() => {
    mounted.set(part, latest);
    return () => {
      if (mounted.get(part) === latest) mounted.delete(part);
    };
  }, [part, latest]);
}

/** Shows the row of a dial: in what changed if it is there, else in the list of dials. */
export const revealDial = (dialId: string): boolean =>
  PARTS.some((part) => mounted.get(part)?.current.reveal(dialId) ?? false);

export const stepThroughChanges = (by: number): void => mounted.get('changes')?.current.step?.(by);
export const commentOnFocusedChange = (): boolean => mounted.get('changes')?.current.comment?.() ?? false;

const MARKED_MS = 2000;

/** Brings a row into view, focuses it, and marks it for a moment. */
export function markRow(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' });
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.dataset['marked'] = '';
  setTimeout(() => delete row.dataset['marked'], MARKED_MS);
}
