import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { type IdentityKeys, SIGNING_ALGORITHM } from './keys.ts';
import type { DirectoryPerson } from './directory.ts';
import { API_SCOPE } from './provider.settings.ts';

export type AccessTokenRequest = Readonly<{
  keys: Pick<IdentityKeys, 'signing'>;
  issuer: string;
  audience: string;
  clientId: string;
  person: Pick<DirectoryPerson, 'id' | 'permissions'>;
  seconds: number;
}>;

/** An access token without a sign-in, in the format of the provider: for curl and benchmarks. */
export async function issueAccessToken(request: AccessTokenRequest): Promise<string> {
  const [jwk] = request.keys.signing;
  if (!jwk?.kid) throw new Error('There is no signing key yet. Start Lineslip once, then try again.');
  const issuedAt = Math.floor(Date.now() / 1000);
  return new SignJWT({
    permissions: [...request.person.permissions],
    scope: API_SCOPE,
    client_id: request.clientId,
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: jwk.kid })
    .setJti(randomUUID())
    .setSubject(request.person.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + request.seconds)
    .setIssuer(request.issuer)
    .setAudience(request.audience)
    .sign(await importJWK(jwk, SIGNING_ALGORITHM));
}
