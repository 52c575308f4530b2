import type { Config } from '#server/config.ts';
import { type IdentityUnavailable, InvalidToken, type InvalidTokenReason } from '#server/http/token.ts';

type Settings = Pick<Config['auth'], 'issuer' | 'clientId' | 'audience'> & Readonly<{ maxTokenHours: number }>;
type Trouble = InvalidTokenReason | 'keys' | 'permissions';
const EVERY_MS = 60_000;

/** What is wrong, and what to set. */
const TEXTS = {
  malformed: () =>
    'It is no signed token. A tenant sends such tokens if AUTH_AUDIENCE is not the identifier of one of its APIs.',
  signature: ({ issuer }) =>
    `No key of ${issuer} signed it with RS256. Check AUTH_DOMAIN, and that the tenant signs with RS256.`,
  expired: () => 'It has expired. If this goes on, set the clocks of this machine and of the provider by NTP.',
  issuer: ({ issuer }) => `It was not issued by ${issuer}. Set AUTH_DOMAIN to the domain that issues tokens.`,
  audience: ({ audience, clientId }) =>
    `An access token must be for ${audience} (AUTH_AUDIENCE), an identity token for ${clientId} (AUTH_CLIENT_ID).`,
  claims: () =>
    'It names no person, or is not valid yet. Check what the tenant writes into its tokens, and the clocks.',
  kind: () => 'It is an identity token. Programs must send the access token.',
  client: ({ clientId }) =>
    `It was issued to another client than ${clientId}. Set AUTH_CLIENT_ID to the client that people sign in with.`,
  lifetime: ({ maxTokenHours }) =>
    `It is valid for more than ${maxTokenHours} hours. Shorten the lifetime in the tenant, or raise MAX_TOKEN_HOURS.`,
  keys: ({ issuer }) =>
    `The keys of ${issuer} could not be fetched. Check AUTH_DOMAIN, and that this machine may reach it.`,
  permissions: () =>
    'The permissions of a token are one text, and count as none. Let the tenant add them to the access token as a list.',
} as const satisfies Record<Trouble, (settings: Settings) => string>;

type LogOptions = Readonly<{
  settings: Settings;
  warn: (details: Readonly<{ reason: Trouble; err?: unknown }>, text: string) => void;
  now: () => Date;
}>;

export type TokenLog = ReturnType<typeof createTokenLog>;

/** Logs tokens that are refused, without anything of them: one line a minute for each reason. */
export function createTokenLog({ settings, warn, now }: LogOptions) {
  const loggedAt = new Map<Trouble, number>();
  const write = (reason: Trouble, err?: unknown): void => {
    const at = now().getTime();
    if (Math.abs(at - (loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY)) < EVERY_MS) return;
    loggedAt.set(reason, at);
    const start = reason === 'keys' || reason === 'permissions' ? '' : 'A token was refused. ';
    warn({ reason, ...(err !== undefined && { err }) }, start + TEXTS[reason](settings));
  };
  return {
    report: (error: InvalidToken | IdentityUnavailable): void =>
      error instanceof InvalidToken ? write(error.reason) : write('keys', error.cause),
    noteTextPermissions: (): void => write('permissions'),
  };
}
