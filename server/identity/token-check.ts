import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { createHash } from 'node:crypto';
import { parsePermissions } from '#domain/user/permission.ts';
import {
  IdentityUnavailable,
  type IdTokenCheck,
  InvalidToken,
  type InvalidTokenReason,
  type TokenCheck,
} from '#server/http/token.ts';
import { type IdentityKeys, publicKeys, SIGNING_ALGORITHM } from './keys.ts';

/** The clock skew tolerance for expired tokens. */
export const LEEWAY_SECONDS = 60;
/** Ten minutes in total, including the leeway. */
export const ACCESS_TOKEN_SECONDS = 600 - LEEWAY_SECONDS;
const KEY_FETCH = { timeoutDuration: 5_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 };

export type TokenChecks = Readonly<{ checkToken: TokenCheck; checkIdToken: IdTokenCheck }>;
type Expected = Readonly<{
  issuer: string;
  audience: string;
  clientId: string;
  /** Access tokens that are valid for longer are refused. */
  maxTokenHours: number;
  /** Called if the permissions of a token are one text, which grants nothing. */
  noteTextPermissions?: () => void;
}>;

/** For the embedded provider, whose keys are local. */
export function checkWithLocalKeys(settings: Expected & { keys: Pick<IdentityKeys, 'signing'> }): TokenChecks {
  return tokenChecks(createLocalJWKSet(publicKeys(settings.keys)), settings, { typ: 'at+jwt' });
}

/** For a hosted tenant. Its token type is `JWT` or `at+jwt`, as configured: the audience distinguishes the tokens. */
export function checkWithRemoteKeys(settings: Expected & { jwksUrl: string }): TokenChecks {
  return tokenChecks(remoteKeys(settings.jwksUrl), settings, {});
}

function tokenChecks(keys: JWTVerifyGetKey, expected: Expected, rest: JWTVerifyOptions): TokenChecks {
  const { issuer, audience, clientId, noteTextPermissions } = expected;
  const checkToken: TokenCheck = async (bearer) => {
    const claims = await verify(bearer, keys, { ...rest, issuer, audience });
    assertAccessToken(claims, expected);
    const { sub, exp = 0, permissions } = claims;
    if (typeof permissions === 'string') noteTextPermissions?.();
    return { id: sub, permissions: parsePermissions(permissions), expiresAt: new Date(exp * 1000) };
  };
  const checkIdToken: IdTokenCheck = async (idToken) => {
    const claims = await verify(idToken, keys, { issuer, audience: clientId });
    const isForOthersToo = Array.isArray(claims.aud) && claims.aud.length > 1;
    if (claims['azp'] === undefined ? isForOthersToo : claims['azp'] !== clientId) throw new InvalidToken('client');
    return claims;
  };
  return { checkToken: cacheTokens(checkToken, { leewaySeconds: LEEWAY_SECONDS }), checkIdToken };
}

/** Only identity tokens have these. */
const IDENTITY_CLAIMS = ['nonce', 'at_hash', 'c_hash'];

/** An identity token of the same tenant may name the audience of the API as well: it opens nothing. */
function assertAccessToken(claims: JWTPayload, { clientId, maxTokenHours }: Expected): void {
  if (IDENTITY_CLAIMS.some((claim) => claims[claim] !== undefined)) throw new InvalidToken('kind');
  for (const client of [claims['azp'], claims['client_id']])
    if (client !== undefined && client !== clientId) throw new InvalidToken('client');
  const now = Date.now() / 1000;
  const validFrom = Math.min(claims.iat ?? now, now);
  if ((claims.exp ?? 0) - validFrom > maxTokenHours * 3600) throw new InvalidToken('lifetime');
}

async function verify(
  token: string,
  keys: JWTVerifyGetKey,
  expected: JWTVerifyOptions,
): Promise<JWTPayload & { sub: string }> {
  const rules = {
    algorithms: [SIGNING_ALGORITHM],
    clockTolerance: LEEWAY_SECONDS,
    requiredClaims: ['sub', 'exp'],
  };
  try {
    const payload = await verifyByAnyKey(token, keys, { ...expected, ...rules });
    if (typeof payload.sub !== 'string' || payload.sub === '') throw new InvalidToken('claims');
    return { ...payload, sub: payload.sub };
  } catch (error) {
    if (error instanceof IdentityUnavailable || error instanceof InvalidToken) throw error;
    throw new InvalidToken(reasonOf(error), { cause: error });
  }
}

/** Several keys of a set may match: two of one id, or one that is there twice. Any of them may have signed. */
async function verifyByAnyKey(token: string, keys: JWTVerifyGetKey, rules: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, rules)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, rules)).payload;
      } catch (other) {
        if (!(other instanceof errors.JWSSignatureVerificationFailed)) throw other;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function reasonOf(error: unknown): InvalidTokenReason {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return 'issuer';
    return error.claim === 'aud' ? 'audience' : 'claims';
  }
  return isSignatureError(error) ? 'signature' : 'malformed';
}

function isSignatureError(error: unknown): boolean {
  return (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    isKeyError(error)
  );
}

/** The keys are available, but none of them signed this. */
function isKeyError(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

function remoteKeys(jwksUrl: string): JWTVerifyGetKey {
  const fetched = createRemoteJWKSet(new URL(jwksUrl), KEY_FETCH);
  return async (header, token) => {
    try {
      return await fetched(header, token);
    } catch (error) {
      if (isKeyError(error)) throw error;
      throw new IdentityUnavailable('The keys of the identity provider could not be fetched.', {
        cause: error,
      });
    }
  };
}

const MAX_REMEMBERED = 5000;
/** A revoked key stops counting after this time at the latest, like its cached copy. */
const MAX_AGE_MS = 5 * 60_000;

type Options = Readonly<{ leewaySeconds: number; now?: () => number }>;
type Checked = Awaited<ReturnType<TokenCheck>>;

/**
 * Caches valid tokens: verifying a signature needs a thread, and threads may be busy. The key is the hash of the whole
 * token. Rejections are never cached.
 */
export function cacheTokens(check: TokenCheck, { leewaySeconds, now = Date.now }: Options): TokenCheck {
  const remembered = new Map<string, Readonly<{ checked: Checked; until: number }>>();
  return async (bearer) => {
    const key = createHash('sha256').update(bearer).digest('base64');
    const found = remembered.get(key);
    if (found && now() < found.until) return found.checked;
    remembered.delete(key);
    const checked = await check(bearer);
    const until = Math.min(checked.expiresAt.getTime() + leewaySeconds * 1000, now() + MAX_AGE_MS);
    remembered.set(key, { checked, until });
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return checked;
  };
}
