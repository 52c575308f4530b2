/** Where a person wanted to go before the sign-in came in between. */
export function returnAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  // Two slashes at the beginning would name another host, which no page may put into its own history.
  const path = pathname.replace(/^\/{2,}/, '/');
  return path.startsWith('/auth/') ? '/' : path + search;
}
