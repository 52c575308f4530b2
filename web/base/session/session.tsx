import { useAuth0, type User } from '@auth0/auth0-react';
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Problem } from '#contract/problem.ts';
import { allows, type Permissions, type Requirement } from '#domain/user/permission.ts';
import type { Person } from '#domain/user/person.ts';
import { ApiProvider } from '#web/base/api/client.tsx';
import { describeError, needsSignIn } from '#web/base/api/describeError.ts';
import { formatAt } from '#web/kit/format.ts';
import { forgetReturnAddress, keepReturnAddress } from './returnAddress.ts';
import { isSessionOver, onRefusedToken, tokenPermissions } from './token.ts';
import { CenteredPage } from '#web/kit/CenteredPage.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';

export type Session = Readonly<{
  person: Person;
  /** Undefined until the first token arrives. */
  permissions: Permissions | undefined;
  token: () => Promise<string>;
  /** A new token, with the permissions that the directory grants now. */
  renew: () => Promise<string>;
  idToken: () => Promise<string | undefined>;
  signOut: () => void;
  /** Goes to the sign-in, and back to this page. */
  signIn: () => void;
}>;

/** Set by the provider; tests set it by hand. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** The signed-in person and their permissions, which follow every new token without a new sign-in. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { user, getAccessTokenSilently, getIdTokenClaims, loginWithRedirect, logout } = useAuth0();
  const [accessToken, setAccessToken] = useState<string>();
  const [failure, setFailure] = useState<unknown>();

  const leave = useCallback(() => void logout({ logoutParams: { returnTo: window.location.origin } }), [logout]);
  const signOut = useCallback(() => {
    forgetReturnAddress();
    leave();
  }, [leave]);
  const signIn = useCallback(
    () => void loginWithRedirect({ appState: { returnTo: keepReturnAddress() } }),
    [loginWithRedirect],
  );

  const fetchToken = useCallback(
    async (cacheMode: 'on' | 'off') => {
      try {
        const fresh = await getAccessTokenSilently({ cacheMode });
        if (fresh === undefined) throw new Error('Get access token failed');
        setAccessToken(fresh);
        return fresh;
      } catch (error) {
        if (isSessionOver(error)) {
          keepReturnAddress();
          leave();
        }
        throw error;
      }
    },
    [getAccessTokenSilently, leave],
  );
  const token = useCallback(() => fetchToken('on'), [fetchToken]);
  const renew = useCallback(() => fetchToken('off'), [fetchToken]);
  const refusal = useMemo(() => onRefusedToken(renew, signIn), [renew, signIn]);

  const load = useCallback(() => {
    token().then(
      () => setFailure(undefined),
      (error: unknown) => !isSessionOver(error) && setFailure(error),
    );
  }, [token]);
  useEffect(load, [load]);
  useTokenWatch(token);

  const person = usePerson(user);
  const session = useMemo((): Session => {
    return {
      person,
      permissions: accessToken === undefined ? undefined : tokenPermissions(accessToken),
      token,
      renew,
      idToken: async () => (await getIdTokenClaims())?.__raw,
      signOut,
      signIn,
    };
  }, [person, accessToken, token, renew, getIdTokenClaims, signOut, signIn]);

  if (failure !== undefined && accessToken === undefined)
    return <LoadFailed error={failure} onRetry={load} onSignIn={signIn} />;
  return (
    <SessionContext value={session}>
      <ApiProvider token={token} refusal={refusal} writeTime={formatAt}>
        {children}
      </ApiProvider>
    </SessionContext>
  );
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Problem('not-signed-in', 'User is unauthenticated');
  return session;
}

/** Whether the signed-in person may do this. For hiding only; the server decides. */
export function useMay(): (needs: Requirement) => boolean {
  const { permissions } = useSession();
  return (needs) => permissions !== undefined && allows(permissions, needs);
}

/** Every renewed token brings a new user object: reuse the person while it is equal. */
function usePerson(user: User | undefined): Person {
  if (!user) throw new Problem('not-signed-in', 'User is unauthenticated');
  const { sub: id = '', email = '', name = email, given_name = '', family_name = '' } = user;
  return useMemo(() => ({ id, name, email, given_name, family_name }), [id, name, email, given_name, family_name]);
}

type LoadFailedProps = Readonly<{ error: unknown; onRetry: () => void; onSignIn: () => void }>;

/** The first token failed to load, though the session may be alive: say why, and offer a retry. */
function LoadFailed({ error, onRetry, onSignIn }: LoadFailedProps) {
  const mustSignIn = needsSignIn(error);
  return (
    <CenteredPage>
      <ErrorState
        title={mustSignIn ? 'Please sign in again' : 'Lineslip cannot reach the sign-in service'}
        detail={(mustSignIn ? '' : 'You are still signed in. ') + describeError(error)}
        {...(mustSignIn ? { onRetry: onSignIn, retryLabel: 'Sign in again' } : { onRetry })}
      />
    </CenteredPage>
  );
}

const EVERY_MS = 60_000;

/**
 * Requests the token at intervals and whenever the page becomes visible. It is only fetched when it expires, so that a
 * changed permission arrives, and a deactivated person is signed out, also on a page without requests.
 */
function useTokenWatch(token: () => Promise<string>): void {
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') token().catch(() => undefined);
    };
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('focus', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('focus', ask);
    };
  }, [token]);
}
