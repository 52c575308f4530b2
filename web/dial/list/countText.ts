import { grouped } from '#domain/dimension/format.ts';
import { MOST_COUNTED } from '#domain/dial/list.ts';
import { isNarrowed, type ListState } from './listState.ts';

/** A narrowed list is counted up to a point: there a count says only that there are at least so many. */
export const isCapped = (count: number, state: ListState): boolean => isNarrowed(state) && count >= MOST_COUNTED;

export const countText = (count: number, state: ListState): number | string =>
  isCapped(count, state) ? `${MOST_COUNTED - 1}+` : grouped(count);

/** "Showing 50 of 148 dials" */
export function showingText(shown: number, count: number, more: boolean, state: ListState): string {
  if (!more) return `Showing ${grouped(shown)} of ${dials(shown)}`;
  if (!isCapped(count, state)) return `Showing ${grouped(shown)} of ${dials(Math.max(count, shown))}`;
  return shown < MOST_COUNTED
    ? `Showing ${shown} of more than ${MOST_COUNTED - 1} dials`
    : `Showing ${dials(shown)} so far`;
}

export const dials = (count: number): string => `${grouped(count)} ${count === 1 ? 'dial' : 'dials'}`;
