import { grouped } from '#domain/dimension/format.ts';
import { MAX_COUNTED } from '#domain/dial/list.ts';
import { STATUS_TABS } from '#domain/dial/status.ts';
import { plural } from '#web/kit/plural.ts';
import { isNarrowed, type ListState, type ListTab } from './listState.ts';

export const TAB_LABELS: Readonly<Record<ListTab, string>> = {
  all: 'All',
  active: 'Active',
  draft: 'Draft',
  expired: 'Expired',
  ready: 'Ready',
  upcoming: 'Upcoming',
};

export const LIST_TABS: readonly ListTab[] = ['all', ...STATUS_TABS];

/** A filtered list is counted up to a cap: there a count is only a minimum. */
export const isCapped = (count: number, state: ListState): boolean => isNarrowed(state) && count > MAX_COUNTED;

export const countText = (count: number, state: ListState): number | string =>
  isCapped(count, state) ? `${MAX_COUNTED}+` : grouped(count);

/** "Showing 50 of 148 dials" */
export function showingText(shown: number, count: number, more: boolean, state: ListState): string {
  if (!more) return `Showing ${grouped(shown)} of ${dials(shown)}`;
  if (!isCapped(count, state)) return `Showing ${grouped(shown)} of ${dials(Math.max(count, shown))}`;
  return shown <= MAX_COUNTED ? `Showing ${shown} of more than ${MAX_COUNTED} dials` : `Showing ${dials(shown)} so far`;
}

export const dials = (count: number): string => plural(count, 'dial');

/** In characters: the capacity of one line of the column, and a tag's overhead. */
const TAGS_WIDTH = 19;
const TAG_PADDING = 3;

/** As many tags as fit on one line, at least one; the rest is counted. */
export function fitTags(tags: readonly string[]): { shown: readonly string[]; hidden: readonly string[] } {
  let used = 0;
  const fitting = tags.findIndex((tag, index) => {
    used += tag.length + TAG_PADDING;
    return index > 0 && used > TAGS_WIDTH + TAG_PADDING;
  });
  const count = fitting === -1 ? tags.length : fitting;
  return { shown: tags.slice(0, count), hidden: tags.slice(count) };
}
