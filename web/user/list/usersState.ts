import { tidySearch, useSearchState } from '#web/frame/useSearchState.ts';

/** What the list of people shows. It lives in the address, so that it can be sent, kept and gone back to. */
export type UsersState = Readonly<{ tab: 'present' | 'deactivated'; q: string }>;

/** What an address says that means nothing here is taken as not said. */
const read = (params: URLSearchParams): UsersState => ({
  tab: params.get('tab') === 'deactivated' ? 'deactivated' : 'present',
  q: tidySearch(params.get('q')),
});

/** Only what differs from the whole list: `/users` stays `/users`. */
const write = ({ tab, q }: UsersState): URLSearchParams =>
  new URLSearchParams({ ...(tab !== 'present' && { tab }), ...(q !== '' && { q }) });

export const useUsersState = () => useSearchState({ read, write });
