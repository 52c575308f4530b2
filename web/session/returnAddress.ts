/** Where a person wanted to go before the sign-in came in between. */
export function returnAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return pathname.startsWith('/auth/') ? '/' : pathname + search;
}
