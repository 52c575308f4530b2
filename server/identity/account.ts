import { createHash } from 'node:crypto';
import type { Account, Configuration } from 'oidc-provider';
import type { Directory } from './directory.ts';

type FindAccount = NonNullable<Configuration['findAccount']>;
type TokenSource = Parameters<FindAccount>[2];

/** People of the directory as the provider sees them. */
export function createAccounts(directory: Directory) {
  const findAccount: FindAccount = async (_ctx, id, source): Promise<Account | undefined> => {
    const person = await directory.find(id);
    if (!person) return undefined;
    const { name, email, given_name, family_name } = person;
    const claims = {
      sub: person.id,
      name,
      email,
      given_name: given_name,
      family_name: family_name,
      ...signInOf(source),
    };
    return { accountId: person.id, claims: () => claims };
  };

  /** Asked anew for every access token, so that a changed permission arrives with the next refresh. */
  const permissionsOf = async (id: string): Promise<string[]> => [...((await directory.find(id))?.permissions ?? [])];

  return { findAccount, permissionsOf };
}

/** Tells one sign-in from the next: stays the same over refreshes, changes with the session or its sign-in time. */
function signInOf(source: TokenSource): { sid?: string } {
  if (!source || !('sessionUid' in source) || !source.sessionUid) return {};
  const authTime = 'authTime' in source ? source.authTime : '';
  const hash = createHash('sha256').update(`${source.sessionUid}:${authTime}`);
  return { sid: hash.digest('base64url') };
}
