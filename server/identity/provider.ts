import { Provider, errors } from 'oidc-provider';
import { MOUNT_PATH } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import {
  answerOutages,
  answerWithHeaders,
  answerWithPages,
  dropResumeQuery,
  renderError,
  type Middleware,
} from './answers.ts';
import { deviceCookies } from './device-cookie.ts';
import { loadKeys } from './keys.ts';
import { type ProviderOptions, providerSettings } from './provider.settings.ts';
import { assetRoute, loadAssets } from './sign-in/assets.ts';
import { interactionRoutes } from './sign-in/interaction.ts';
import { invitationRoutes } from './sign-in/invitation.routes.ts';
import { passwordSteps } from './sign-in/password.routes.ts';
import { demoSteps } from './sign-in/sign-in.routes.ts';
import { endSession } from './adapter.ts';

export type EmbeddedProvider = Provider;

/** The trailing slash matters: client libraries compare the issuer exactly. */
export function issuerOf(publicUrl: string): string {
  return `${publicUrl}${MOUNT_PATH}/`;
}

/** The embedded identity provider. All of its state is in the database, so restarts go unnoticed. */
export async function createProvider(options: ProviderOptions): Promise<EmbeddedProvider> {
  const { publicUrl, clientOrigins, directory, passwords, db } = options;
  const [keys, assets] = await Promise.all([loadKeys(db), loadAssets()]);
  const pages = { home: publicUrl, stylesheet: assets.stylesheet, approvals: options.approvals };
  const provider = new Provider(issuerOf(publicUrl), {
    ...providerSettings(options, keys),
    renderError: renderError(pages),
  });
  /** Host and protocol are those of the public address, whatever a proxy made of them: see mount.ts. */
  provider.proxy = true;
  provider.use(answerWithHeaders(options.securityHeaders({ formTargets: clientOrigins })));
  provider.use(answerOutages(provider, pages));
  provider.use(answerWithPages(pages));
  provider.use(dropResumeQuery);
  provider.use(assetRoute(assets));
  provider.use(logoutRoute({ provider, db, clientOrigins, home: publicUrl }));
  const { origin } = new URL(publicUrl);
  const parts = { provider, db, directory, pages, refuseDemo: options.refuseDemo };
  const devices = deviceCookies({ publicUrl, path: MOUNT_PATH, keys });
  const steps = passwords ? passwordSteps({ ...parts, passwords, devices }) : demoSteps(parts);
  provider.use(interactionRoutes(steps, origin));
  if (passwords) provider.use(invitationRoutes({ passwords, pages, origin }));
  return provider;
}

type LogoutOptions = Readonly<{
  provider: Provider;
  db: Db;
  clientOrigins: readonly string[];
  home: string;
}>;

/** The sign-out address of the browser's library: ends the session here, too, and redirects back. */
function logoutRoute({ provider, db, clientOrigins, home }: LogoutOptions): Middleware {
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
