import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { findAuditSigner } from '#server/audit/audit.key.ts';
import type { Config } from '#server/config.ts';
import { checkApplicationLogin, isSuperuser } from '#server/db/application-login.ts';
import { connect, type DatabaseConfig, type Db } from '#server/db/connect.ts';
import { checkDataFolder, nearestFolder } from '#server/db/data-folder.ts';
import { codeOf } from '#server/db/error-code.ts';
import { compareSchema } from '#server/db/migrate.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { feedSigners } from '#server/feed/feed.key.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { StartError } from '#server/start-error.ts';
import { countStrayEntries, type DoctorFacts, readDoctorFacts } from './operations.store.ts';

export type CheckName =
  | 'disk'
  | 'mail'
  | 'sign-in'
  | 'database'
  | 'schema'
  | 'rights'
  | 'clock'
  | 'keys'
  | 'contents'
  | 'webhook'
  | 'engines';
/** `note`: it works, but somebody should know. `fix`: the text says what to do. */
export type Finding = Readonly<{ check: CheckName; state: 'ok' | 'note' | 'fix'; text: string }>;
type Result = Omit<Finding, 'check'>;

const MIN_FREE_BYTES = 1_000_000_000;
const MAX_CLOCK_SECONDS = 5;
const MAX_WEBHOOK_SECONDS = 900;
const EXPIRING_DAYS = 30;
const WEBHOOK_TIMEOUT_MS = 5000;

const ok = (text: string): Result => ({ state: 'ok', text });
const note = (text: string): Result => ({ state: 'note', text });
const fix = (text: string): Result => ({ state: 'fix', text });

/** What one would look at before calling somebody. Changes nothing. */
export async function examine(config: Config): Promise<readonly Finding[]> {
  const before = await runChecks([
    ['disk', () => checkDisk(config)],
    ['mail', () => checkMail(config)],
    ['sign-in', () => checkTenant(config)],
  ]);
  if (config.databaseUrl === undefined && !existsSync(config.dataDir))
    return [...before, { check: 'database', ...note('There is none yet: npm start makes it.') }];
  return [...before, ...(await examineDatabase(config))];
}

async function examineDatabase(config: Config): Promise<readonly Finding[]> {
  let database: Awaited<ReturnType<typeof borrowDatabase>>;
  try {
    database = await borrowDatabase(config, () => undefined);
  } catch (error) {
    return [{ check: 'database', ...fix(describe(error)) }];
  }
  const db = connect(database.config);
  try {
    const [schema] = await runChecks([['schema', () => checkSchema(database.config)]]);
    if (schema?.state !== 'ok') return schema ? [schema] : [];
    const facts = await readDoctorFacts(db, { behindSeconds: config.feedAlarmSeconds, expiringDays: EXPIRING_DAYS });
    const others = await runChecks([
      ['database', async () => ok(`PostgreSQL ${facts.version}`)],
      ['rights', () => checkRights(database.config)],
      ['clock', async () => checkClock(facts)],
      ['keys', () => checkKeys(config, facts)],
      ['contents', () => checkContents(db)],
      ['webhook', () => checkWebhook(config, facts)],
      ['engines', async () => checkEngines(facts)],
    ]);
    return [schema, ...others];
  } catch (error) {
    return [{ check: 'database', ...fix(describe(error)) }];
  } finally {
    await db.destroy();
    await database.close();
  }
}

type Check = readonly [CheckName, () => Promise<Result>];

/** A check that fails is a finding. */
async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, run] of checks)
    findings.push({ check, ...(await run().catch((error: unknown) => fix(describe(error)))) });
  return findings;
}

const describe = (error: unknown): string =>
  error instanceof StartError ? error.message : `It could not be checked (${codeOf(error)}).`;

