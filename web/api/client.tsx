import { createContext, use, useMemo, type ReactNode } from 'react';
import { routes } from 'virtual:api-routes';
import { createClient, type Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';

const ClientContext = createContext<Client<ApiContract> | undefined>(undefined);

export function ApiProvider({ token, children }: { token: () => Promise<string>; children: ReactNode }) {
  const client = useMemo(() => createClient<ApiContract>(routes, { token }), [token]);
  return <ClientContext value={client}>{children}</ClientContext>;
}

export function useApi(): Client<ApiContract> {
  const client = use(ClientContext);
  if (!client) throw new Error('useApi is used outside ApiProvider');
  return client;
}
