import { useQueryClient } from '@tanstack/react-query';
import { laterDialog } from '#web/base/page/later.tsx';
import { useApi } from '#web/base/api/client.tsx';
import { apiKey } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';

/** Rarely needed, so it is not in the first bundle. */
const SignInLinksDialog = laterDialog(
  async () => (await import('#web/user/links/SignInLinksDialog.tsx')).SignInLinksDialog,
);

/** Lists the links created to set the person's password, until the person confirms them. */
export function SignInLinks() {
  const api = useApi();
  const queryClient = useQueryClient();
  // Once per visit.
  const { data } = useApiQuery('listMyLinks', {}, { staleTime: Infinity });
  const newest = data?.items[0];
  if (data === undefined || newest === undefined || data.unread === 0) return null;
  const confirm = async () => {
    const { unread } = await api.readMyLinks({ body: { up_to: newest.at } });
    queryClient.setQueryData(apiKey('listMyLinks', {}), (before) => before && { ...before, unread });
  };
  return <SignInLinksDialog links={data.items} unread={data.unread} confirm={confirm} />;
}
