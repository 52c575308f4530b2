/** What the list of people shows. It lives in the address, so that it can be sent, kept and gone back to. */
export type UsersTab = 'present' | 'deactivated';
export type UsersState = Readonly<{ tab: UsersTab; q: string }>;

const MOST_TYPED = 200;

export const tidy = (text: string): string => text.trim().slice(0, MOST_TYPED).trim();

/** What an address says that means nothing here is taken as not said. */
export const readUsersState = (params: URLSearchParams): UsersState => ({
  tab: params.get('tab') === 'deactivated' ? 'deactivated' : 'present',
  q: tidy(params.get('q') ?? ''),
});

/** Only what differs from the whole list: `/users` stays `/users`. */
export function writeUsersState({ tab, q }: UsersState): string {
  const params = new URLSearchParams({ ...(tab !== 'present' && { tab }), ...(q !== '' && { q }) });
  return params.toString();
}
