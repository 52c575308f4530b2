import type pg from 'pg';
import { connect } from '#server/db/connect.ts';
import { addDemoReference } from '#server/demo/demo.service.ts';
import { defineFlags } from '#server/flag/flag.service.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { addDemoPeople } from '#server/user/user.service.ts';

/** What the server's first start puts into the database, short of dials and buckets: flags, lists, keys, demo people. */
export async function fillForTests(config: pg.PoolConfig): Promise<void> {
  const db = connect(config);
  const at = new Date();
  await defineFlags(db, at);
  await addDemoReference(db, at);
  await addDemoPeople(db, at);
  await loadKeys(db);
  await db.destroy();
}
