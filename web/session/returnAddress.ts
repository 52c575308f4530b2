const KEY = 'lineslip_return_to';

/** Where a person wanted to go before the sign-in came in between: here, or where they were when it began. */
export function returnAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>, left = '/'): string {
  // Two slashes at the beginning would name another host, which no page may put into its own history.
  const path = pathname.replace(/^\/{2,}/, '/');
  const isSignIn = path.startsWith('/auth/') || path + search === '/';
  return isSignIn ? left : path + search;
}

/** Keeps the address while the tab is at the sign-in service, for one that ends there or fails: it comes back without. */
export function keepReturnAddress(): string {
  const address = returnAddress(window.location, sessionStorage.getItem(KEY) ?? undefined);
  sessionStorage.setItem(KEY, address);
  return address;
}

export const forgetReturnAddress = (): void => sessionStorage.removeItem(KEY);
