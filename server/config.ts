import { resolve } from 'node:path';
import { z } from 'zod';
import { WEBHOOK_FORMATS } from '#domain/event/card.ts';
import { REQUIRED_APPROVALS } from '#domain/review/round.ts';
import { readSignIn } from './config.sign-in.ts';
import { isProxyName } from './http/client-address.ts';
import { readEngineAddress } from './impact/clickhouse/address.ts';
import { StartError } from './start-error.ts';

/** The environment is read once, here and nowhere else. Each entry: the schema of a variable, and its description. */
const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin);
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));
/** Addresses are repeated in errors, so they must not contain credentials. */
const hasNoCredentials = (address: string): boolean => {
  const { username, password } = new URL(address);
  return username === '' && password === '';
};
const yes = z.literal('yes').transform(() => true);
const days = [z.coerce.number().int().min(1).max(36_500), 'a number of days from 1 to 36500, like 400'] as const;

const VARIABLES = {
  PORT: [z.coerce.number().int().min(1).max(65535), 'a port number from 1 to 65535, like 3000'],
  HOST: [z.string().min(1), 'an address to listen on, like localhost or 0.0.0.0'],
  PUBLIC_URL: [origin, 'the address people open, without a path, like https://lineslip.example'],
  DATA_DIR: [z.string().min(1), 'a folder this account may write to'],
  DATABASE_URL: [
    z.url({ protocol: /^postgres(ql)?$/ }),
    'a PostgreSQL address like postgres://user:password@host:5432/lineslip',
  ],
  DATABASE_APP_URL: [
    z.url({ protocol: /^postgres(ql)?$/ }),
    'the address of DATABASE_URL with the login of the application, like postgres://lineslip_app:password@host:5432/lineslip',
  ],
  METRICS_PORT: [z.coerce.number().int().min(1).max(65535), 'a port number from 1 to 65535, like 9464'],
  METRICS_HOST: [z.string().min(1), 'an address to listen on, like localhost or 10.0.0.7'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    z.url({ protocol: /^https?$/ }),
    'the address of an OpenTelemetry collector that takes OTLP over HTTP, like http://localhost:4318',
  ],
  STOP_GRACE_SECONDS: [
    z.coerce.number().int().min(0).max(600),
    'how many seconds open requests may take to finish when the server stops, from 0 to 600',
  ],
  AUTH_DOMAIN: [
    z.string().regex(/^(https?:\/\/)?[^\s/]+(\/[^\s]*[^\s/])?$/),
    'the domain of the hosted tenant, like your-tenant.eu.auth0.com, without a slash at the end',
  ],
  AUTH_CLIENT_ID: [z.string().min(1), 'the client id of this application in the tenant'],
  AUTH_AUDIENCE: [z.string().min(1), 'the audience of the API in the tenant'],
  MAX_TOKEN_HOURS: [z.coerce.number().int().min(1).max(720), 'a number of hours from 1 to 720, like 24'],
  IDP_CLIENT_ORIGINS: [
    list.pipe(z.array(origin)),
    'addresses of other Lineslip servers that sign in here, separated by commas',
  ],
  SIGN_IN: [z.enum(['demo', 'password']), 'demo, where people are chosen from a list, or password'],
  ALLOW_DEMO_SIGN_IN_ON_EVERY_ADDRESS: [yes, 'the word yes, or not set at all'],
  ASK_FOR_ACCESS: [z.string().min(1).max(300), 'whom to ask for permissions, in at most 300 characters'],
  FLAGS_URL: [z.url({ protocol: /^https?$/ }), 'the base address of an OFREP service'],
  FLAGS_KEY: [z.string().min(1), 'the client key of that OFREP service'],
  FLAGS_LOCAL_OVERRIDE: [yes, 'the word yes, or not set at all'],
  ANALYTICS_URL: [z.url({ protocol: /^https?$/ }), 'the address of a Mixpanel API, like https://api-eu.mixpanel.com'],
  ANALYTICS_TOKEN: [z.string().min(1), 'the token of the Mixpanel project'],
  WEBHOOK_URL: [
    z.url({ protocol: /^https?$/ }).refine(hasNoCredentials),
    'the address that receives review events, like https://bridge.example/in, without a user name or a password in it: ' +
      'receivers identify us by the signature',
  ],
  WEBHOOK_SECRET: [z.string().min(16), 'a secret of at least 16 characters that signs the messages to WEBHOOK_URL'],
  WEBHOOK_FORMAT: [z.enum(WEBHOOK_FORMATS), 'standard, teams or slack'],
  AUDIT_KEY: [
    z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
    'the base64 of the 32 secret bytes that sign checkpoints of the audit, made with openssl rand -base64 32',
  ],
  FEED_KEY: [
    z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
    'the base64 of the 32 secret bytes that sign releases of the feed, made with openssl rand -base64 32',
  ],
  FEED_ALARM_SECONDS: [
    z.coerce.number().int().min(60).max(604_800),
    'a number of seconds from 60 to 604800, like 3600',
  ],
  TRUSTED_PROXIES: [
    list.pipe(z.array(z.string().refine(isProxyName))),
    'addresses or networks of your own proxies, separated by commas, like 10.0.0.7 or 10.0.0.0/24',
  ],
  MAX_CONNECTIONS: [z.coerce.number().int().min(1).max(1_000_000), 'a number of connections, like 2000'],
  MAX_CONNECTIONS_PER_ADDRESS: [z.coerce.number().int().min(1).max(1_000_000), 'a number of connections, like 500'],
  MAX_REQUESTS: [z.coerce.number().int().min(4).max(10_000), 'a number of requests from 4 to 10000, like 40'],
  BODY_TIMEOUT_SECONDS: [z.coerce.number().int().min(1).max(3600), 'a number of seconds from 1 to 3600, like 30'],
  SMTP_URL: [
    z.url({ protocol: /^smtps?$/ }),
    'the address of a mail server, like smtps://user:password@mail.example:465',
  ],
  MAIL_FROM: [z.email(), 'the e-mail address that links are sent from, like lineslip@example.com'],
  PORTFOLIO_MAX_MB: [z.coerce.number().int().min(1).max(1_000_000), 'a number of megabytes, like 4000'],
  PORTFOLIO_URL: [
    z
      .string()
      .refine((text) => readEngineAddress(text) !== undefined)
      .transform((text) => readEngineAddress(text)),
    'the address of a ClickHouse, like clickhouse://user:password@host:8123/database, with ?secure=yes where it takes ' +
      'https, and seconds=10 (1 to 25) for how long it may take',
  ],
  APPROVALS_REQUIRED: [
    z.coerce.number().int().min(REQUIRED_APPROVALS.min).max(REQUIRED_APPROVALS.max),
    `a number of approvals from ${REQUIRED_APPROVALS.min} to ${REQUIRED_APPROVALS.max}, like ${REQUIRED_APPROVALS.default}`,
  ],
  SINGLE_RISKS_NEED: [
    z.enum(['bucket:view', 'admin:view']),
    'the permission that shows single risks of a portfolio: bucket:view or admin:view',
  ],
  KEEP_ANALYTICS_DAYS: days,
  KEEP_NOTIFICATIONS_DAYS: days,
  KEEP_WEBHOOKS_DAYS: days,
  KEEP_SIGN_INS_DAYS: days,
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'one of trace, debug, info, warn, error, silent',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Name = keyof typeof VARIABLES;
type Environment = { [N in Name]?: z.output<(typeof VARIABLES)[N][0]> };

export { MOUNT_PATH } from './config.sign-in.ts';
export const CONFIG_NAMES = Object.keys(VARIABLES) as readonly Name[];

export type Config = Readonly<ReturnType<typeof readConfig>>;
export function readConfig(environment: Readonly<Record<string, string | undefined>>, root: string) {
  const given = readAll(environment);
  const port = given.PORT ?? 3000;
  const host = given.HOST ?? 'localhost';
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${port}`;
  const { auth, signIn } = readSignIn(given, { host, publicUrl });
  return {
    mode: 'nonprod' as const,
    port,
    host,
    publicUrl,
    dataDir: resolve(root, given.DATA_DIR ?? '.data'),
    databaseUrl: given.DATABASE_URL,
    /** The same database with the application's own login. */
    databaseAppUrl: readDatabaseAppUrl(given),
    /** Where metrics and probes are served beside the application; undefined: nowhere. */
    metrics: readMetrics(given, port),
    /** The collector of traces; its client reads this and the other standard variables itself. Undefined: no traces. */
    traces: given.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** How long open requests may take to finish when the server stops. */
    stopGraceSeconds: given.STOP_GRACE_SECONDS ?? 10,
    /** `embedded`: this server is its own identity provider. `hosted`: a tenant is, and this server only checks its tokens. */
    auth,
    /** How people of the embedded provider sign in; `tenant` for a hosted one. */
    signIn,
    idpClientOrigins: given.IDP_CLIENT_ORIGINS ?? [],
    /** Shown to people without permissions; by default the people who may grant them are named. */
    askForAccess: given.ASK_FOR_ACCESS,
    flags: { url: given.FLAGS_URL, key: given.FLAGS_KEY, localOverride: given.FLAGS_LOCAL_OVERRIDE ?? false },
    analytics: { url: given.ANALYTICS_URL, token: given.ANALYTICS_TOKEN ?? 'lineslip-embedded' },
    /** Receives review events; undefined: no webhook. */
    webhook: readWebhook(given),
    /** The secret that signs audit checkpoints; by default in the data folder. */
    auditKey: given.AUDIT_KEY,
    /** The secret that signs releases of the feed; by default in the data folder. */
    feedKey: given.FEED_KEY,
    /** An engine that runs an older release for longer than this is reported. */
    feedAlarmSeconds: given.FEED_ALARM_SECONDS ?? 3600,
    /** Limits per caller, and the proxies trusted to report a caller's address. */
    http: {
      trustedProxies: given.TRUSTED_PROXIES ?? [],
      maxConnections: given.MAX_CONNECTIONS ?? 2000,
      maxConnectionsPerAddress: given.MAX_CONNECTIONS_PER_ADDRESS ?? 500,
      /** Requests in work at a time; ten times as many wait. */
      maxRequests: given.MAX_REQUESTS ?? 40,
      /** The timeout of a request body; routes of the contract may have a longer one. */
      bodyTimeoutSeconds: given.BODY_TIMEOUT_SECONDS ?? 30,
    },
    /** The mail server for links; without it they are shown to whoever creates them. */
    mail: readMail(given),
    portfolio: {
      /** The size limit of a portfolio file. */
      maxFileBytes: (given.PORTFOLIO_MAX_MB ?? 4000) * 1_000_000,
      /** The portfolio engine; by default portfolios are measured in memory. */
      engine: given.PORTFOLIO_URL,
    },
    /** Retention in days of temporary data. */
    retention: {
      analyticsDays: given.KEEP_ANALYTICS_DAYS ?? 400,
      notificationDays: given.KEEP_NOTIFICATIONS_DAYS ?? 180,
      webhookDays: given.KEEP_WEBHOOKS_DAYS ?? 30,
      signInDays: given.KEEP_SIGN_INS_DAYS ?? 400,
    },
    /** How many approvals make a draft live, and how many rejections send it back. Each round keeps its own. */
    requiredApprovals: given.APPROVALS_REQUIRED ?? REQUIRED_APPROVALS.default,
    /** The permission to see single risks of a portfolio. */
    singleRisks: { scope: given.SINGLE_RISKS_NEED === 'admin:view' ? 'admin' : 'bucket', action: 'view' } as const,
    logLevel: given.LOG_LEVEL ?? 'warn',
  };
}

/** Contain or are passwords: never shown or logged. */
const SECRETS: ReadonlySet<Name> = new Set([
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'AUDIT_KEY',
  'FEED_KEY',
  'SMTP_URL',
  'PORTFOLIO_URL',
]);

function readAll(environment: Readonly<Record<string, string | undefined>>): Environment {
  const wrong: string[] = [];
  const entries = CONFIG_NAMES.flatMap((name) => {
    const text = environment[name]?.trim();
    if (!text) return [];
    const [schema, description] = VARIABLES[name];
    const read = schema.safeParse(text);
    if (read.success) return [[name, read.data]];
    wrong.push(`${name} is "${SECRETS.has(name) ? '…' : text}", but must be ${description}.`);
    return [];
  });
  if (wrong.length > 0) throw new StartError(wrong.join('\n'));
  return Object.fromEntries(entries) as Environment;
}

function readDatabaseAppUrl({ DATABASE_URL, DATABASE_APP_URL }: Environment): string | undefined {
  if (DATABASE_APP_URL !== undefined && DATABASE_URL === undefined)
    throw new StartError(
      'DATABASE_APP_URL is set, so DATABASE_URL must be too: the same database, signed in as its owner.',
    );
  return DATABASE_APP_URL;
}

function readMetrics({ METRICS_PORT: port, METRICS_HOST: host = 'localhost' }: Environment, appPort: number) {
  if (port === undefined) return undefined;
  if (port === appPort)
    throw new StartError('METRICS_PORT is the port of the application. Choose another one, like 9464.');
  return { port, host };
}

function readWebhook({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret, WEBHOOK_FORMAT: format }: Environment) {
  if (url === undefined) return undefined;
  if (secret === undefined)
    throw new StartError('WEBHOOK_URL is set, so WEBHOOK_SECRET must be too: receivers verify the signature with it.');
  return { url, secret, format: format ?? 'standard' };
}

function readMail({ SMTP_URL: url, MAIL_FROM: from }: Environment) {
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new StartError('SMTP_URL is set, so MAIL_FROM must be too: the e-mail address that links are sent from.');
  return { url, from };
}
