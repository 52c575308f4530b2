import { useCallback, useEffect, useRef, useState } from 'react';
import { findClass } from '#domain/cob/class-of-business.ts';
import { LIMITS } from '#domain/dial/dial.ts';
import { DIAL_SORTS, type DialSort } from '#domain/dial/list.ts';
import { STATUS_TABS, type StatusTab } from '#domain/dial/status.ts';
import { useAddressState } from '#web/frame/useAddressState.ts';
import { useLatest } from '#web/kit/useLatest.ts';

export type ListTab = StatusTab | 'all';

/** What the list shows. It lives in the address, so that it can be sent, kept and gone back to. */
export type ListState = Readonly<{
  tab: ListTab;
  q: string;
  /** Slug of a class of business. */
  cob: string | undefined;
  tag: string | undefined;
  sort: DialSort;
}>;

export const WHOLE_LIST: ListState = { tab: 'all', q: '', cob: undefined, tag: undefined, sort: 'name' };
export const MAX_TYPED = 200;

/** What an address says that means nothing here is taken as not said. */
export function readListState(params: URLSearchParams): ListState {
  const cob = params.get('cob') ?? '';
  const tag = (params.get('tag') ?? '').trim();
  return {
    tab: STATUS_TABS.find((tab) => tab === params.get('tab')) ?? 'all',
    q: tidy(params.get('q') ?? ''),
    cob: findClass(cob)?.slug,
    tag: tag === '' || tag.length > LIMITS.tag ? undefined : tag,
    sort: DIAL_SORTS.find((sort) => sort === params.get('sort')) ?? 'name',
  };
}

export const tidy = (text: string): string => text.trim().slice(0, MAX_TYPED).trim();

/** Only what differs from the whole list: `/dials` stays `/dials`. */
export function writeListState(state: ListState): URLSearchParams {
  const parts = Object.entries(state).filter(([key, value]) => value && value !== WHOLE_LIST[key as keyof ListState]);
  return new URLSearchParams(parts.map(([key, value]): [string, string] => [key, value ?? '']));
}

/** The same, as the API is asked for it. */
export function filterOf({ tab, q, cob, tag, sort }: ListState) {
  return {
    ...(q !== '' && { q }),
    ...(tab !== 'all' && { status: tab }),
    ...(cob !== undefined && { cob }),
    ...(tag !== undefined && { tag }),
    sort,
  };
}

/** Counts of such a list stop at the most that is counted. */
export const isNarrowed = ({ q, cob, tag }: ListState): boolean => q !== '' || cob !== undefined || tag !== undefined;

const TYPING_PAUSE_MS = 120;

/**
 * The state of the list, kept in the address. Typing is written there a moment after the last key: the first word of a
 * search is a step one can go back from, the further keys are not.
 */
export function useListState() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What is typed and not in the address yet. */
  const [typed, setTyped] = useState<string>();
  const { state, change: go } = useAddressState({
    read: readListState,
    write: writeListState,
    onOtherState: () => {
      clearTimeout(timer.current);
      setTyped(undefined);
    },
  });
  const text = typed ?? state.q;
  const latest = useLatest(text);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = useCallback(
    (next: string) => {
      setTyped(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go({ q: tidy(next) }, (before) => before.q === ''), TYPING_PAUSE_MS);
    },
    [go],
  );
  const change = useCallback(
    (part: Partial<ListState>) => {
      clearTimeout(timer.current);
      if (part.q !== undefined) setTyped(part.q);
      go({ q: tidy(latest.current), ...part });
    },
    [go, latest],
  );
  return { state, text, search, change };
}
