import { useCallback } from 'react';
import { usePhone } from '#web/kit/usePhone.ts';

/**
 * The pages for editing, which do not fit on a phone: those that `web/app/routes.tsx` puts below `WideOnly`, which a test
 * compares. A pattern, because it is in the first download of every page.
 */
const WIDE_ONLY =
  /^\/(admin|dial(\/[^?#]*)?|dials\/[^/]+\/buckets\/[^/]+|classes\/[^/]+|syndicate\/.+\/(edit|import))([?#]|$)/;

export const isWideOnly = (to: string): boolean => WIDE_ONLY.test(to);

/** Whether the page at an address fits on this screen: what only leads to "Open this on a wider screen." is not offered. */
export function useFits(): (to: string) => boolean {
  const isPhone = usePhone();
  return useCallback((to) => !isPhone || !isWideOnly(to), [isPhone]);
}
