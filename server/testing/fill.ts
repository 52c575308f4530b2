import { connect, type DatabaseConfig } from '#server/db/connect.ts';
import { addDemoReference } from '#server/demo/demo.service.ts';
import { defineFlags } from '#server/flag/flag.service.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { addDemoPeople } from '#server/user/user.service.ts';

/** Before every clock that a test sets: no record is older than the one before it. */
export const FILLED_AT = new Date('2020-01-01T00:00:00Z');

/** The content of a server's first start without dials and buckets: flags, lists, keys, demo people. */
export async function fillForTests(config: DatabaseConfig): Promise<void> {
  const db = connect(config);
  await defineFlags(db, FILLED_AT);
  await addDemoReference(db, FILLED_AT);
  await addDemoPeople(db, FILLED_AT);
  await loadKeys(db);
  await db.destroy();
}
