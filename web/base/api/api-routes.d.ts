declare module 'virtual:api-routes' {
  import type { ApiContract } from '#contract/contract.ts';
  import type { RouteHead } from '#contract/route.ts';

  export const routes: { readonly [K in keyof ApiContract]: RouteHead };
}
