import { useQuery } from '@tanstack/react-query';
import type { Dial } from '#contract/dial.ts';
import { useApi } from '#web/api/client.tsx';
import { dialQuery, dialVersionQuery } from '#web/dial/query.ts';

/** The dial as its newest published version, or as the one asked for. Another version comes in without a flash. */
export function useShownDial(dialId: string, version: number | undefined) {
  const api = useApi();
  const same = (shown: Dial | undefined) => (shown?.id === dialId ? shown : undefined);
  const newest = useQuery({ ...dialQuery(api, dialId), enabled: version === undefined });
  const other = useQuery({
    ...dialVersionQuery(api, dialId, version ?? 1),
    enabled: version !== undefined,
    placeholderData: (shown) => same(shown) ?? newest.data,
  });
  return version === undefined ? newest : other;
}
