import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { defineFlags } from '#server/flag/flag.service.ts';
import { addDemoPeople } from '#server/user/user.service.ts';
import { childEnvironment } from './child-server.ts';
import { addressOf, useTestDatabase } from './database.ts';
import { execute } from './execute.ts';

/** A database with the audit records of flags and demo people, to tamper with. */
export function auditChainTester() {
  const database = useTestDatabase();
  const seqs: number[] = [];
  beforeAll(async () => {
    await defineFlags(database.db, new Date());
    await addDemoPeople(database.db, new Date());
    const rows = await execute(database.config, 'select seq::int from audit_event order by seq');
    seqs.push(...rows.map(({ seq }) => Number(seq)));
  });

  /** What someone with every right over the database could do to a record, and undo. */
  async function tampered<T>(statement: string, look: () => Promise<T>): Promise<T> {
    const open = (sql: string) =>
      execute(
        database.config,
        `alter table audit_event disable trigger user; ${sql}; alter table audit_event enable trigger user`,
      );
    await execute(database.config, 'create table kept as select * from audit_event');
    try {
      await open(statement);
      return await look();
    } finally {
      await open(`delete from audit_event; insert into audit_event overriding system value select * from kept`);
      await execute(database.config, 'drop table kept');
    }
  }

  /** The command as a person runs it. */
  function command(given: string[] = [], settings = {}): Promise<{ code: number; out: string; err: string }> {
    const root = join(import.meta.dirname, '../..');
    const env = childEnvironment({ DATABASE_URL: addressOf(database.config), DATA_DIR: '/nowhere', ...settings });
    const file = join(root, 'tools/audit-verify.ts');
    return new Promise((resolve) => {
      execFile(process.execPath, [file, ...given], { cwd: root, env }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    });
  }

  return { database, seqs, tampered, command };
}
