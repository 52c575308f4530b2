import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (environment: Record<string, string>) => readConfig(environment, '/srv/lineslip');

test('by default everything is embedded, on localhost:3000', () => {
  expect(read({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    dataDir: '/srv/lineslip/.data',
    databaseUrl: undefined,
    auth: { kind: 'embedded', domain: 'http://localhost:3000/idp', issuer: 'http://localhost:3000/idp/' },
  });
});

test('no proxy is trusted by default, and callers are limited', () => {
  const limits = { maxConnections: 2000, maxConnectionsPerAddress: 500, maxRequests: 40, bodyTimeoutSeconds: 30 };
  expect(read({}).http).toEqual({ trustedProxies: [], ...limits });
  expect(read({ TRUSTED_PROXIES: '10.0.0.1, fd00::/8' }).http.trustedProxies).toEqual(['10.0.0.1', 'fd00::/8']);
});

test('the public address follows the port, unless it is set', () => {
  expect(read({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
  expect(read({ PORT: '4000', PUBLIC_URL: 'http://localhost:5173/' }).publicUrl).toBe('http://localhost:5173');
});

test.each([
  ['PORT', 'three', 'PORT is "three", but must be a port number from 1 to 65535, like 3000.'],
  ['PORT', '70000', 'PORT is "70000", but must be a port number'],
  ['PUBLIC_URL', 'lineslip', 'PUBLIC_URL is "lineslip", but must be the address people open'],
  ['DATABASE_URL', 'mysql://user:secret@host', 'DATABASE_URL is "…", but must be a PostgreSQL address like'],
  ['PORTFOLIO_URL', 'http://user:secret@host', 'PORTFOLIO_URL is "…", but must be the address of a ClickHouse, like'],
  ['AUTH_DOMAIN', 'https://tenant/', 'AUTH_DOMAIN is "https://tenant/", but must be the domain'],
  ['TRUSTED_PROXIES', '10.0.0.1, proxy.example', 'TRUSTED_PROXIES is "10.0.0.1, proxy.example", but must be addresses'],
  ['MAX_CONNECTIONS', '0', 'MAX_CONNECTIONS is "0", but must be a number of connections'],
  ['APPROVALS_REQUIRED', '1', 'APPROVALS_REQUIRED is "1", but must be a number of approvals from 2 to 5'],
  ['APPROVALS_REQUIRED', '6', 'APPROVALS_REQUIRED is "6", but must be a number of approvals from 2 to 5'],
  ['BODY_TIMEOUT_SECONDS', 'soon', 'BODY_TIMEOUT_SECONDS is "soon", but must be a number of seconds'],
  ['KEEP_SIGN_INS_DAYS', '0', 'KEEP_SIGN_INS_DAYS is "0", but must be a number of days from 1 to 36500, like 400.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud", but must be one of trace'],
])('a wrong %s is named, with what is right', (name, value, sentence) => {
  expect(() => read({ [name]: value })).toThrow(sentence);
});

test('[C4] all errors are reported at once, and a password is never repeated', () => {
  const wrong = () =>
    read({ PORT: 'x', DATABASE_URL: 'mysql://user:secret@host', PORTFOLIO_URL: 'clickhouse://user:secret@host?a=b' });
  expect(wrong).toThrow(/PORT is .*\nDATABASE_URL is .*\nPORTFOLIO_URL is/);
  expect(wrong).not.toThrow(/secret/);
});

test.each([[{ HOST: '0.0.0.0' }], [{ HOST: '10.1.2.3' }], [{ PUBLIC_URL: 'https://lineslip.example' }]])(
  'demo sign-in beyond loopback is refused unless it is allowed explicitly: %j',
  (open) => {
    expect(() => read(open)).toThrow('ALLOW_DEMO_SIGN_IN_ON_EVERY_ADDRESS=yes');
    expect(read({ ...open, ALLOW_DEMO_SIGN_IN_ON_EVERY_ADDRESS: 'yes' }).auth.kind).toBe('embedded');
  },
);

test('[C8] tokens that would open more than they should are refused at the start', () => {
  const tenant = { AUTH_DOMAIN: 'tenant.example', AUTH_CLIENT_ID: 'c', AUTH_AUDIENCE: 'a' };
  for (const settings of [
    { ...tenant, AUTH_AUDIENCE: 'c' },
    { AUTH_CLIENT_ID: 'a', AUTH_AUDIENCE: 'a' },
  ])
    expect(() => read(settings)).toThrow('so that identity tokens would open the API');
  expect(() => read({ ...tenant, AUTH_DOMAIN: 'http://tenant.example' })).toThrow('begins with https://');
  for (const domain of ['http://localhost:3000/idp', 'http://127.0.0.1:3000/idp', 'https://tenant.example'])
    expect(read({ ...tenant, AUTH_DOMAIN: domain }).auth.domain).toBe(domain);
  expect(read({ ...tenant, MAX_TOKEN_HOURS: '8' }).auth.maxTokenHours).toBe(8);
});

test('[C6] a hosted tenant needs its client and audience, and may listen anywhere', () => {
  const tenant = { AUTH_DOMAIN: 'tenant.example', HOST: '0.0.0.0' };
  expect(() => read(tenant)).toThrow('AUTH_CLIENT_ID and AUTH_AUDIENCE must be set too');
  expect(read({ ...tenant, AUTH_CLIENT_ID: 'c', AUTH_AUDIENCE: 'a' }).auth).toEqual({
    kind: 'hosted',
    domain: 'tenant.example',
    issuer: 'https://tenant.example/',
    clientId: 'c',
    audience: 'a',
    maxTokenHours: 24,
  });
});

test('[C20] the application’s login needs the owner’s, and is never repeated', () => {
  const [owner, app] = ['postgres://owner:secret@host/lineslip', 'postgres://lineslip_app:hidden@host/lineslip'];
  expect(read({ DATABASE_URL: owner, DATABASE_APP_URL: app }).databaseAppUrl).toBe(app);
  expect(() => read({ DATABASE_APP_URL: app })).toThrow('DATABASE_URL must be too');
  expect(() => read({ DATABASE_APP_URL: 'mysql://x:hidden@host' })).toThrow('DATABASE_APP_URL is "…", but must be');
});

test('open requests have ten seconds to finish when the server stops, by default', () => {
  expect([read({}).stopGraceSeconds, read({ STOP_GRACE_SECONDS: '0' }).stopGraceSeconds]).toEqual([10, 0]);
  expect(() => read({ STOP_GRACE_SECONDS: '-1' })).toThrow('how many seconds open requests may take');
});

test('[C7] a webhook needs its secret, and neither is ever repeated', () => {
  const url = 'https://bridge.example/in/token-in-the-path';
  expect(read({}).webhook).toBeUndefined();
  expect(() => read({ WEBHOOK_URL: url })).toThrow('WEBHOOK_SECRET must be too');
  expect(() => read({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'too-short' })).toThrow('WEBHOOK_SECRET is "…"');
  expect(() => read({ WEBHOOK_URL: 'ftp://token' })).toThrow('WEBHOOK_URL is "…"');
  const secret = 'sixteen letters!';
  expect(read({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret }).webhook).toEqual({ url, secret, format: 'standard' });
  expect(() => read({ WEBHOOK_FORMAT: 'pigeon' })).toThrow(
    'WEBHOOK_FORMAT is "pigeon", but must be standard, teams or slack',
  );
});

test.each(['https://bridge:letmein@bridge.example/in', 'https://letmein@bridge.example/in'])(
  '[C40] a webhook address with a user name or a password is refused, and not repeated: %s',
  (url) => {
    const start = () => read({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'sixteen letters!' });
    expect(start).toThrow(/^WEBHOOK_URL is "…", but must be .* without a user name or a password in it/);
    expect(start).not.toThrow(/letmein/);
  },
);

test('[C41] the audit key is 32 bytes in base64, and is never repeated', () => {
  const key = Buffer.alloc(32, 'k').toString('base64');
  expect(read({}).auditKey).toBeUndefined();
  expect(read({ AUDIT_KEY: key }).auditKey).toBe(key);
  for (const wrong of ['letmein', key.slice(4), `${key}AAAA`]) {
    const start = () => read({ AUDIT_KEY: wrong });
    expect(start).toThrow(/^AUDIT_KEY is "…", but must be the base64 of the 32 secret bytes/);
    expect(start).not.toThrow(wrong);
  }
});

test('mail needs a sender, and the address of the mail server is never repeated', () => {
  const url = 'smtps://lineslip:secret@mail.example:465';
  expect(read({}).mail).toBeUndefined();
  expect(() => read({ SMTP_URL: url })).toThrow('SMTP_URL is set, so MAIL_FROM must be too');
  expect(() => read({ SMTP_URL: 'mail:secret' })).toThrow('SMTP_URL is "…", but must be the address of a mail server');
  expect(() => read({ SMTP_URL: url, MAIL_FROM: 'lineslip' })).toThrow('MAIL_FROM is "lineslip"');
  const from = 'lineslip@example.com';
  expect(read({ SMTP_URL: url, MAIL_FROM: from }).mail).toEqual({ url, from });
});

test('password sign-in is configured explicitly, and may listen anywhere', () => {
  expect(read({}).signIn).toBe('demo');
  expect(read({ SIGN_IN: 'demo' }).signIn).toBe('demo');
  const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://lineslip.example' };
  expect(read({ SIGN_IN: 'password', ...open })).toMatchObject({ signIn: 'password', auth: { kind: 'embedded' } });
  expect(read({ SIGN_IN: 'password' }).publicUrl).toBe('http://localhost:3000');
  expect(() => read({ SIGN_IN: 'magic' })).toThrow('SIGN_IN is "magic", but must be demo');
});

test('[C9] password sign-in is refused where passwords could be intercepted', () => {
  const open = { SIGN_IN: 'password', PUBLIC_URL: 'http://lineslip.example' };
  expect(() => read(open)).toThrow('needs an address that begins with https://');
  expect(() => read({ ...open, ALLOW_DEMO_SIGN_IN_ON_EVERY_ADDRESS: 'yes' })).toThrow('https://');
});

test('a hosted tenant has its own sign-in', () => {
  const tenant = { AUTH_DOMAIN: 'tenant.example', AUTH_CLIENT_ID: 'c', AUTH_AUDIENCE: 'a' };
  expect(read(tenant).signIn).toBe('tenant');
  expect(() => read({ ...tenant, SIGN_IN: 'password' })).toThrow('Leave SIGN_IN out, or AUTH_DOMAIN.');
});
