import type { Actor } from '#domain/user/person.ts';
import { Problem } from '#contract/problem.ts';
import type { Authenticate } from './register.ts';

/** Who the token is of, and until when it is good. */
export type TokenCheck = (bearer: string) => Promise<Actor & Readonly<{ expiresAt: Date }>>;
/** Answers with the claims of the identity token. */
export type IdTokenCheck = (idToken: string) => Promise<Record<string, unknown>>;

export type InvalidTokenReason = 'malformed' | 'signature' | 'expired' | 'issuer' | 'audience' | 'claims';

/** The token is not one of ours, or no longer good: the person has to sign in again. */
export class InvalidToken extends Error {
  override name = 'InvalidToken';
  readonly reason: InvalidTokenReason;

  constructor(reason: InvalidTokenReason, options?: ErrorOptions) {
    super(`The token is not valid (${reason}).`, options);
    this.reason = reason;
  }
}

/** The identity provider's keys could not be fetched. It says nothing about the token: trying again later may work. */
export class IdentityUnavailable extends Error {
  override name = 'IdentityUnavailable';
}

/** The bearer token of a call, checked: signature, issuer, audience, expiry. */
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
