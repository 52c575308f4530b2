import { BUCKET_STATUSES, type BucketStatus } from '#domain/bucket/state.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { useState } from 'react';
import { useAddressState } from '#web/frame/useAddressState.ts';

export type SelectTab = BucketStatus | 'all';

/** What the select pages show. It lives in the address, so that it can be sent, kept and gone back to. */
export type SelectState = Readonly<{
  tab: SelectTab;
  q: string;
  /** Slug of a class of business. */
  cob: string | undefined;
}>;

export const SELECT_TABS: readonly Readonly<{ value: SelectTab; label: string }>[] = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'draft', label: 'Draft' },
  { value: 'pending_review', label: 'Pending Review' },
];

const MAX_TYPED = 200;
const tidy = (text: string): string => text.trim().slice(0, MAX_TYPED).trim();

/** What an address says that means nothing here is taken as not said. */
export function readSelectState(params: URLSearchParams): SelectState {
  return {
    tab: BUCKET_STATUSES.find((status) => status === params.get('tab')) ?? 'all',
    q: tidy(params.get('q') ?? ''),
    cob: findClass(params.get('cob') ?? '')?.slug,
  };
}

/** Only what narrows: `/syndicate` stays `/syndicate`. */
export function writeSelectState({ tab, q, cob }: SelectState): URLSearchParams {
  return new URLSearchParams({
    ...(tab !== 'all' && { tab }),
    ...(tidy(q) !== '' && { q: tidy(q) }),
    ...(cob !== undefined && { cob }),
  });
}

export const isNarrowed = ({ tab, q }: SelectState): boolean => tab !== 'all' || q !== '';

/** The state of a select page, kept in the address. `text` is what stands in the search field, letter by letter. */
export function useSelectState() {
  const [text, setText] = useState<string>();
  const { state, change } = useAddressState<SelectState>({
    read: readSelectState,
    write: writeSelectState,
    onOtherState: ({ q }) => setText(q),
  });

  return {
    state,
    text: text ?? state.q,
    /** The first word of a search is a step one can go back from, the further keys are not. */
    search: (typed: string) => {
      setText(typed);
      change({ q: typed }, ({ q }) => q === '');
    },
    change: (part: Partial<SelectState>) => {
      if (part.q !== undefined) setText(part.q);
      change(part);
    },
  };
}
