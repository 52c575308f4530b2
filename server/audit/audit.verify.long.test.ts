import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { defineFlags } from '#server/flag/flag.service.ts';
import { TEST_AUDIT_KEY } from '#server/testing/app.ts';
import { useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { addDemoPeople } from '#server/user/user.service.ts';
import { checkpointService } from './audit.checkpoint.ts';
import { signerOf } from './audit.key.ts';

const database = useTestDatabase();
let seqs: number[];
beforeAll(async () => {
  await defineFlags(database.db, new Date());
  await addDemoPeople(database.db, new Date());
  seqs = (await execute(database.config, 'select seq::int from audit_event order by seq')).map(({ seq }) =>
    Number(seq),
  );
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

const addressOf = ({ user, password, host, database: name, port }: PoolConfig) =>
  `postgres://${user}:${encodeURIComponent(String(password))}@${encodeURIComponent(String(host))}:${port}/${name}`;

/** The command as a person runs it. */
function command(given: string[] = [], settings = {}): Promise<{ code: number; out: string; err: string }> {
  const root = join(import.meta.dirname, '../..');
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: addressOf(database.config),
    DATA_DIR: '/nowhere',
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'tools/audit-verify.ts'), ...given], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

test('the command compares checkpoints of the table and of the log, with its own or given keys', async () => {
  const signer = signerOf(TEST_AUDIT_KEY);
  const checkpoints = checkpointService({
    db: database.db,
    now: () => new Date('2026-11-15T09:00:00.000Z'),
    signer,
    webhooks: false,
    log: () => undefined,
  });
  const checkpoint = await checkpoints.addIfDue();
  const agrees = `1 signed checkpoint agrees; the newest is of 2026-11-15T09:00:00.000Z, record ${seqs.at(-1)}, and 0 records are newer.`;
  expect((await command([], { AUDIT_KEY: TEST_AUDIT_KEY })).out).toContain(agrees);
  expect((await command(['--key', signer.key])).out).toContain(agrees);
  expect(await command()).toMatchObject({ code: 1, err: expect.stringContaining(`again with --key ${signer.key}`) });

  const line = JSON.stringify({ level: 30, checkpoint, msg: 'Audit checkpoint' });
  const message = JSON.stringify({ type: 'audit_checkpoint', data: checkpoint });
  const both = await command(['--checkpoint', line, '--checkpoint', message]);
  expect(both.out).toContain('3 signed checkpoints agree');
  const cut = await tampered(`delete from audit_event where seq > ${seqs[5]}`, () => command(['--checkpoint', line]));
  expect(cut.code).toBe(1);
  expect(cut.err).toMatch(/^The checkpoint you gave .* The end of the chain was cut off\.$/m);
  expect(await command(['--checkpoint', 'nothing'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('holds no checkpoint. Give the whole line of the log'),
  });
  expect((await command(['--chekpoint', line])).err).toContain('This is not how the command is called.');
});
