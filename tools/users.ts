import { join } from 'node:path';
import { MODE_SETTINGS } from '#domain/user/sign-in-mode.ts';
import { peopleOf } from '#server/services.ts';
import { recordOnly } from '#server/change/publish.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { changeSignInMode, storeSignInMode } from '#server/identity/sign-in-mode.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { runPeopleCommand } from '#server/user/people.command.ts';
import { readPeopleCommand } from '#server/user/people.command.read.ts';
import { peopleService } from '#server/user/people.service.ts';
import { addDemoPeople } from '#server/user/user.service.ts';
import { runCommand } from './command.ts';

/** `npm run users -- add|list|grant|invite|deactivate|mode`: for the first administrator, and for scripts. */
export async function users(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string[]> {
  const command = readPeopleCommand(args);
  const config = readConfig(environment, join(import.meta.dirname, '..'));
  const database = await borrowDatabase(config, () => undefined);
  try {
    await migrate(database.config, { report: () => undefined });
    const db = connect(database.config);
    const now = () => new Date();
    try {
      if (command.does === 'mode') {
        await changeSignInMode(db, command.mode, now);
        return [`Changed. ${MODE_SETTINGS[command.mode]}, then start the servers; everyone signs in anew.`];
      }
      await storeSignInMode(db, config.signIn, now());
      // Otherwise the first added person would prevent adding the demo people.
      if (config.signIn === 'demo') await addDemoPeople(db, now());
      const mail = createMailer(config, ({ code }) => console.error(`The mail server did not take it (${code}).`));
      const kit = { db, now, directory: config.auth.kind, publish: recordOnly };
      const people = peopleService({ kit, directory: peopleOf(config), mail });
      return await runPeopleCommand(command, { db, people, now });
    } finally {
      await db.destroy();
    }
  } finally {
    await database.close();
  }
}

if (import.meta.main)
  await runCommand(async () => console.log((await users(process.argv.slice(2), process.env)).join('\n')));
