import { parseArgs } from 'node:util';
import { makeEvent } from '#domain/event/event.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { StartError } from '#server/start-error.ts';
import { issueAccessToken } from './issue-token.ts';
import { loadKeys } from './keys.ts';
import { requireSignInMode } from './sign-in-mode.ts';
import { ACCESS_TOKEN_SECONDS } from './token-check.ts';

export type TokenCommand = Readonly<{ email: string; real: boolean }>;
type Person = Readonly<{ id: string; name: string; permissions: readonly string[]; is_demo: boolean }>;
type Parts = Readonly<{
  db: Db;
  config: Pick<Config, 'auth' | 'signIn'>;
  now: () => Date;
  /** Active people only. */
  findPerson: (email: string) => Promise<Person | undefined>;
}>;

const USAGE = 'npm run token -- underwriter@demo.lineslip.example';

export function readTokenCommand(args: readonly string[]): TokenCommand {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { real: { type: 'boolean', default: false } },
    });
    const [email, extra] = positionals;
    if (email !== undefined && extra === undefined) return { email, real: values.real };
  } catch {
    // Reported below.
  }
  throw new StartError(`Say whose token: ${USAGE}`);
}

/** A short-lived access token without a sign-in. For a real person it needs `--real`, and leaves a record. */
export async function issueToken({ email, real }: TokenCommand, { db, config, now, findPerson }: Parts) {
  if (config.auth.kind === 'hosted')
    throw new StartError('Tokens of a hosted tenant come from the tenant. Unset AUTH_DOMAIN for the demo people.');
  await requireSignInMode(db, config.signIn);
  const person = await findPerson(email);
  if (!person) throw new StartError(`Nobody in the directory has the e-mail ${email}.`);
  if (!person.is_demo && !real)
    throw new StartError(
      `${person.name} is not a demo person. To act in their name, add --real; the audit will say that you did.`,
    );
  if (!person.is_demo) await recordToken(db, person, now);
  const keys = await loadKeys(db);
  return issueAccessToken({ ...config.auth, keys, person, seconds: ACCESS_TOKEN_SECONDS });
}

async function recordToken(db: Db, { id }: Person, now: () => Date): Promise<void> {
  await transaction(db, async (trx) => {
    const at = now();
    const expires_at = new Date(at.getTime() + ACCESS_TOKEN_SECONDS * 1000).toISOString();
    await recordAudit(trx, null, [makeEvent('person_token_issued', id, { expires_at })], at);
  });
}
