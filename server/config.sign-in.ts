import { StartError } from './start-error.ts';

/** The mount path of the embedded identity provider. */
export const MOUNT_PATH = '/idp';

type Given = Readonly<{
  AUTH_DOMAIN?: string;
  AUTH_CLIENT_ID?: string;
  AUTH_AUDIENCE?: string;
  MAX_TOKEN_HOURS?: number;
  SIGN_IN?: 'demo' | 'password';
  ALLOW_DEMO_SIGN_IN_ON_EVERY_ADDRESS?: boolean;
}>;
type Auth = Readonly<{
  kind: 'embedded' | 'hosted';
  domain: string;
  issuer: string;
  clientId: string;
  audience: string;
  /** The longest validity of an access token. */
  maxTokenHours: number;
}>;

const MAX_TOKEN_HOURS = 24;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Who signs people in, and how. Refuses addresses at which that would be unsafe. */
export function readSignIn(given: Given, { host, publicUrl }: Readonly<{ host: string; publicUrl: string }>) {
  const auth = { ...readAuth(given, publicUrl), maxTokenHours: given.MAX_TOKEN_HOURS ?? MAX_TOKEN_HOURS };
  refuseUnsafeTokens(auth);
  const signIn = readMode(given, auth);
  if (signIn === 'demo' && !given.ALLOW_DEMO_SIGN_IN_ON_EVERY_ADDRESS) refuseOpenDemo(host, publicUrl);
  if (signIn === 'password') requireSafeAddress(publicUrl);
  return { auth, signIn };
}

function readAuth(given: Given, publicUrl: string): Omit<Auth, 'maxTokenHours'> {
  if (given.AUTH_DOMAIN === undefined) {
    const clientId = given.AUTH_CLIENT_ID ?? 'lineslip-web';
    const audience = given.AUTH_AUDIENCE ?? 'https://api.nonprod.lineslip.example';
    return {
      kind: 'embedded',
      domain: `${publicUrl}${MOUNT_PATH}`,
      issuer: `${publicUrl}${MOUNT_PATH}/`,
      clientId,
      audience,
    };
  }
  if (given.AUTH_CLIENT_ID === undefined || given.AUTH_AUDIENCE === undefined)
    throw new StartError(
      'AUTH_DOMAIN names a hosted tenant, so AUTH_CLIENT_ID and AUTH_AUDIENCE must be set too: ' +
        'the client id of this application in the tenant, and the audience of its API.',
    );
  const domain = given.AUTH_DOMAIN;
  const issuer = `${/^https?:\/\//.test(domain) ? domain : `https://${domain}`}/`;
  return { kind: 'hosted', domain, issuer, clientId: given.AUTH_CLIENT_ID, audience: given.AUTH_AUDIENCE };
}

/** Identity tokens would open the API, or keys could be exchanged on the way. */
function refuseUnsafeTokens({ kind, audience, clientId, issuer }: Auth): void {
  if (audience === clientId)
    throw new StartError(
      `AUTH_AUDIENCE and AUTH_CLIENT_ID are both "${clientId}", so that identity tokens would open the API. ` +
        'Set AUTH_AUDIENCE to the identifier of the API in the tenant.',
    );
  const { protocol, hostname } = new URL(issuer);
  if (kind === 'hosted' && protocol !== 'https:' && !LOOPBACK.test(hostname))
    throw new StartError(
      `AUTH_DOMAIN is ${issuer.slice(0, -1)}, but keys that are fetched by plain http can be exchanged on the way. ` +
        'Set it to an address that begins with https://.',
    );
}

function readMode({ SIGN_IN }: Given, { kind }: Pick<Auth, 'kind'>): 'demo' | 'password' | 'tenant' {
  if (kind === 'embedded') return SIGN_IN ?? 'demo';
  if (SIGN_IN !== undefined)
    throw new StartError(
      'AUTH_DOMAIN names a hosted tenant, which signs people in its own way. Leave SIGN_IN out, or AUTH_DOMAIN.',
    );
  return 'tenant';
}

/** With the demo sign-in anyone who reaches the page can be anyone. */
function refuseOpenDemo(host: string, publicUrl: string): void {
  const open = [
    !LOOPBACK.test(host) && `HOST is ${host}`,
    !LOOPBACK.test(new URL(publicUrl).hostname) && `PUBLIC_URL is ${publicUrl}`,
  ].filter(Boolean);
  if (open.length === 0) return;
  throw new StartError(
    `${open.join(' and ')}, and the demo sign-in lets anyone who reaches that address be anyone. ` +
      'Set SIGN_IN=password, or AUTH_DOMAIN to sign in with a hosted tenant, or leave HOST and PUBLIC_URL on localhost, ' +
      'or allow it explicitly: ALLOW_DEMO_SIGN_IN_ON_EVERY_ADDRESS=yes.',
  );
}

/** Without https passwords could be intercepted, and browsers disable the APIs that the sign-in needs. */
function requireSafeAddress(publicUrl: string): void {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return;
  throw new StartError(
    `PUBLIC_URL is ${publicUrl}, but signing in with a password needs an address that begins with https://. ` +
      'Put a proxy with a certificate in front, and set PUBLIC_URL to its address.',
  );
}
