import { useCallback } from 'react';
import { matchPath } from 'react-router';
import { usePhone } from '#web/kit/usePhone.ts';

/** The pages for editing, which do not fit on a phone. `web/app/routes.tsx` puts them below `WideOnly`. */
const WIDE_ONLY = [
  '/admin',
  '/dial/*',
  '/dials/:dialId/buckets/:rollout',
  '/classes/:cob',
  '/syndicate/:syndicateNumber/bucket/:cob/edit',
  '/syndicate/:syndicateNumber/bucket/:cob/import',
] as const;

export function isWideOnly(to: string): boolean {
  const [pathname = ''] = to.split(/[?#]/);
  return WIDE_ONLY.some((path) => matchPath(path, pathname) !== null);
}

/** Whether the page at an address fits on this screen: what only leads to "Open this on a wider screen." is not offered. */
export function useFits(): (to: string) => boolean {
  const isPhone = usePhone();
  return useCallback((to) => !isPhone || !isWideOnly(to), [isPhone]);
}
