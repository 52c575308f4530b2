import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { collectTrouble } from '#server/testing/hostile-requests.ts';
import { hostileText } from '#server/testing/hostile-values.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { type Random, randomOf } from '#server/testing/random.ts';

const REQUESTS = isLong ? 10_000 : 100;
/** Rerun a failure with its seed. */
const SEED = Math.floor(Math.random() * 2 ** 32);
const FORM = 'application/x-www-form-urlencoded';
const TYPES = [FORM, FORM, FORM, 'application/json', 'text/plain', 'multipart/form-data', `${FORM}; charset=nonsense`];

const PATHS = [
  '/idp',
  '/idp/',
  '/idp//',
  '/idp/authorize',
  '/idp/authorize/:x',
  '/idp/interaction/:x',
  '/idp/invitation/:x',
  '/idp/oauth/token',
  '/idp/oauth/revoke',
  '/idp/userinfo',
  '/idp/.well-known/jwks.json',
  '/idp/.well-known/openid-configuration',
  '/idp/v2/logout',
  '/idp/oidc/logout',
  '/idp/assets/:x',
  '/idp/:x',
];
/** The fields of a sign-in, each of which may be anything. */
const FIELDS: Record<string, string> = {
  client_id: 'lineslip-web',
  redirect_uri: 'http://localhost:3000/auth/callback',
  response_type: 'code',
  response_mode: 'query',
  scope: 'openid profile email offline_access',
  audience: 'https://api.nonprod.lineslip.example',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 's',
  nonce: 'n',
  prompt: 'none',
  max_age: '0',
  id_token_hint: 'x.y.z',
  claims: '{}',
  resource: 'urn:lineslip:api',
  grant_type: 'authorization_code',
  code: 'c',
  code_verifier: 'v'.repeat(43),
  refresh_token: 'r',
  token: 't',
  account: 'demo|viewer',
  email: 'viewer@demo.lineslip.example',
  password: 'p',
  new_password: 'a long new password',
  repeated: 'a long new password',
  returnTo: 'http://localhost:3000',
};

const encode = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 3000);

function fieldsOf(random: Random): string {
  return Object.entries(FIELDS)
    .filter(() => random.chance(0.6))
    .flatMap(([name, value]) => {
      const one = `${name}=${encode(random.chance(0.2) ? hostileText(random) : value)}`;
      return random.chance(0.05) ? [one, one] : [one];
    })
    .join('&');
}

describe.each(['demo', 'password'])('the embedded provider with the sign-in by %s', (signIn) => {
  const { log, loud } = collectTrouble();
  const server = useTestApp({ environment: { LOG_LEVEL: 'warn', SIGN_IN: signIn }, log });

  test('answers no hostile request with a server error, and logs none', { timeout: 1_200_000 }, async () => {
    console.info(`Hostile requests to the provider with seed ${SEED}`);
    const random = randomOf(SEED);
    const failures: string[] = [];
    for (let count = 0; count < REQUESTS && failures.length < 10; count += 1) {
      const path = random.pick(PATHS).replace(':x', () => encode(random.pick([hostileText(random), 'x', '%', 'a/b'])));
      const method = random.pick(['GET', 'GET', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'] as const);
      const isForm = method === 'POST' && random.chance(0.8);
      const fields = fieldsOf(random);
      const answer = await server.app.inject({
        method,
        url: isForm ? path : `${path}?${fields}`,
        headers: {
          origin: random.pick(['http://localhost:3000', 'https://elsewhere.example', 'null']),
          ...(random.chance(0.2) && { cookie: `lineslip_idp_session_3000=${encode(hostileText(random))}` }),
          ...(random.chance(0.2) && { authorization: `${random.pick(['Basic', 'Bearer'])} eDp5` }),
          ...(isForm && { 'content-type': random.pick(TYPES) }),
        },
        ...(isForm && { payload: fields }),
      });
      if (answer.statusCode >= 500) failures.push(`seed ${SEED}: ${answer.statusCode} for ${method} ${path} ${fields}`);
    }
    expect(failures).toEqual([]);
    expect(loud).toEqual([]);
  });

  test.each([
    '/idp/authorize/x',
    '/idp/authorize/x?client_id=lineslip-web',
    '/idp/authorize/%00',
    '/idp/authorize/%20',
    '/idp/authorize/x/y',
    '/idp/authorize/%E0%A4%A',
  ])('%s, which goes on with no sign-in, is the caller’s mistake', async (url) => {
    for (const cookie of ['', 'lineslip_idp_resume_3000=x; lineslip_idp_interaction_3000=x']) {
      const answer = await server.app.inject({ url, headers: cookie ? { cookie } : {} });
      expect([400, 404]).toContain(answer.statusCode);
    }
  });
});
