import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Dial } from '#contract/dial.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { dialKeys } from '#web/dial/query.ts';

type Api = Client<ApiContract>;

/** A dial as it was when the fields were filled from it, and the version it follows. */
export type Opened = Readonly<{ dial: Dial; previous: DialData | undefined }>;

/**
 * Kept apart from what other screens read: while someone writes, nothing may change under their hands.
 * What others saved meanwhile comes to light when saving.
 */
export const draftQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['dial-editing', id],
    queryFn: ({ client }): Promise<Opened> => openDraft(api, id, client),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Asking to edit a published dial starts its next version; asking again gives the draft that is open. */
async function openDraft(api: Api, id: string, client: QueryClient): Promise<Opened> {
  const params = { dialId: id };
  const found = await api.getDial({ params, query: { draft: 'yes' } });
  if (found.state === 'draft' || !found.abilities.edit) return withPrevious(api, found);
  const started = await api.startVersion({ params });
  void client.invalidateQueries({ queryKey: dialKeys.all });
  return withPrevious(api, started);
}

export async function withPrevious(api: Api, dial: Dial): Promise<Opened> {
  if (dial.state === 'published' || dial.version === 1) return { dial, previous: undefined };
  const { data } = await api.getDialVersion({ params: { dialId: dial.id, version: dial.version - 1 } });
  return { dial, previous: data };
}
