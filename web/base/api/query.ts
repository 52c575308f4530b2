import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryFunction,
  queryOptions,
  type QueryKey,
  skipToken,
  type SkipToken,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useApi } from './client.tsx';
import { type Api, type ApiAnswer, type ApiInput, apiKey, type Noun, NOUNS, type ReadRoute } from './nouns.ts';

type Options = Readonly<{ signal: AbortSignal }>;

/** The client, by route: so that a call of any route is typed by its name. */
type Reads = { readonly [R in ReadRoute]: (input: ApiInput<R>, options: Options) => Promise<ApiAnswer<R>> };

type Choices<Data, Shown> = Omit<UseQueryOptions<Data, Error, Shown>, 'queryKey' | 'queryFn' | 'initialData'>;

/** Options of a query of one route, where no component reads it: to fetch it ahead, or many at once. */
export function apiQuery<R extends ReadRoute>(api: Api, route: R, input: ApiInput<R>) {
  const reads: Reads = api;
  return queryOptions<ApiAnswer<R>>({
    queryKey: apiKey(route, input),
    queryFn: ({ signal }) => reads[route](input, { signal }),
  });
}

/** Reads a route. `skipToken` instead of the input waits until there is one. */
export function useApiQuery<R extends ReadRoute, Shown = ApiAnswer<R>>(
  route: R,
  input: ApiInput<R> | SkipToken,
  options?: Choices<ApiAnswer<R>, Shown>,
): UseQueryResult<Shown> {
  const reads: Reads = useApi();
  return useQuery({
    ...options,
    queryKey: [NOUNS[route], route, input === skipToken ? null : input],
    queryFn: input === skipToken ? skipToken : ({ signal }) => reads[route](input, { signal }),
  });
}

type PageRoute = {
  [R in ReadRoute]: ApiAnswer<R> extends Readonly<{ next: string | null }> ? R : never;
}[ReadRoute];

type QueryOf<I> = I extends Readonly<{ query: infer Q extends object }> ? Q : never;
/** A query without required members may be left out; the place of the page is added to it. */
type PagesInput<R extends PageRoute> = Omit<ApiInput<R>, 'query'> &
  (Record<never, never> extends QueryOf<ApiInput<R>>
    ? Readonly<{ query?: QueryOf<ApiInput<R>> }>
    : Readonly<{ query: QueryOf<ApiInput<R>> }>);
type ApiPage<R extends PageRoute> = ApiAnswer<R> & Readonly<{ next: string | null }>;
type ApiPages<R extends PageRoute> = InfiniteData<ApiPage<R>, string | null>;

type Place = Readonly<{ cursor?: string; limit?: number }>;
type PageReads = {
  readonly [R in PageRoute]: (
    input: PagesInput<R> & Readonly<{ query: Place }>,
    options: Options,
  ) => Promise<ApiPage<R>>;
};

type PageChoices<R extends PageRoute> = Omit<
  UseInfiniteQueryOptions<ApiPage<R>, Error, ApiPages<R>, QueryKey, string | null>,
  'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam' | 'initialData'
>;

/** Options of a list that is read page by page. `nextLimit`: the size of every page but the first. */
export function apiPages<R extends PageRoute>(api: Api, route: R, input: PagesInput<R>, nextLimit?: number) {
  const reads: PageReads = api;
  const { query }: Readonly<{ query?: object }> = input;
  return infiniteQueryOptions<ApiPage<R>, Error, ApiPages<R>, QueryKey, string | null>({
    // A query of one page has the same route and input, and other data.
    queryKey: [NOUNS[route], route, input, 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const place: Place = pageParam === null ? {} : { cursor: pageParam, ...(nextLimit && { limit: nextLimit }) };
      return reads[route]({ ...input, query: { ...query, ...place } }, { signal });
    },
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
  });
}

/** Reads a list page by page. */
export function useApiPages<R extends PageRoute>(
  route: R,
  input: PagesInput<R>,
  { nextLimit, ...options }: PageChoices<R> & Readonly<{ nextLimit?: number }> = {},
): UseInfiniteQueryResult<ApiPages<R>> {
  return useInfiniteQuery({ ...options, ...apiPages(useApi(), route, input, nextLimit) });
}

type CustomKey = readonly [noun: Noun, name: string, input?: object | string];
type CustomQuery<Data> = UseQueryOptions<Data, Error, Data, CustomKey>;

/** Options of a query that is not one call of one route: it asks several, keeps what it found, or computes. */
export const customQuery = <Data>(
  query: Omit<CustomQuery<Data>, 'queryFn'> & Readonly<{ queryFn: QueryFunction<Data, CustomKey> }>,
) => queryOptions<Data, Error, Data, CustomKey>(query);

export const useCustomQuery = <Data>(query: CustomQuery<Data>): UseQueryResult<Data> => useQuery(query);
