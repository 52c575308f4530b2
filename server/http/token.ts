import type { Actor } from '#domain/user/person.ts';

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
