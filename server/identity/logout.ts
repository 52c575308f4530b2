import { errors, type Provider } from 'oidc-provider';
import type { Db } from '#server/db/connect.ts';
import type { Middleware } from './answers.ts';
import { MOUNT_PATH } from '#server/config.ts';
import { endSession } from './adapter.ts';

type LogoutOptions = Readonly<{
  provider: Provider;
  db: Db;
  clientOrigins: readonly string[];
  home: string;
}>;

/** The sign-out address of the browser's library: ends the session here, too, and redirects back. */
export function logoutRoute({ provider, db, clientOrigins, home }: LogoutOptions): Middleware {
  const targets = new Set(clientOrigins.flatMap((origin) => [origin, `${origin}/`]));
  return async (ctx, next) => {
    if (ctx.path !== '/v2/logout' || ctx.method !== 'GET') return next();
    const returnTo = ctx.query['returnTo'] ?? home;
    if (typeof returnTo !== 'string' || (!targets.has(returnTo) && returnTo !== home)) {
      throw new errors.InvalidRequest('The address to return to after signing out is not allowed.');
    }
    await endSession(db, await provider.Session.get(ctx));
    ctx.cookies.set(provider.cookieName('session'), null, { path: MOUNT_PATH });
    ctx.set('Cache-Control', 'no-store');
    ctx.redirect(returnTo);
  };
}
