import { Provider } from 'oidc-provider';
import { MOUNT_PATH } from '#server/config.ts';
import { answerOutages, answerWithHeaders, answerWithPages, dropResumeQuery, renderError } from './answers.ts';
import { deviceCookies } from './device-cookie.ts';
import { loadKeys } from './keys.ts';
import { logoutRoute } from './logout.ts';
import { type ProviderOptions, providerSettings } from './provider.settings.ts';
import { assetRoute, loadAssets } from './sign-in/assets.ts';
import { interactionRoutes } from './sign-in/interaction.ts';
import { invitationRoutes } from './sign-in/invitation.routes.ts';
import { passwordSteps } from './sign-in/password.routes.ts';
import { demoSteps } from './sign-in/sign-in.routes.ts';

export type EmbeddedProvider = Provider;

/** The trailing slash matters: client libraries compare the issuer exactly. */
export function issuerOf(publicUrl: string): string {
  return `${publicUrl}${MOUNT_PATH}/`;
}

/** The embedded identity provider. All of its state is in the database, so restarts go unnoticed. */
export async function createProvider(options: ProviderOptions): Promise<EmbeddedProvider> {
  const { publicUrl, clientOrigins, directory, passwords, db } = options;
  const [keys, assets] = await Promise.all([loadKeys(db), loadAssets()]);
  const pages = { home: publicUrl, stylesheet: assets.stylesheet };
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
