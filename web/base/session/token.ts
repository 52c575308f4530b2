import { NO_PERMISSIONS, parsePermissions, type Permissions } from '#domain/user/permission.ts';
import type { Refusal } from '#contract/client.ts';
import { identityCode } from '#web/base/api/describeError.ts';

/**
 * The token's permissions, for showing and hiding only: the server checks the signature and decides. Empty without a
 * readable token.
 */
export function tokenPermissions(token: string | undefined): Permissions {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return parsePermissions((claims as { permissions?: unknown }).permissions);
  } catch {
    return NO_PERMISSIONS;
  }
}

/** The session ended at the provider. A network failure is none of these, and never signs anyone out. */
const OVER = new Set(['login_required', 'invalid_grant', 'missing_refresh_token']);

export function isSessionOver(error: unknown): boolean {
  return OVER.has(identityCode(error) ?? '');
}

const MARK = 'lineslip_signed_in_again_at';
const ONCE_PER_MS = 10 * 60_000;

/**
 * If the server refuses a token, a new one is tried; if that is refused too, the tab redirects to the sign-in, once.
 * After that it only offers it: a server that accepts no token must not cause a loop. A change never leaves the page,
 * so that the input stays.
 */
export function onRefusedToken(renew: () => Promise<string>, signIn: () => void): Refusal {
  let leaving = false;
  return {
    renew,
    giveUp: (isRead) => {
      const isSecond = Date.now() - Number(sessionStorage.getItem(MARK) ?? 0) < ONCE_PER_MS;
      if (!leaving && (isSecond || !isRead)) return undefined;
      if (!leaving) signIn();
      leaving = true;
      sessionStorage.setItem(MARK, String(Date.now()));
      return new Promise<never>(() => {});
    },
  };
}
