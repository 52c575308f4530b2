import type { Actor } from '#domain/user/person.ts';
import { Problem } from '#contract/problem.ts';
import type { Authenticate } from './register.ts';

/** The person of the token, and its expiry. */
export type TokenCheck = (bearer: string) => Promise<Actor & Readonly<{ expiresAt: Date }>>;
/** Returns the claims of the identity token. */
export type IdTokenCheck = (idToken: string) => Promise<Record<string, unknown>>;

export type InvalidTokenReason = 'malformed' | 'signature' | 'expired' | 'issuer' | 'audience' | 'claims';

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

/** Checks the bearer token of a call: signature, issuer, audience, expiry. */
export function bearerAuthentication(checkToken: TokenCheck): Authenticate {
  return async ({ headers }) => {
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Problem('not-signed-in', 'User is unauthenticated');
    try {
      return await checkToken(token);
    } catch (error) {
      if (error instanceof InvalidToken)
        throw new Problem('not-signed-in', 'Your sign-in is no longer valid. Please sign in again.');
      if (error instanceof IdentityUnavailable)
        throw new Problem('unavailable', 'The identity provider cannot be reached. Please try again in a moment.');
      throw error;
    }
  };
}
