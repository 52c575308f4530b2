import { createContext, use, useMemo, type ReactNode } from 'react';
import { routes } from 'virtual:api-routes';
import { createClient, type Refusal } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { checkConnection } from './connection.ts';
import { rememberChanges } from './ownChanges.ts';
import type { Api } from './nouns.ts';

const ClientContext = createContext<Api | undefined>(undefined);

type ApiProviderProps = Readonly<{
  token: () => Promise<string>;
  refusal?: Refusal;
  /** Formats the time of a conflicting change in the person's time zone. */
  writeTime?: (at: string) => string;
  /** Tests pass their own. */
  client?: Api;
  children: ReactNode;
}>;

export function ApiProvider({ token, refusal, writeTime, client, children }: ApiProviderProps) {
  const own = useMemo(() => {
    const options = { fetch: fetchWatched, token, ...(refusal && { refusal }), ...(writeTime && { writeTime }) };
    return rememberChanges(client ?? createClient<ApiContract>(routes, options));
  }, [client, token, refusal, writeTime]);
  return <ClientContext value={own}>{children}</ClientContext>;
}

/** A request that gets no answer may be the first to notice that the connection is lost. */
const fetchWatched: typeof fetch = async (...request) => {
  try {
    return await fetch(...request);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) checkConnection();
    throw error;
  }
};

export function useApi(): Api {
  const client = use(ClientContext);
  if (!client) throw new Error('useApi is used outside ApiProvider');
  return client;
}
