import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { issueToken, readTokenCommand } from '#server/identity/token.command.ts';
import { StartError } from '#server/start-error.ts';
import { findPersonByEmail } from '#server/user/user.service.ts';

/** `npm run token -- <email> [--real]`: a short-lived access token on standard output, and nothing else. */
export async function token(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const command = readTokenCommand(args);
  const config = readConfig(environment, join(import.meta.dirname, '..'));
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config);
  try {
    const findPerson = (email: string) => findPersonByEmail(db, email);
    return await issueToken(command, { db, config, now: () => new Date(), findPerson });
  } catch (error) {
    const empty = (error as { code?: string }).code === '42P01' || (error as { code?: string }).code === '22023';
    throw empty ? new StartError('The database is still empty. Run npm start once, then try again.') : error;
  } finally {
    await db.destroy();
    await database.close();
  }
}

if (import.meta.main)
  try {
    console.log(await token(process.argv.slice(2), process.env));
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
