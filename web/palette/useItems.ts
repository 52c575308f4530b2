import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { allows, type Requirement } from '#domain/user/permission.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { pendingReviewAddress } from '#web/review/address.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { useBucketDials } from '#web/bucket/query.ts';
import { readRecent } from '#web/base/page/recent.ts';
import { plural } from '#web/kit/plural.ts';
import { useFits } from '#web/base/page/useFits.ts';
import { usePendingReviews } from '#web/review/query.ts';
import { useSession } from '#web/base/session/session.tsx';
import type { Item } from './item.ts';
import {
  areaItems,
  bucketDialItem,
  editorItems,
  joinRecent,
  matrixItems,
  type PaletteArea,
  recentItem,
} from './items.ts';

const CREATE_ADMIN = { scope: 'admin', action: 'create' } as const;

const ADMIN_ACTIONS: readonly Item[] = [
  { id: 'load', group: 'actions', text: 'Load a portfolio', to: '/admin?tab=portfolio&open=', icon: 'load' },
  { id: 'add', group: 'actions', text: 'Add buckets for COB', to: '/admin?open=', icon: 'admin' },
];

const CREATE = { scope: 'dials', action: 'create' } as const;

/** Everything known without a search, limited to what the person may see and do. */
export function useItems(areas: readonly PaletteArea[], onShowKeys: () => void) {
  const { person, permissions } = useSession();
  const { waiting } = usePendingReviews();
  const fits = useFits();
  const may = useMemo(
    () => (needs: Requirement) => permissions !== undefined && allows(permissions, needs),
    [permissions],
  );
  const matrixResult = useApiQuery('getBucketMatrix', {}, { enabled: may({ scope: 'bucket', action: 'view' }) });
  const matrix = matrixResult.data;
  const mayNameEditors = may({ scope: 'bucket', action: 'view' }) && may({ scope: 'user', action: 'view' });
  const layersResult = useApiQuery('getBucketLayers', {}, { enabled: mayNameEditors });
  const layers = layersResult.data;
  const editors = useMemo(
    () => (layers && mayNameEditors ? editorItems(layers.buckets) : []),
    [layers, mayNameEditors],
  );
  const recent = useMemo(() => readRecent(person.id).flatMap((one) => recentItem(one, may) ?? []), [person.id, may]);
  const localItems = useMemo(() => {
    const actions = may(CREATE_ADMIN) ? ADMIN_ACTIONS : [];
    const keys: Item = {
      id: 'keys',
      group: 'actions',
      text: 'Show keys',
      note: 'of this page',
      to: '',
      run: onShowKeys,
      icon: 'keys',
      keys: '?',
    };
    const items = [
      ...(matrix ? matrixItems(matrix, may) : []),
      ...editors,
      ...[...areaItems(areas), ...actions].filter(({ to }) => fits(to)),
      keys,
    ];
    return joinRecent(items, recent);
  }, [matrix, may, fits, editors, areas, recent, onShowKeys]);
  const lasting = useMemo((): readonly Item[] => {
    const [next] = waiting;
    return [
      ...(may(CREATE) && fits('/dial')
        ? [{ id: 'create', group: 'actions', text: 'Create Dial', to: '/dial', icon: 'create', keys: 'n' } as const]
        : []),
      ...(next === undefined
        ? []
        : [
            {
              id: 'review',
              group: 'actions',
              text: 'Review next',
              note: `${plural(waiting.length, 'waits', 'wait')} for you`,
              to: pendingReviewAddress(next),
              icon: 'review',
              keys: 'g r',
            } as const,
          ]),
    ];
  }, [may, fits, waiting]);
  /** Whether nothing is on its way that could change what is found here. */
  const isLoaded = !matrixResult.isLoading && !layersResult.isLoading;
  return { localItems, lasting, editors, isLoaded };
}

/** A debounce: while typing, the first bucket changes with every key. */
const PACE_MS = 120;
const NOT_FOUND = { partner: 0, cob: '' };

/** The live dials of a bucket, in order. */
export function useBucketDialItems(address: BucketAddress | undefined): readonly Item[] {
  const { partner, cob } = address ?? NOT_FOUND;
  const [settled] = useDebouncedValue(`${partner} ${cob}`, PACE_MS);
  const isSettled = address !== undefined && settled === `${partner} ${cob}`;
  const bucket = useApiQuery('getBucket', { params: { partner, cob } }, { enabled: isSettled, retry: false }).data;
  const entries = (isSettled ? bucket?.live.entries : undefined) ?? NO_ENTRIES;
  const { lookup } = useBucketDials(entries);
  return useMemo(
    () =>
      entries.flatMap((entry, index) => {
        const dial = lookup(entry);
        return dial === undefined ? [] : [bucketDialItem(dial, index + 1, partner)];
      }),
    [entries, lookup, partner],
  );
}

const NO_ENTRIES = [] as const;
