import { join } from 'node:path';
import { verifyChain } from '#server/audit/audit.verify.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { StartError } from '#server/start-error.ts';

/** `npm run audit:verify`: whether any audit record was changed, taken out or moved. Reads only. */
async function verify(): Promise<boolean> {
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  const database = await borrowDatabase(config, () => undefined);
  // Millions of records take longer than a request may.
  const db = connect({ ...database.config, max: 1, statement_timeout: 0, idle_in_transaction_session_timeout: 0 });
  try {
    const verdict = await verifyChain(db);
    if (verdict.whole) console.log(`${verdict.count} audit records, unbroken. The last hash is ${verdict.last}`);
    else if (verdict.seq === null) console.error(`The chain of audit records is broken. ${verdict.what}`);
    else
      console.error(
        `The chain of audit records is broken at record ${verdict.seq} (${verdict.action}). ${verdict.what}`,
      );
    return verdict.whole;
  } catch (error) {
    const empty = (error as { code?: string }).code === '42P01' || (error as { code?: string }).code === '22023';
    throw empty ? new StartError('The database is still empty. Run npm start once, then try again.') : error;
  } finally {
    await db.destroy();
    await database.close();
  }
}

try {
  process.exitCode = (await verify()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
