import type { QueryClient } from '@tanstack/react-query';
import { skipToken } from '@tanstack/react-query';
import type { Dial } from '#contract/dial.ts';
import { ALL_DIALS, refresh } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';

export { readReference, useNameOption, useReference } from '#web/rule/query.ts';

/** What is about one dial. */
export const aboutDial = (dialId: string) => ['dial', undefined, { params: { dialId } }] as const;

/** After any change of a dial: refreshes lists, words and versions. A change of one dial can move others in a list. */
export const refreshDials = (queries: QueryClient): Promise<void> => refresh(queries, ...ALL_DIALS);

/** After a refused change of one dial. */
export const refreshDial = (queries: QueryClient, id: string): Promise<void> => refresh(queries, aboutDial(id));

/** Reads the newest published version. */
export const publishedDial = (dialId: string) => ({ params: { dialId }, query: { draft: 'no' } }) as const;

/** The newest published version of a dial, or the given one. Keeps the previous version while another loads. */
export function useShownDial(dialId: string, version: number | undefined) {
  const same = (shown: Dial | undefined) => (shown?.id === dialId ? shown : undefined);
  const newest = useApiQuery('getDial', publishedDial(dialId), { enabled: version === undefined });
  const other = useApiQuery('getDialVersion', version === undefined ? skipToken : { params: { dialId, version } }, {
    placeholderData: (shown) => same(shown) ?? newest.data,
  });
  return version === undefined ? newest : other;
}

/** Two versions to compare. */
export type Pair = Readonly<{ from: number; to: number }>;

/** Reads the tags and authors in use, for suggestions. */
export const useDialWords = (enabled = true) => useApiQuery('listDialWords', {}, { enabled, staleTime: 60_000 });
