import { useState } from 'react';
import { grouped } from '#domain/dimension/format.ts';

export type CutList<T> = Readonly<{
  /** The first ones, or all. */
  shown: readonly T[];
  isWhole: boolean;
  /** The total; 0 if there is nothing more to show. */
  count: number;
  toggle: () => void;
}>;

/** Cuts a list to its first items, or to `first` itself where they are chosen, until ShowAll asks for the rest. */
export function useShowAll<T>(items: readonly T[], first: number | readonly T[]): CutList<T> {
  const [isWhole, setIsWhole] = useState(false);
  const few = typeof first === 'number' ? items.slice(0, first) : first;
  return {
    shown: isWhole ? items : few,
    isWhole,
    count: few.length < items.length ? items.length : 0,
    toggle: () => setIsWhole(!isWhole),
  };
}

type ShowAllProps = Readonly<{
  list: Omit<CutList<unknown>, 'shown'>;
  /** Where more than the list has are counted, or not all can be shown. */
  label?: string | undefined;
  /** What is shown, for screen readers, where a page has several lists: "limits". */
  of?: string;
  className?: string;
}>;

/** Shows the rest of a list in its place, and takes it back. The button stays, and with it the focus. */
export function ShowAll({ list: { isWhole, count, toggle }, label, of, className = '' }: ShowAllProps) {
  if (count === 0) return null;
  return (
    <button type="button" className={`ls-link ls-small ${className}`} aria-expanded={isWhole} onClick={toggle}>
      {isWhole ? 'Show fewer' : (label ?? `Show all ${grouped(count)}`)}
      {of !== undefined && <span className="ls-hidden"> {of}</span>}
    </button>
  );
}
