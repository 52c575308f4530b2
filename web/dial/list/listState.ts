import { findClass } from '#domain/cob/class-of-business.ts';
import { LIMITS } from '#domain/dial/dial.ts';
import { DIAL_SORTS, type DialSort } from '#domain/dial/list.ts';
import { STATUS_TABS, type StatusTab } from '#domain/dial/status.ts';
import { tidySearch, useSearchState } from '#web/base/page/useSearchState.ts';

export type ListTab = StatusTab | 'all';

/** The state of the list. It lives in the URL, so that it can be shared, bookmarked and navigated. */
export type ListState = Readonly<{
  tab: ListTab;
  q: string;
  /** Slug of a class of business. */
  cob: string | undefined;
  tag: string | undefined;
  author: string | undefined;
  /** Only live dials that decided nothing for long. */
  unused: 'yes' | undefined;
  sort: DialSort;
}>;

export const WHOLE_LIST: ListState = {
  tab: 'all',
  q: '',
  cob: undefined,
  tag: undefined,
  author: undefined,
  unused: undefined,
  sort: 'name',
};

/** Ignores parameters with unknown values. */
export function readListState(params: URLSearchParams): ListState {
  const cob = params.get('cob') ?? '';
  const word = (name: string, most: number) => {
    const text = (params.get(name) ?? '').trim();
    return text === '' || text.length > most ? undefined : text;
  };
  return {
    tab: STATUS_TABS.find((tab) => tab === params.get('tab')) ?? 'all',
    q: tidySearch(params.get('q')),
    cob: findClass(cob)?.slug,
    tag: word('tag', LIMITS.tag),
    author: word('author', LIMITS.name),
    unused: params.get('unused') === 'yes' ? 'yes' : undefined,
    sort: DIAL_SORTS.find((sort) => sort === params.get('sort')) ?? 'name',
  };
}

/** Only non-default values: `/dials` stays `/dials`. */
export function writeListState(state: ListState): URLSearchParams {
  const parts = Object.entries(state).filter(([key, value]) => value && value !== WHOLE_LIST[key as keyof ListState]);
  return new URLSearchParams(parts.map(([key, value]): [string, string] => [key, value ?? '']));
}

/** The state as API query parameters. */
export function filterOf({ tab, q, cob, tag, author, unused, sort }: ListState) {
  return {
    ...(q !== '' && { q }),
    ...(tab !== 'all' && { status: tab }),
    ...(cob !== undefined && { cob }),
    ...(tag !== undefined && { tag }),
    ...(author !== undefined && { author }),
    ...(unused !== undefined && { unused }),
    sort,
  };
}

/** Counts of such a list are capped. */
export const isNarrowed = ({ q, cob, tag, author, unused }: ListState): boolean =>
  q !== '' || [cob, tag, author, unused].some((value) => value !== undefined);

/** The state of the list, kept in the URL, with the text in its search field. */
export const useListState = (ahead?: (next: ListState) => void) =>
  useSearchState({ read: readListState, write: writeListState, ahead });
