import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import { publicKeys } from '#server/identity/keys.ts';

export type Tenant = Readonly<{
  environment: { AUTH_DOMAIN: string; AUTH_CLIENT_ID: string; AUTH_AUDIENCE: string };
  accessToken: (subject: string, permissions: readonly string[]) => Promise<string>;
  idToken: (claims: Record<string, unknown>) => Promise<string>;
}>;

/** Stopped after the test. */
export async function startTenant(): Promise<Tenant> {
  const tenant = await openTenant();
  onTestFinished(tenant.stop);
  return tenant;
}

/** A fake hosted tenant: publishes its keys, and signs tokens. */
export async function openTenant(): Promise<Tenant & Readonly<{ stop: () => Promise<void> }>> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const keySet = JSON.stringify(publicKeys({ signing: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] }));
  const server = createServer(({ url }, response) => {
    const found = url === '/.well-known/jwks.json';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(found ? keySet : '');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const domain = `http://localhost:${(server.address() as AddressInfo).port}`;
  const environment = { AUTH_DOMAIN: domain, AUTH_CLIENT_ID: 'tenant-client', AUTH_AUDIENCE: 'tenant-audience' };

  const sign = (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT({ iss: `${domain}/`, ...claims })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
      .setIssuedAt()
      .setExpirationTime('10 min')
      .sign(privateKey);
  return {
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    environment,
    accessToken: (sub, permissions) => sign({ sub, permissions, aud: environment.AUTH_AUDIENCE }),
    idToken: (claims) => sign({ aud: environment.AUTH_CLIENT_ID, sid: randomUUID(), ...claims }),
  };
}
