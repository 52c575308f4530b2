import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { EditableList } from '#contract/admin-lists.ts';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Answer } from '#contract/route.ts';
import type { Condition } from '#domain/authority/rule.ts';
import { pagesQuery } from '#web/api/pages.ts';
import type { Failure } from '#web/frame/useChange.ts';
import { appetitesKey, authorityKey, bucketKeys, portfolioKey, PREPARING_POLL_MS } from '#web/bucket/query.ts';
import type { BucketAddress } from '#web/bucket/address.ts';

type Api = Client<ApiContract>;
/** Partners, and the appetite of each bucket. */
export type Matrix = Answer<ApiContract['getAppetites']>;
export type Engines = Answer<ApiContract['listEngines']>;
export type Authority = Answer<ApiContract['getAuthority']>;
export type Flag = Answer<ApiContract['listFlags']>['flags'][number];

/** All admin queries are under `all`. */
export const adminKeys = {
  all: ['admin'] as const,
  appetites: () => appetitesKey,
  history: () => [...adminKeys.all, 'history'] as const,
  list: (list: EditableList) => [...adminKeys.all, 'list', list] as const,
  flags: () => [...adminKeys.all, 'flags'] as const,
  engines: () => [...adminKeys.all, 'engines'] as const,
  authority: () => authorityKey,
};

export const appetitesQuery = (api: Api) =>
  queryOptions({
    queryKey: adminKeys.appetites(),
    queryFn: ({ signal }) => api.getAppetites({}, { signal }),
  });

export const historyQuery = (api: Api, { partner, cob }: BucketAddress) =>
  pagesQuery([...adminKeys.history(), partner, cob], (page, options) =>
    api.listAppetiteHistory({ params: { partner, cob }, query: { limit: 10, ...page } }, options),
  );

export const optionsQuery = (api: Api, list: EditableList) =>
  queryOptions({
    queryKey: adminKeys.list(list),
    queryFn: ({ signal }) => api.listOptions({ params: { list } }, { signal }),
  });

export const flagsQuery = (api: Api) =>
  queryOptions({ queryKey: adminKeys.flags(), queryFn: ({ signal }) => api.listFlags({}, { signal }) });

export const usageQuery = (api: Api, days: number) =>
  queryOptions({
    queryKey: [...adminKeys.all, 'usage', days],
    queryFn: ({ signal }) => api.getUsage({ query: { days } }, { signal }),
  });

/** Writes the changed matrix to the cache, and invalidates every screen that names buckets or partners. */
export function applyMatrix(queries: QueryClient, matrix: Matrix): void {
  queries.setQueryData(adminKeys.appetites(), { partners: matrix.partners, cells: matrix.cells });
  for (const queryKey of [adminKeys.history(), bucketKeys.all, ['reference']])
    void queries.invalidateQueries({ queryKey });
}

/** Writes the changed list to the cache, and invalidates the dial forms' options. */
export function applyOptions(
  queries: QueryClient,
  list: EditableList,
  options: Answer<ApiContract['listOptions']>,
): void {
  queries.setQueryData(adminKeys.list(list), options);
  void queries.invalidateQueries({ queryKey: ['reference'] });
}

/** After a refusal: what is shown may be outdated. */
export const refreshAdmin = (queries: QueryClient, { stale }: Failure): void => {
  if (stale) void queries.invalidateQueries({ queryKey: adminKeys.all });
};

/** Under the key of all portfolio queries, so that a change by someone else refetches it. */
const portfoliosKey = [...portfolioKey, 'list'] as const;

export const portfoliosQuery = (api: Api) =>
  queryOptions({
    queryKey: portfoliosKey,
    queryFn: ({ signal }) => api.listPortfolios({}, { signal }),
    refetchInterval: ({ state: { data } }) => (typeof data?.preparing === 'number' ? PREPARING_POLL_MS : false),
  });

export const refreshPortfolios = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: portfolioKey });

/** Writes the changed portfolios to the cache, and invalidates whatever else names them. */
export function applyPortfolios(queries: QueryClient, listed: Answer<ApiContract['listPortfolios']>): void {
  queries.setQueryData(portfoliosKey, listed);
  void refreshPortfolios(queries);
}

/** Under the key of all portfolio queries, as above. */
const limitsKey = [...portfolioKey, 'limits'] as const;

export const limitsQuery = (api: Api) =>
  queryOptions({ queryKey: limitsKey, queryFn: ({ signal }) => api.listLimits({}, { signal }) });

/** Writes imported limits to the cache, and invalidates every impact. */
export function applyLimits(queries: QueryClient, imported: Answer<ApiContract['listLimits']>): void {
  queries.setQueryData(limitsKey, imported);
  void queries.invalidateQueries({ queryKey: bucketKeys.all });
}

export const ENGINES_POLL_MS = 10_000;
/** As many as the panel has room for, then a page at a time. */
const FIRST_RELEASES = 5;
const NEXT_RELEASES = 50;

/** Refreshed while the page is visible. */
export const enginesQuery = (api: Api) =>
  queryOptions({
    queryKey: adminKeys.engines(),
    queryFn: ({ signal }) => api.listEngines({}, { signal }),
    refetchInterval: ENGINES_POLL_MS,
  });

export const engineReleasesQuery = (api: Api, engineId: string) => ({
  ...pagesQuery([...adminKeys.engines(), engineId, 'releases'], (page, options) =>
    api.listEngineReleases(
      { params: { engineId }, query: { limit: page.cursor === undefined ? FIRST_RELEASES : NEXT_RELEASES, ...page } },
      options,
    ),
  ),
  refetchInterval: ENGINES_POLL_MS,
});

export const refreshEngines = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: adminKeys.engines() });

/** A rule as it is sent. */
export type RuleBody = { classes: string[]; partners: number[]; when: Condition[]; people: string[] };

export type RuleChange =
  | Readonly<{ kind: 'add_rule'; rule: RuleBody }>
  | Readonly<{ kind: 'change_rule'; id: string; rule: RuleBody }>
  | Readonly<{ kind: 'remove_rule'; id: string }>;

export const authorityQuery = (api: Api) =>
  queryOptions({ queryKey: adminKeys.authority(), queryFn: ({ signal }) => api.getAuthority({}, { signal }) });

export const authorityHistoryQuery = (api: Api) =>
  pagesQuery([...adminKeys.authority(), 'history'], (query, options) => api.listAuthorityHistory({ query }, options));

/** What a rule would have done to past drafts. */
export const rulePreviewQuery = (api: Api, rule: RuleBody | undefined) =>
  queryOptions({
    queryKey: [...adminKeys.authority(), 'preview', rule],
    queryFn: rule ? ({ signal }) => api.previewAuthorityRule({ body: { rule } }, { signal }) : skipToken,
  });

/** Fetches proposals, decisions, the reviews that they concern, and the portfolio that waits. */
export async function refreshAuthority(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: adminKeys.authority() }),
    queries.invalidateQueries({ queryKey: portfoliosKey, exact: true }),
  ]);
}
