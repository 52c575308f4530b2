import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ReferenceData } from '#contract/reference.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { apiQuery, useApiQuery } from '#web/base/api/query.ts';

/** Option lists change a few times a year. */
const RARELY = { staleTime: 10 * 60_000, gcTime: 60 * 60_000 };

export const useReference = () => useApiQuery('getReferenceData', {}, RARELY);

/** Returns the option lists where no component shows them. */
export const readReference = (api: Api, queries: QueryClient) =>
  queries.query({ ...apiQuery(api, 'getReferenceData', {}), ...RARELY });

/** Whether option names have loaded or failed: until then a code would flash before its name. */
export const useNamesRead = (): boolean => !useReference().isPending;

/** An option's display name: risk codes by their code, everything else by its label. Until loaded, the code. */
export function useNameOption(): NameOption {
  const { data } = useReference();
  const names = useMemo(() => (data === undefined ? undefined : indexNames(data)), [data]);
  return useCallback<NameOption>((list, code) => names?.get(`${list} ${code}`) ?? code, [names]);
}

function indexNames(data: ReferenceData): ReadonlyMap<string, string> {
  const entries = Object.entries(data).flatMap(([list, options]) =>
    options.map(({ code, label }): [string, string] => [`${list} ${code}`, list === 'risk_codes' ? code : label]),
  );
  return new Map(entries);
}