async function checkDisk({ dataDir }: Config): Promise<Result> {
  await checkDataFolder(dataDir);
  const folder = nearestFolder(dataDir);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${(free / 1e9).toFixed(1)} GB free in ${folder}`;
  return free < MIN_FREE_BYTES ? fix(`${text}. Make room, or set DATA_DIR to a larger disk.`) : ok(text);
}

async function checkMail(config: Config): Promise<Result> {
  let reason = '';
  const mailer = createMailer(config, ({ code }) => (reason = code));
  if (mailer === undefined) return note('SMTP_URL is not set: links are shown to whoever makes them.');
  if (await mailer.verify()) return ok('The mail server lets us in.');
  return fix(`The mail server does not let us in (${reason}). Check SMTP_URL: host, port, user and password.`);
}

const discoverySchema = z.looseObject({ issuer: z.string(), authorization_endpoint: z.url() });
const keySetSchema = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string().optional() })) });
/** The tenant knows client, address and audience, and would ask the person. */
const WOULD_ASK = new Set(['login_required', 'interaction_required', 'consent_required']);

/** Asks a tenant what it would do with a sign-in, without one. */
async function checkTenant({ auth, publicUrl }: Config): Promise<Result> {
  if (auth.kind !== 'hosted') return ok('This server signs people in by itself.');
  const { issuer, clientId, audience } = auth;
  const ask = (url: string | URL) =>
    fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS) }).catch(() => undefined);
  const readJson = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> => {
    const answer = await ask(`${issuer}.well-known/${path}`);
    const body: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
    return schema.safeParse(body).data;
  };
  const discovery = await readJson('openid-configuration', discoverySchema);
  if (discovery === undefined) return fix(`${issuer} does not answer as a tenant. Check AUTH_DOMAIN and the network.`);
  if (discovery.issuer !== issuer)
    return fix(`The tenant issues tokens as ${discovery.issuer}, not ${issuer}. Set AUTH_DOMAIN to that.`);
  const keySet = await readJson('jwks.json', keySetSchema);
  if (!keySet?.keys.some(({ kty }) => kty === 'RSA'))
    return fix(`${issuer}.well-known/jwks.json has no key for RS256. Let the tenant sign with RS256.`);
  const authorize = new URL(discovery.authorization_endpoint);
  authorize.search = new URLSearchParams({
    client_id: clientId,
    audience,
    redirect_uri: `${publicUrl}/auth/callback`,
    response_type: 'code',
    scope: 'openid profile email',
    prompt: 'none',
    state: 'doctor',
    nonce: 'doctor',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }).toString();
  const location = (await ask(authorize))?.headers.get('location') ?? '';
  const outcome = URL.parse(location, publicUrl)?.searchParams;
  const error = outcome?.get('error') ?? undefined;
  if (error !== undefined && WOULD_ASK.has(error))
    return ok(`${issuer} knows this client, its address and its audience.`);
  if (error === undefined)
    return fix(
      `The tenant does not know this client. Check AUTH_CLIENT_ID, and add ${publicUrl}/auth/callback to its callbacks.`,
    );
  const reason = outcome?.get('error_description') ?? error;
  return fix(`The tenant refuses a sign-in: ${reason}. Set AUTH_AUDIENCE to the identifier of an API of the tenant.`);
}

async function checkSchema(database: DatabaseConfig): Promise<Result> {
  const { applied, unknown, missing } = await compareSchema(database);
  if (applied.length === 0) return fix('The database is still empty. Run npm start once.');
  if (unknown !== undefined)
    return fix(
      `The database has ${unknown.name}, which this version does not know. Start the version that applied it.`,
    );
  if (missing.length === 0) return ok(`Up to date with ${applied.at(-1)?.name}`);
  return fix(`${missing.map(({ name }) => name).join(', ')} will be applied by the next start. Start this version.`);
}

async function checkRights(database: DatabaseConfig): Promise<Result> {
  await checkApplicationLogin(database);
  if (database.applicationLogin !== undefined) return ok('The application has a login of its own.');
  if (await isSuperuser(database))
    return fix('DATABASE_URL signs in as a superuser. Set DATABASE_APP_URL as well; docs/operation.md has the SQL.');
  return note('The application takes on its role from the owner. DATABASE_APP_URL gives it a login of its own.');
}

function checkClock({ now }: DoctorFacts): Result {
  const seconds = Math.abs(Date.now() - now.getTime()) / 1000;
  return seconds > MAX_CLOCK_SECONDS
    ? fix(`The clocks of this machine and of the database differ by ${Math.round(seconds)} seconds. Set both by NTP.`)
    : ok('The clocks of this machine and of the database agree.');
}

async function checkKeys(config: Config, { checkpoint_key, feed_kids }: DoctorFacts): Promise<Result> {
  const audit = await findAuditSigner(config);
  if (checkpoint_key !== null && audit?.key !== checkpoint_key)
    return fix(
      `The last checkpoint of the audit was signed with the key ${checkpoint_key}, which is not here. Set AUDIT_KEY, or ` +
        'copy audit-key into the data folder.',
    );
  const hasFeedKey = config.feedKey !== undefined || existsSync(join(config.dataDir, 'feed-key'));
  // Without a key the signers would make one.
  const kids = hasFeedKey ? Object.values(await feedSigners(config)()).map(({ key }) => key.kid) : [];
  if (feed_kids.length > 0 && !kids.every((kid) => feed_kids.includes(kid)))
    return fix(
      'Engines do not know the key of the feed that is here. Set FEED_KEY, or copy feed-key into the data folder.',
    );
  if (feed_kids.length > 0 && !hasFeedKey)
    return fix('The key of the feed is not here. Set FEED_KEY, or copy feed-key into the data folder.');
  return ok('The keys of audit and feed are the ones in use.');
}

async function checkContents(db: Db): Promise<Result> {
  const stray = await countStrayEntries(db);
  if (stray === 0) return ok('The lists of what is live and drafted are those of its versions.');
  return fix(
    `${stray} entries of live versions and drafts are not listed as they are. ` +
      'Run in the database, as its owner: SELECT rewrite_current_entries();',
  );
}

async function checkWebhook({ webhook }: Config, { webhook: waiting }: DoctorFacts): Promise<Result> {
  if (webhook === undefined) return note('WEBHOOK_URL is not set: nothing is sent.');
  // Any answer will do: a message would be taken for a real one.
  const isReachable = await fetch(webhook.url, {
    method: 'HEAD',
    signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
  }).then(
    () => true,
    () => false,
  );
  if (!isReachable) return fix(`${new URL(webhook.url).origin} cannot be reached. Check WEBHOOK_URL and the network.`);
  if (waiting !== null && waiting.seconds > MAX_WEBHOOK_SECONDS)
    return fix(
      `A message has waited for ${Math.round(waiting.seconds / 60)} minutes` +
        `${waiting.error === null ? '' : ` (${waiting.error})`}. Look at the receiver of WEBHOOK_URL.`,
    );
  return ok('The receiver of the webhook answers.');
}

function checkEngines({ behind, expiring }: DoctorFacts): Result {
  if (behind.length > 0)
    return fix(`${behind.join(', ')}: an older release than the newest. Admin, Engines shows the error.`);
  if (expiring.length > 0)
    return note(`${expiring.join(', ')}: the token ends within ${EXPIRING_DAYS} days. Replace it in Admin, Engines.`);
  return ok('No engine is behind.');
}
