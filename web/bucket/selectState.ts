import { MATRIX_VIEWS, type MatrixView } from '#domain/bucket/matrix-view.ts';
import { BUCKET_STATUSES, type BucketStatus } from '#domain/bucket/state.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { tidySearch, useSearchState } from '#web/base/page/useSearchState.ts';

export type SelectTab = BucketStatus | 'all';

/** The state of the select pages. It lives in the URL, so that it can be shared, bookmarked and navigated. */
export type SelectState = Readonly<{
  tab: SelectTab;
  q: string;
  /** Slug of a class of business. */
  cob: string | undefined;
  /** The layer the matrix shows. */
  layer: MatrixView;
}>;

export const SELECT_TABS: readonly Readonly<{ value: SelectTab; label: string }>[] = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'draft', label: 'Draft' },
  { value: 'pending_review', label: 'Pending Review' },
];

/** Ignores parameters with unknown values. */
export function readSelectState(params: URLSearchParams): SelectState {
  return {
    tab: BUCKET_STATUSES.find((status) => status === params.get('tab')) ?? 'all',
    q: tidySearch(params.get('q')),
    cob: findClass(params.get('cob') ?? '')?.slug,
    layer: MATRIX_VIEWS.find((layer) => layer === params.get('layer')) ?? 'appetite',
  };
}

/** Only non-default values: `/syndicate` stays `/syndicate`. */
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
