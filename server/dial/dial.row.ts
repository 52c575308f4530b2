import type { DialData } from '#domain/dial/dial.ts';
import { classesNamed } from '#domain/dial/fit.ts';
import { nameKey } from '#domain/dial/search.ts';
import { searchText } from '#domain/dial/search-text.ts';
import { COMING_DAYS, type Near, nextStatusDay, publishedStatus } from '#domain/dial/status.ts';
import type { OptionLookup } from '#server/reference/option-lookup.ts';

/** The UTC day of a time, in the format of the domain. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

/** Today, and the last day that counts as near. */
export const nearDays = (now: Date): Near => ({
  today: dayOf(now),
  last: dayOf(new Date(now.getTime() + COMING_DAYS * DAY_MS)),
});

type Names = Pick<OptionLookup, 'labelOf' | 'classesOf'>;

/** What depends on the names and classes of options. */
export const foundBy = (data: DialData, { labelOf, classesOf }: Names) => ({
  search_text: searchText(data, labelOf),
  own_classes: classesNamed(data.dimensions, classesOf),
});

/** What the list shows, filters and sorts by, for one version. */
export function listRow(data: DialData, names: Names) {
  return {
    name: data.name,
    name_key: nameKey(data.name),
    ...foundBy(data, names),
    tags: [...data.tags],
    authors: [...data.authors],
    active_from: data.active_from,
    active_until: data.active_until,
  };
}

type Window = Readonly<{ active_from: string | null; active_until: string | null }>;

/** The status of a published dial today, and until when it holds. */
export function statusRow(window: Window, today: string, inLiveBucket: boolean) {
  return { status: publishedStatus(window, today, inLiveBucket), status_day: nextStatusDay(window, today) };
}

export const DRAFT_STATUS = { status: 'draft', status_day: null } as const;
