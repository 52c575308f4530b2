import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { laterDialog } from '#web/frame/later.tsx';
import { useApi } from '#web/api/client.tsx';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';

/** Rarely needed, so it is not in the first bundle. */
const SignInLinksDialog = laterDialog(async () => (await import('./SignInLinksDialog.tsx')).SignInLinksDialog);

/** Lists the links created to set the person's password, until the person confirms them. */
export function SignInLinks() {
  const api = useApi();
  const queryClient = useQueryClient();
  const declared = linksQuery(api);
  const { data } = useQuery(declared);
  const newest = data?.items[0];
  if (data === undefined || newest === undefined || data.unread === 0) return null;
  const confirm = async () => {
    const { unread } = await api.readMyLinks({ body: { up_to: newest.at } });
    queryClient.setQueryData(declared.queryKey, (before) => before && { ...before, unread });
  };
  return <SignInLinksDialog links={data.items} unread={data.unread} confirm={confirm} />;
}

/** Fetched once per visit. */
const linksQuery = (api: Client<ApiContract>) =>
  queryOptions({
    queryKey: ['my links'],
    queryFn: ({ signal }) => api.listMyLinks(undefined, { signal }),
    staleTime: Infinity,
  });
