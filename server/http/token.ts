import type { FastifyRequest } from 'fastify';
import type { Actor } from '#domain/user/person.ts';
import { Problem } from '#contract/problem.ts';
import type { Authenticate } from './register.ts';

/** The person of the token, and its expiry. */
export type TokenCheck = (bearer: string) => Promise<Actor & Readonly<{ expiresAt: Date }>>;
/** Returns the claims of the identity token. */
export type IdTokenCheck = (idToken: string) => Promise<Record<string, unknown>>;

export type InvalidTokenReason =
  | 'malformed'
  | 'signature'
  | 'expired'
  | 'issuer'
  | 'audience'
  | 'claims'
  /** An identity token where an access token is needed. */
  | 'kind'
  /** Issued to another client. */
  | 'client'
  /** Valid for too long. */
  | 'lifetime';

/** The token is invalid or expired: the person has to sign in again. */
export class InvalidToken extends Error {
  override name = 'InvalidToken';
  readonly reason: InvalidTokenReason;

  constructor(reason: InvalidTokenReason, options?: ErrorOptions) {
    super(`The token is not valid (${reason}).`, options);
    this.reason = reason;
  }
}

/** The identity provider's keys could not be fetched. The token may be valid: retrying later may work. */
export class IdentityUnavailable extends Error {
  override name = 'IdentityUnavailable';
}

/** Called for each token that is refused or cannot be checked. */
export type ReportToken = (error: InvalidToken | IdentityUnavailable) => void;

/** Checks the bearer tokens of calls: signature, issuer, audience, expiry. Each is checked once for a request. */
export function bearerAuthentication(checkToken: TokenCheck, report: ReportToken) {
  const checks = new WeakMap<FastifyRequest, ReturnType<TokenCheck>>();
  const check = (request: FastifyRequest): ReturnType<TokenCheck> => {
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Problem('not-signed-in', 'User is unauthenticated');
    const checked = checks.get(request) ?? checkToken(token);
    checks.set(request, checked);
    return checked;
  };

  const authenticate: Authenticate = async (request) => {
    try {
      return await check(request);
    } catch (error) {
      if (error instanceof InvalidToken || error instanceof IdentityUnavailable) report(error);
      if (error instanceof InvalidToken)
        throw new Problem('not-signed-in', 'Your sign-in is no longer valid. Please sign in again.');
      if (error instanceof IdentityUnavailable)
        throw new Problem('unavailable', 'The identity provider cannot be reached. Please try again in a moment.');
      throw error;
    }
  };
  /** The person whose valid token a request brings, whether or not its route needs one. */
  const identify = async (request: FastifyRequest): Promise<string | undefined> => {
    try {
      return (await check(request)).id;
    } catch {
      return undefined;
    }
  };
  return { authenticate, identify };
}
