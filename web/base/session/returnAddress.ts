const KEY = 'lineslip_return_to';

/** The URL to return to after the sign-in: the requested page, or the one where it began. */
export function returnAddress(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  left = '/',
): string {
  // Two leading slashes would name another host, which no page may put into its history.
  const path = pathname.replace(/^\/{2,}/, '/');
  const whole = path + search + hash;
  return path.startsWith('/auth/') || whole === '/' ? left : whole;
}

/** Stores the URL while the tab is at the sign-in service, for a sign-in that returns without it. */
export function keepReturnAddress(): string {
  const address = returnAddress(window.location, sessionStorage.getItem(KEY) ?? undefined);
  sessionStorage.setItem(KEY, address);
  return address;
}

export const forgetReturnAddress = (): void => sessionStorage.removeItem(KEY);
