import type { Plugin } from 'vite';
import { contract } from '#contract/contract.ts';
import type { Route, RouteHead } from '#contract/route.ts';

const ID = 'virtual:api-routes';

/**
 * The browser calls routes without checking their schemas: this provides method, path and access of each, and keeps the
 * schemas (and their library) out of the first download. The types are the contract's own.
 */
export function apiRoutes(): Plugin {
  return {
    name: 'api-routes',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `export const routes = ${JSON.stringify(heads())};` : undefined),
  };
}

function heads(): Record<string, RouteHead> {
  return Object.fromEntries(
    Object.entries<Route>(contract).map(([name, { method, path, access, streams, mediaType }]) => [
      name,
      { method, path, access, ...(streams && { streams }), ...(mediaType && { mediaType }) },
    ]),
  );
}
