import type { ComponentType } from 'react';
import type { LazyRouteFunction, RouteObject } from 'react-router';
import { loadPage } from './loadPage.ts';

/** A route's page: the name for the back button, and how to prefetch its code. */
export type PageHandle = Readonly<{ pageName: string; prefetch: () => Promise<unknown> }>;

/** A lazily loaded page. `load` returns its component; the name is a fixed text of ours. */
export function page(pageName: string, load: () => Promise<ComponentType>): Pick<RouteObject, 'handle' | 'lazy'> {
  const handle: PageHandle = { pageName, prefetch: load };
  const lazy: LazyRouteFunction<RouteObject> = async () => ({ Component: await loadPage(load) });
  return { handle, lazy };
}

export function pageHandle(handle: unknown): PageHandle | undefined {
  return typeof handle === 'object' && handle !== null && 'pageName' in handle ? (handle as PageHandle) : undefined;
}
