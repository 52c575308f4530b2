import {
  type Account,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  type ResourceServer,
} from 'oidc-provider';
import type { Db } from '#server/db/connect.ts';
import { MOUNT_PATH } from '#server/config.ts';
import { createAdapter } from './adapter.ts';
import type { Directory } from './directory.ts';
import type { IdentityKeys } from './keys.ts';
import type { PasswordSignIn } from './password.sign-in.ts';
import { ACCESS_TOKEN_SECONDS } from './token-check.ts';
import { createHash } from 'node:crypto';

export type ProviderOptions = Readonly<{
  /** The public address, without a trailing slash. */
  publicUrl: string;
  /** That a draft needs. */
  approvals: number;
  clientId: string;
  audience: string;
  /** Origins that may sign in, the server's own first. */
  clientOrigins: readonly string[];
  directory: Directory;
  /** Password sign-in; without it people choose who they are. */
  passwords?: PasswordSignIn | undefined;
  /** Why the demo sign-in is closed. */
  refuseDemo?: () => Promise<string | undefined>;
  db: Db;
  /** Set on every response. `formTargets`: the origins a submitted form may be redirected to. */
  securityHeaders: (options: { formTargets: readonly string[] }) => Readonly<Record<string, string>>;
  accessTokenSeconds?: number;
  /** For stored records; tests set it instead of waiting. */
  now?: () => Date;
}>;

export const CALLBACK_PATH = '/auth/callback';
/** The scope of access tokens. `offline_access` may be requested as well; every sign-in gets a refresh token anyway. */
export const API_SCOPE = 'openid profile email';

const DAY = 86_400;
const SECONDS = {
  code: 60,
  interaction: 1_800,
  session: DAY,
  idleRefreshToken: DAY,
  grant: 14 * DAY,
  idToken: 3_600,
};

/** The audience may be any text, but a resource indicator must be a URI: the provider uses this one internally. */
const API_RESOURCE = 'urn:lineslip:api';

export function providerSettings(options: ProviderOptions, keys: IdentityKeys): Configuration {
  const { directory, clientOrigins } = options;
  const { findAccount, permissionsOf } = createAccounts(directory);
  return {
    adapter: createAdapter(options.db, options.now),
    clients: [
      {
        client_id: options.clientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: clientOrigins.map((origin) => `${origin}${CALLBACK_PATH}`),
        require_auth_time: true,
      },
    ],
    jwks: { keys: keys.signing },
    cookies: cookieSettings(options.publicUrl, keys),
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      userinfo: '/userinfo',
      jwks: '/.well-known/jwks.json',
      end_session: '/oidc/logout',
    },
    responseTypes: ['code'],
    scopes: [...API_SCOPE.split(' '), 'offline_access'],
    claims: {
      openid: ['sub', 'sid'],
      profile: ['name', 'given_name', 'family_name'],
      email: ['email'],
    },
    conformIdTokenClaims: false,
    extraParams: ['audience'],
    clientBasedCORS: (_ctx, origin) => clientOrigins.includes(origin),
    findAccount,
    extraTokenClaims: async (_ctx, token) =>
      'accountId' in token ? { permissions: await permissionsOf(token.accountId) } : undefined,
    interactions: {
      policy: signInPolicy(),
      url: (_ctx, { uid }) => `${MOUNT_PATH}/interaction/${uid}`,
    },
    loadExistingGrant,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    ttl: {
      AccessToken: options.accessTokenSeconds ?? ACCESS_TOKEN_SECONDS,
      AuthorizationCode: SECONDS.code,
      Grant: SECONDS.grant,
      IdToken: SECONDS.idToken,
      Interaction: SECONDS.interaction,
      RefreshToken: SECONDS.idleRefreshToken,
      Session: SECONDS.session,
    },
    features: {
      devInteractions: { enabled: false },
      /** Sign-out is `/v2/logout`, see logout.ts. The standard page asks first and leaves refresh tokens valid. */
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx) => requestedResource(ctx, options.audience),
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => resourceServer(resource, options),
      },
      webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
    },
  };
}

/** Cookies of localhost are shared across its ports, so the port is part of their names. */
function cookieSettings(publicUrl: string, keys: IdentityKeys): NonNullable<Configuration['cookies']> {
  const { protocol, port } = new URL(publicUrl);
  const suffix = port || (protocol === 'https:' ? '443' : '80');
  const shared = {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    secure: protocol === 'https:',
  } as const;
  return {
    keys: [...keys.cookie],
    names: {
      session: `lineslip_idp_session_${suffix}`,
      interaction: `lineslip_idp_interaction_${suffix}`,
      resume: `lineslip_idp_resume_${suffix}`,
    },
    long: { ...shared, path: MOUNT_PATH },
    short: shared,
  };
}

/** No consent prompt: the only client is our own. A session whose person is gone has to sign in again. */
function signInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'person_gone',
        'The person of this session is no longer in the directory.',
        'login_required',
        ({ oidc }) => Boolean(oidc.session?.accountId) && !oidc.account,
      ),
    );
  return policy;
}

/** One grant per session, for all scopes. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const clientId = oidc.client?.clientId;
  const accountId = oidc.account?.accountId;
  if (!clientId || !accountId) return undefined;
  const grantId = oidc.session?.grantIdFor(clientId);
  const existing = grantId ? await oidc.provider.Grant.find(grantId) : undefined;
  if (existing?.accountId === accountId && existing.clientId === clientId) return existing;
  const grant = new oidc.provider.Grant({ clientId, accountId });
  grant.addOIDCScope(API_SCOPE);
  grant.addResourceScope(API_RESOURCE, API_SCOPE);
  await grant.save();
  return grant;
}

function requestedResource({ oidc }: KoaContextWithOIDC, audience: string): string | undefined {
  const requested = oidc.params?.['audience'];
  if (requested === undefined) return undefined;
  if (requested !== audience) throw new errors.AccessDenied('This audience is not known here.');
  return API_RESOURCE;
}

function resourceServer(resource: string, options: ProviderOptions): ResourceServer {
  if (resource !== API_RESOURCE) throw new errors.InvalidTarget('This resource is not known here.');
  return {
    scope: API_SCOPE,
    audience: options.audience,
    accessTokenFormat: 'jwt',
    accessTokenTTL: options.accessTokenSeconds ?? ACCESS_TOKEN_SECONDS,
    jwt: { sign: { alg: 'RS256' } },
  };
}

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

  /** Read for every access token, so that a changed permission arrives with the next refresh. */
  const permissionsOf = async (id: string): Promise<string[]> => [...((await directory.find(id))?.permissions ?? [])];

  return { findAccount, permissionsOf };
}

/** Identifies a sign-in: stays the same over refreshes, changes with the session or its sign-in time. */
function signInOf(source: TokenSource): { sid?: string } {
  if (!source || !('sessionUid' in source) || !source.sessionUid) return {};
  const authTime = 'authTime' in source ? source.authTime : '';
  const hash = createHash('sha256').update(`${source.sessionUid}:${authTime}`);
  return { sid: hash.digest('base64url') };
}
