import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { StartError } from '#server/start-error.ts';
import { findPersonByEmail } from '#server/user/user.service.ts';

/** `npm run token -- <email>`: a short-lived access token of a demo person on standard output, and nothing else. */
const SECONDS = 600;

async function token(email: string | undefined): Promise<string> {
  if (!email) throw new StartError('Say whose token: npm run token -- underwriter@demo.lineslip.example');
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  if (config.auth.kind === 'hosted')
    throw new StartError('Tokens of a hosted tenant come from the tenant. Unset AUTH_DOMAIN for the demo people.');
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config);
  try {
    const person = await findPersonByEmail(db, email);
    if (!person) throw new StartError(`Nobody in the directory has the e-mail ${email}.`);
    return await issueAccessToken({ ...config.auth, keys: await loadKeys(db), person, seconds: SECONDS });
  } catch (error) {
    const empty = (error as { code?: string }).code === '42P01' || (error as { code?: string }).code === '22023';
    throw empty ? new StartError('The database is still empty. Run npm start once, then try again.') : error;
  } finally {
    await db.destroy();
    await database.close();
  }
}

try {
  console.log(await token(process.argv[2]));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
