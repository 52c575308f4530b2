import { Problem } from '#contract/problem.ts';
import { IdentityUnavailable, InvalidToken, type TokenCheck } from './token.ts';
import type { Authenticate } from './register.ts';

/** The bearer token of a call, checked: signature, issuer, audience, expiry. */
export function bearerAuthentication(checkToken: TokenCheck): Authenticate {
  return async ({ headers }) => {
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Problem('not-signed-in', 'User is unauthenticated');
    try {
      return await checkToken(token);
    } catch (error) {
      if (error instanceof InvalidToken)
        throw new Problem('not-signed-in', 'The access token is not valid any more. Please sign in again.');
      if (error instanceof IdentityUnavailable)
        throw new Problem('unavailable', 'The identity provider cannot be reached. Please try again in a moment.');
      throw error;
    }
  };
}
