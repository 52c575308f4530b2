import { BUCKET_LAYERS, type BucketLayer } from '#domain/bucket/layer.ts';
import { BUCKET_STATUSES, type BucketStatus } from '#domain/bucket/state.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { tidySearch, useSearchState } from '#web/frame/useSearchState.ts';

export type SelectTab = BucketStatus | 'all';

/** What the select pages show. It lives in the address, so that it can be sent, kept and gone back to. */
export type SelectState = Readonly<{
  tab: SelectTab;
  q: string;
  /** Slug of a class of business. */
  cob: string | undefined;
  /** What the matrix shows of each bucket. */
  layer: BucketLayer;
}>;

export const SELECT_TABS: readonly Readonly<{ value: SelectTab; label: string }>[] = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'draft', label: 'Draft' },
  { value: 'pending_review', label: 'Pending Review' },
];

/** What an address says that means nothing here is taken as not said. */
export function readSelectState(params: URLSearchParams): SelectState {
  return {
    tab: BUCKET_STATUSES.find((status) => status === params.get('tab')) ?? 'all',
    q: tidySearch(params.get('q')),
    cob: findClass(params.get('cob') ?? '')?.slug,
    layer: BUCKET_LAYERS.find((layer) => layer === params.get('layer')) ?? 'appetite',
  };
}

/** Only what is chosen: `/syndicate` stays `/syndicate`. */
export function writeSelectState({ tab, q, cob, layer }: SelectState): URLSearchParams {
  return new URLSearchParams({
    ...(tab !== 'all' && { tab }),
    ...(q !== '' && { q }),
    ...(cob !== undefined && { cob }),
    ...(layer !== 'appetite' && { layer }),
  });
}

export const isNarrowed = ({ tab, q }: SelectState): boolean => tab !== 'all' || q !== '';

export const useSelectState = () => useSearchState({ read: readSelectState, write: writeSelectState });
