import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp, headerOptions } from './app.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import { dialExchangeService } from './dial/dial.exchange.service.ts';
import { dialListService } from './dial/dial.list.service.ts';
import { dialService } from './dial/dial.service.ts';
import { flagService } from './flag/flag.service.ts';
import { securityHeaders } from './http/security-headers.ts';
import { loadKeys } from './identity/keys.ts';
import { createProvider } from './identity/provider.ts';
import { checkWithLocalKeys, checkWithRemoteKeys } from './identity/token-check.ts';
import { referenceService } from './reference/reference.service.ts';
import { settingsService } from './settings/settings.service.ts';
import { embeddedDirectory, userService } from './user/user.service.ts';

export type ComposeOptions = Readonly<{ config: Config; db: Db; root: string; now?: () => Date }>;

/** All the wiring: which service gets which parts. */
export async function compose({ config, db, root, now = () => new Date() }: ComposeOptions): Promise<FastifyInstance> {
  const { checkToken, checkIdToken, provider } = await identity(config, db);
  const services = {
    settings: settingsService(config, db),
    users: userService({ db, now, checkIdToken, directory: config.auth.kind }),
    flags: flagService(db, (key, err) =>
      app.log.error({ err }, `The flag ${key} is defined in a way that cannot be used.`),
    ),
    reference: referenceService(db),
    dials: dialService({ db, now }),
    dialList: dialListService({ db, now }),
    dialExchange: dialExchangeService({ db, now }),
  };
  const app = await buildApp({ config, db, services, checkToken, provider, webRoot: join(root, 'web/dist') });
  return app;
}

async function identity({ auth, publicUrl, idpClientOrigins, ...config }: Config, db: Db) {
  if (auth.kind === 'hosted') {
    const jwksUrl = `${auth.issuer}.well-known/jwks.json`;
    const checks = checkWithRemoteKeys({ ...auth, jwksUrl });
    return { ...checks, provider: undefined };
  }
  const keys = await loadKeys(db);
  const options = headerOptions({ auth, publicUrl, idpClientOrigins, ...config });
  const provider = await createProvider({
    publicUrl,
    clientId: auth.clientId,
    audience: auth.audience,
    clientOrigins: [publicUrl, ...idpClientOrigins],
    directory: embeddedDirectory(db),
    db,
    securityHeaders: ({ formTargets }) => securityHeaders({ ...options, formTargets }),
  });
  return { ...checkWithLocalKeys({ ...auth, keys }), provider };
}
