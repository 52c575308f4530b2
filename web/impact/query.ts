import { keepPreviousData } from '@tanstack/react-query';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { CountOf } from '#domain/impact/findings.ts';
import { type Figure, MAX_COUNTED_FIGURES } from '#domain/impact/impact.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useApiPages, useApiQuery, useCustomQuery } from '#web/base/api/query.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { PREPARING_POLL_MS } from '#web/bucket/query.ts';

/** A list of dials, saved or not, to measure against live or the saved draft, on a day in the server's notation. */
export type MeasureRequest = Readonly<{ entries: BucketEntries; against: 'live' | 'draft'; day: string }>;

/** Long enough for an undo, short enough not to pile up results of many edits. */
const CACHE_MS = 30_000;

/** Measures a list. Keeps the last result until the next arrives; cancels a superseded request. */
export const useMeasurement = (address: BucketAddress, request: MeasureRequest, enabled = true) =>
  useApiQuery(
    'measureImpact',
    { params: address, body: request },
    {
      enabled,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.state === 'no-portfolio' && data.preparing !== undefined ? PREPARING_POLL_MS : false,
      // Don't retry a hanging engine: show the error, with a Retry button.
      retry: false,
      staleTime: CACHE_MS,
      gcTime: CACHE_MS,
    },
  );

/** Counts the risks behind each figure. Keeps the last counts until the next arrive. */
export function useCounts(
  address: BucketAddress,
  request: MeasureRequest,
  figures: readonly Figure[],
  enabled = figures.length > 0,
) {
  const api = useApi();
  return useCustomQuery({
    queryKey: ['bucket', 'counts', { params: address, request, figures }],
    queryFn: async ({ signal }): Promise<CountOf> => {
      const some = figures.slice(0, MAX_COUNTED_FIGURES);
      const body = { ...request, figures: some };
      const { risks } = await api.countFigures({ params: address, body }, { signal });
      const counts = new Map(some.map((figure, index) => [JSON.stringify(figure), risks?.[index]]));
      return (figure) => counts.get(JSON.stringify(figure));
    },
    enabled,
    placeholderData: keepPreviousData,
    // The data is a function, which cannot be compared structurally.
    structuralSharing: false,
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
  });
}

/** Lists the risks behind a figure. */
export const useMeasuredRisks = (address: BucketAddress, request: MeasureRequest, figure: Figure) =>
  useApiPages('listMeasuredRisks', { params: address, body: { ...request, figure } }, { gcTime: CACHE_MS });
