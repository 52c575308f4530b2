import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import type { BucketRow } from '#contract/bucket.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useIsConnected } from '#web/base/api/connection.ts';
import { useCustomQuery } from '#web/base/api/query.ts';
import { useMay } from '#web/base/session/session.tsx';
import type { ServerResults } from './arrange.ts';
import type { GroupKey, Item } from './item.ts';
import { bucketId, dialItem, draftId, personItem } from './items.ts';
import { splitVersion } from './match.ts';

/** The debounce for keys. */
const PACE_MS = 60;
const MAX_REQUESTED = 50;
const MAX_BUCKETS = 10;

export type FoundItems = Readonly<{
  joined: readonly ServerResults[];
  /** Buckets with more details than the matrix has. */
  buckets: readonly BucketRow[];
  /** The words by which dials were found: those typed, or their corrections. */
  words: readonly string[];
}>;

const NOTHING: FoundItems = { joined: [], buckets: [], words: [] };

/** The server's results. The next key cancels a superseded request. */
export function useFound(typed: string, narrowed: GroupKey | undefined) {
  const api = useApi();
  const may = useMay();
  const [settled] = useDebouncedValue(typed, PACE_MS);
  const { text: q, version } = splitVersion(settled.slice(0, 200));
  const wants = {
    dials: may({ scope: 'dials', action: 'view' }) && isSearched('dials', q, narrowed, version),
    people: may({ scope: 'user', action: 'view' }) && isSearched('people', q, narrowed),
    buckets: may({ scope: 'bucket', action: 'view' }) && q !== '',
  };
  const query = useCustomQuery({
    queryKey: ['buckets', 'palette', { q, version, wants }],
    enabled: Object.values(wants).some(Boolean),
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }): Promise<FoundItems> => {
      const search = { ...(q !== '' && { q }), limit: MAX_REQUESTED };
      // One failure does not fail the others; if all fail, the server is unreachable.
      const answers = await Promise.allSettled([
        wants.dials ? api.listDials({ query: search }, { signal }) : undefined,
        wants.people ? api.listUsers({ query: search }, { signal }) : undefined,
        wants.buckets ? api.listBuckets({ query: { q, limit: MAX_BUCKETS } }, { signal }) : undefined,
      ]);
      const failed = answers.find((answer) => answer.status === 'rejected');
      const isAnswered = answers.some((answer) => answer.status === 'fulfilled' && answer.value !== undefined);
      if (failed !== undefined && !isAnswered) throw failed.reason;
      const [dials, people, buckets] = answers.map((answer) =>
        answer.status === 'fulfilled' ? answer.value : undefined,
      ) as [
        Awaited<ReturnType<typeof api.listDials>>?,
        Awaited<ReturnType<typeof api.listUsers>>?,
        Awaited<ReturnType<typeof api.listBuckets>>?,
      ];
      const rows = (dials?.items ?? []).filter(
        (row) => version === undefined || row.version === version || row.draft_version === version,
      );
      const total = version === undefined ? (dials?.counts.all ?? 0) : rows.length;
      return {
        joined: [
          { group: 'dials', items: rows.map((row) => dialItem(row, may)), total },
          { group: 'people', items: (people?.items ?? []).map(personItem), total: people?.counts.present ?? 0 },
        ],
        buckets: buckets?.items ?? [],
        words: dials?.words ?? [],
      };
    },
  });
  const isConnected = useIsConnected();
  const isSearching = typed !== '' || narrowed !== undefined;
  return {
    found: isSearching ? (query.data ?? NOTHING) : NOTHING,
    isSettled: typed === settled && !query.isFetching,
    isOffline: query.isError || !isConnected,
  };
}

function isSearched(group: GroupKey, q: string, narrowed: GroupKey | undefined, version?: number): boolean {
  if (narrowed !== undefined && narrowed !== group) return false;
  return q !== '' || narrowed === group || version !== undefined;
}

/** The live version and the draft's changes, for the buckets where they are known. */
export function withRows(items: readonly Item[], rows: readonly BucketRow[]): readonly Item[] {
  if (rows.length === 0) return items;
  const details = new Map<string, Pick<Item, 'version' | 'changes'>>(
    rows.flatMap(({ partner, cob, live_number, draft }) => [
      [bucketId(partner, cob), { version: live_number }] as const,
      ...(draft === null ? [] : [[draftId(partner, cob), { changes: draft.changes }] as const]),
    ]),
  );
  return items.map((item) => (details.has(item.id) ? { ...item, ...details.get(item.id) } : item));
}

/** What people edit says more than their e-mail address. */
export function withEdits(items: readonly Item[], editors: readonly Item[]): readonly Item[] {
  const notes = new Map(editors.map(({ id, note }) => [id, note]));
  return items.map((item) => {
    const note = notes.get(item.id);
    return note === undefined ? item : { ...item, note };
  });
}
