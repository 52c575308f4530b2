import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { signerOf } from '#server/audit/audit.key.ts';
import { verifyChain } from '#server/audit/audit.verify.ts';
import { compose } from '#server/compose.ts';
import { connect } from '#server/db/connect.ts';
import { startEngine } from '#server/db/engine/engine.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { TEST_AUDIT_KEY, useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { addressOf, createEmptyDatabase, createOwnDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { REVIEWERS, reviewTester } from '#server/testing/reviews.ts';
import { newestSystemEngine } from '#server/testing/test-binaries.ts';
import { takeBackup } from './backup.service.ts';
import { restoreBackup } from './restore.service.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';
import { eventually } from '#server/testing/eventually.ts';

const quiet = (): void => undefined;
const signer = signerOf(TEST_AUDIT_KEY);
const at = new Date('2026-05-01T09:00:00.000Z');
const server = useTestApp({ now: () => at });
const tester = bucketTester(server);
const reviews = reviewTester(server);
let buckets: Bucket[];

beforeAll(async () => {
  await server.database.db.insertInto('partner').values({ number: 4711, name: 'Follower' }).execute();
  buckets = [];
  for (const { slug } of CLASSES.slice(0, 3)) buckets.push(await tester.add(4711, slug));
});

const backUp = async (config: OpenDatabase['config']) => {
  const file = join(await temporaryFolder(), 'lineslip.backup');
  return { file, manifest: await takeBackup({ config, file, signer, now: new Date(), progress: quiet }) };
};
const restore = (config: OpenDatabase['config'], file: string) =>
  restoreBackup({ config, file, keys: [signer.key], report: quiet, progress: quiet });

/** The other engine, with a login that owns one database and has no other rights. */
async function ownerOnOtherEngine(): Promise<OpenDatabase['config']> {
  const dataDir = await temporaryFolder();
  const binaries = process.env['TEST_ENGINE'] === 'system' ? undefined : await newestSystemEngine();
  const engine = await startEngine({ dataDir, report: quiet, ...(binaries !== undefined && { binaries }) });
  onTestFinished(() => engine.stop());
  for (const statement of [
    'do $$ begin create role lineslip_app nologin; exception when duplicate_object then null; end $$',
    `create role owner login password 'secret'`,
    'grant lineslip_app to owner',
    'create database elsewhere owner owner',
  ])
    await execute(engine.config(), statement);
  return { ...engine.config('elsewhere'), user: 'owner', password: 'secret' };
}

test('everything moves to another PostgreSQL, whose login is only its owner, and back again', async () => {
  const [bucket] = buckets;
  if (!bucket) throw new Error('There is no bucket.');
  const dial = await tester.published({ name: 'Moved' });
  const address = { partner: 4711, cob: bucket.cob };
  const hash = await reviews.submitted(address, [entryOf(dial, { max_line: 7 })]);
  for (const reviewer of REVIEWERS.slice(0, 2)) await reviews.vote(reviewer, address, hash, 'approve');
  const token = await server.as('viewer');
  const first = await backUp(server.database.config);
  const elsewhere = await ownerOnOtherEngine();
  const there = await restore(elsewhere, first.file);
  expect(there.audit).toMatchObject({ problems: [], last: first.manifest.audit.head });

  const second = await backUp(elsewhere);
  const home = await createOwnDatabase(createEmptyDatabase);
  const back = await restore(home.config, second.file);
  expect(back.audit).toEqual(there.audit);
  const { takenAt: _one, postgres: _first, signature: _signed, ...before } = first.manifest;
  const { takenAt: _two, postgres: _second, signature: _again, ...after } = (await backUp(home.config)).manifest;
  expect(after).toEqual(before);
  expect(after.liveBuckets).toHaveLength(3);

  // Sessions survive, because the keys moved, too.
  const { app } = await compose({ config: server.config, db: home.db, connection: home.config, root: '/nowhere' });
  onTestFinished(() => app.close());
  const answer = await app.inject({
    method: 'GET',
    url: tester.urlOf(address),
    headers: token,
  });
  expect([answer.statusCode, answer.json<Bucket>().live.entries[0]?.overrides]).toEqual([200, { max_line: 7 }]);
});

test('a backup taken under load is a consistent snapshot', async () => {
  const dial = await tester.published({ name: 'Under load' });
  let line = 0;
  let isRunning = true;
  const saves = buckets.map(() => 0);
  const work = buckets.map(async (bucket, index) => {
    for (let now = await tester.get({ partner: 4711, cob: bucket.cob }); isRunning;) {
      line += 1;
      now = await tester.saved(now, [entryOf(dial, { max_line: line })]);
      saves[index] = (saves[index] ?? 0) + 1;
    }
  });
  const untilEachSavedMore = (than: readonly number[]) =>
    eventually(() => saves.forEach((count, index) => expect(count).toBeGreaterThan(than[index] ?? 0)));
  await untilEachSavedMore([1, 1, 1]);
  const { file, manifest } = await backUp(server.database.config);
  await untilEachSavedMore([...saves]);
  isRunning = false;
  await Promise.all(work);

  const target = await createOwnDatabase(createEmptyDatabase);
  const { audit } = await restore(target.config, file);
  expect(audit).toMatchObject({ problems: [], count: manifest.audit.records });
  // Each draft matches the last record of a save.
  const drafts = await execute(
    target.config,
    `select (select overrides->>'max_line' from bucket_entry where bucket_version_id = v.id) as saved,
       (select jsonb_path_query(detail, '$.**.max_line')::text from audit_event
         where action = 'bucket_draft_saved' and object_id = b.partner_number || '/' || b.cob
         order by seq desc limit 1) as recorded
     from bucket b join bucket_version v on v.bucket_id = b.id and v.state = 'draft'`,
  );
  expect(drafts).toHaveLength(3);
  expect(drafts.map(({ saved }) => saved)).toEqual(drafts.map(({ recorded }) => recorded));
  const db = connect(target.config);
  expect(await verifyChain(db).finally(() => db.destroy())).toEqual({
    whole: true,
    count: audit.count,
    last: audit.last,
  });
});

test('a restore killed halfway leaves the database empty, and can be repeated', async () => {
  await execute(
    server.database.config,
    `insert into sign_in_attempt (email, address, refused, at) select 'key ' || n, '', true, now() from generate_series(1, 200000) n`,
  );
  const { file } = await backUp(server.database.config);
  const target = await createOwnDatabase(createEmptyDatabase);
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: addressOf(target.config), AUDIT_KEY: TEST_AUDIT_KEY };
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../tools/restore.ts'), file], { env });
  const exited = new Promise((resolve) => child.once('close', resolve));
  const sessions = (which: string) =>
    execute(
      target.config,
      `select query from pg_stat_activity where application_name = 'lineslip backup' and datname = current_database()
       and query like '${which}'`,
    );
  const copying = async () => expect(await sessions('copy%sign_in_attempt%')).toHaveLength(1);
  await vi.waitFor(copying, { timeout: 30_000, interval: 5 });
  child.kill('SIGKILL');
  await exited;
  await eventually(async () => expect(await sessions('%')).toEqual([]));
  const tables = `select tablename from pg_tables where schemaname = 'public'`;
  expect(await execute(target.config, tables)).toEqual([]);
  expect((await restore(target.config, file)).audit.problems).toEqual([]);
});
