import type { QueryClient } from '@tanstack/react-query';
import type { EditableList } from '#contract/admin-lists.ts';
import type { Condition } from '#domain/authority/rule.ts';
import { ALL_BUCKETS, refresh, type ApiAnswer, apiKey } from '#web/base/api/nouns.ts';
import type { Failure } from '#web/base/page/useChange.ts';

/** Partners, and the appetite of each bucket. */
export type Matrix = ApiAnswer<'getAppetites'>;
export type Engines = ApiAnswer<'listEngines'>;
export type Authority = ApiAnswer<'getAuthority'>;
export type Flag = ApiAnswer<'listFlags'>['flags'][number];

/** Writes the changed matrix to the cache, and refreshes every screen that names buckets or partners. */
export function applyMatrix(queries: QueryClient, { partners, cells }: Matrix): void {
  queries.setQueryData(apiKey('getAppetites', {}), { partners, cells });
  void refresh(queries, 'appetite-history', ...ALL_BUCKETS, 'reference');
}

/** Writes the changed list to the cache, and refreshes the options of dial forms. */
export function applyOptions(queries: QueryClient, list: EditableList, options: ApiAnswer<'listOptions'>): void {
  queries.setQueryData(apiKey('listOptions', { params: { list } }), options);
  void refresh(queries, 'reference');
}

/** After a refusal: what is shown may be outdated. */
export const refreshAdmin = (queries: QueryClient, { stale }: Failure): void => {
  if (stale)
    void refresh(queries, 'appetites', 'appetite-history', 'options', 'flags', 'engines', 'authority', 'usage');
};

export const refreshPortfolios = (queries: QueryClient): Promise<void> => refresh(queries, 'portfolio');

/** Writes the changed portfolios to the cache, and refreshes whatever else names them. */
export function applyPortfolios(queries: QueryClient, listed: ApiAnswer<'listPortfolios'>): void {
  queries.setQueryData(apiKey('listPortfolios', {}), listed);
  void refreshPortfolios(queries);
}

/** Writes imported limits to the cache, and refreshes every impact. */
export function applyLimits(queries: QueryClient, imported: ApiAnswer<'listLimits'>): void {
  queries.setQueryData(apiKey('listLimits', {}), imported);
  void refresh(queries, ...ALL_BUCKETS);
}

/** Engines are read again while the page is visible. */
export const ENGINES_POLL_MS = 10_000;

export const refreshEngines = (queries: QueryClient): Promise<void> => refresh(queries, 'engines');

/** A rule as it is sent. */
export type RuleBody = { classes: string[]; partners: number[]; when: Condition[]; people: string[] };

export type RuleChange =
  | Readonly<{ kind: 'add_rule'; rule: RuleBody }>
  | Readonly<{ kind: 'change_rule'; id: string; rule: RuleBody }>
  | Readonly<{ kind: 'remove_rule'; id: string }>;

/** Fetches proposals, decisions, the reviews that they concern, and the portfolio that waits. */
export const refreshAuthority = (queries: QueryClient): Promise<void> =>
  refresh(queries, 'authority', ['portfolio', 'listPortfolios']);
