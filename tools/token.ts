import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { issueToken, readTokenCommand } from '#server/identity/token.command.ts';
import { findPersonByEmail } from '#server/user/user.service.ts';
import { queryDatabase, runCommand } from './command.ts';

/** `npm run token -- <email> [--real]`: prints a short-lived access token to standard output, and nothing else. */
export async function token(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const command = readTokenCommand(args);
  const config = readConfig(environment, join(import.meta.dirname, '..'));
  return queryDatabase(config, (db) =>
    issueToken(command, {
      db,
      config,
      now: () => new Date(),
      findPerson: (email) => findPersonByEmail(db, email),
    }),
  );
}

if (import.meta.main) await runCommand(async () => console.log(await token(process.argv.slice(2), process.env)));
