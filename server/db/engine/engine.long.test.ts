import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { execute } from '#server/testing/execute.ts';
import { isRoot, unprivilegedAccount } from './account.ts';
import { copiedDataFolder, startTestEngine, temporaryFolder } from '#server/testing/data-folder.ts';
import { eventually, startErrorOf } from '#server/testing/eventually.ts';

const pidIn = async (location: string): Promise<number> =>
  Number((await readFile(join(location, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

/** Owned by the engine's account: PostgreSQL ignores processes of others. */
function someProgram(): number {
  const account = isRoot() ? unprivilegedAccount() : undefined;
  const child = spawn('/bin/sh', ['-c', 'read line'], { ...account, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] });
  onTestFinished(() => void child.kill());
  return child.pid ?? 0;
}

/** A busy loop, so that its process outlives the postmaster and blocks a new one. */
const BUSY_FOR_TWO_SECONDS = `do $$ declare began timestamptz := clock_timestamp(); begin
  while clock_timestamp() < began + interval '2 seconds' loop end loop; end $$`;

test('two concurrent starts on a new data folder end with one engine and one application password', async () => {
  const dataDir = await temporaryFolder();
  const engines = await Promise.all([startTestEngine(dataDir), startTestEngine(dataDir)]);
  const started = await Promise.all(
    engines.map((engine) => execute(engine.config(), 'select pg_postmaster_start_time()::text as at')),
  );
  expect(started[0]).toEqual(started[1]);
  const [one, two] = engines.map((engine) => engine.config().applicationLogin);
  expect(one).toEqual(two);
  expect(await readdir(dataDir)).toEqual(['postgres']);
});

test('after the postmaster was killed, the next start recovers what was committed', async () => {
  const dataDir = await copiedDataFolder('empty');
  const first = await startTestEngine(dataDir);
  await execute(first.config(), 'create table kept (n int)');
  await execute(first.config(), 'insert into kept select generate_series(1, 1000)');
  const outlived = execute(first.config(), BUSY_FOR_TWO_SECONDS).catch(() => undefined);
  const busy = `select 1 from pg_stat_activity where query like 'do %clock_timestamp%' and state = 'active'`;
  await eventually(async () => expect(await execute(first.config(), busy)).toHaveLength(1));
  process.kill(await pidIn(first.location), 'SIGKILL');

  const second = await startTestEngine(dataDir);
  expect(second.adopted).toBe(false);
  expect(await execute(second.config(), 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
  await outlived;
});

test.each([
  ['no process', () => 2 ** 22 - 3],
  ['another program', someProgram],
])('a pid file left by a power cut, with the number of %s, does not block', async (_of, choosePid) => {
  const pid = choosePid();
  const dataDir = await copiedDataFolder('empty');
  const first = await startTestEngine(dataDir);
  const cluster = join(first.location, 'cluster');
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  await first.stop();
  await writeFile(join(cluster, 'postmaster.pid'), [pid, ...lines.slice(1)].join('\n'));

  const second = await startTestEngine(dataDir);
  expect(second.adopted).toBe(false);
  expect(await execute(second.config(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('an interrupted creation of the database does not block the next start', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, `postgres.new-${2 ** 22 - 3}-00c0ffee/cluster`), { recursive: true });
  const engine = await startTestEngine(dataDir);
  expect(await execute(engine.config(), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await readdir(dataDir)).toEqual(['postgres']);
});

test('the data of another major version is refused with a message', async () => {
  const dataDir = await copiedDataFolder('empty');
  const engine = await startTestEngine(dataDir);
  await engine.stop();
  await writeFile(join(engine.location, 'cluster/PG_VERSION'), '14\n');
  expect(await startErrorOf(startTestEngine(dataDir))).toMatch(
    /was made by PostgreSQL 14.*set DATA_DIR to a new folder and load a backup/,
  );
});

test('a lost password file is refused with a message', async () => {
  const dataDir = await copiedDataFolder('empty');
  const engine = await startTestEngine(dataDir);
  await engine.stop();
  await rm(join(engine.location, 'password'));
  expect(await startErrorOf(startTestEngine(dataDir))).toContain('Put the file back from a backup');
});

test('a log line says why the engine did not start', async () => {
  const dataDir = await copiedDataFolder('empty');
  const engine = await startTestEngine(dataDir);
  await engine.stop();
  await writeFile(join(engine.location, 'cluster/postgresql.auto.conf'), 'no_such_setting = 1\n');
  expect(await startErrorOf(startTestEngine(dataDir))).toMatch(
    /did not start: .*(configuration file|no_such_setting).* More is in .*server\.log/,
  );
});

test('a data folder that cannot be created is refused with a message', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  expect(await startErrorOf(startTestEngine(join(folder, 'file/data')))).toMatch(
    /^This account may not write to .*Set DATA_DIR to a folder that it owns/,
  );
});

test('a data folder with a long path, a space and a comma works', async () => {
  const dataDir = join(await temporaryFolder(), 'a folder, '.repeat(8), 'with-a-long-name-'.repeat(5));
  await mkdir(dataDir, { recursive: true });
  const first = await startTestEngine(dataDir);
  const socket = first.config().host ?? '';
  expect(join(socket, '.s.PGSQL.5432').length).toBeLessThan(100);
  expect((await stat(socket)).mode & 0o777).toBe(0o700);
  await first.stop();
  await expect(stat(socket)).rejects.toThrow('ENOENT');
  const second = await startTestEngine(dataDir);
  expect(await execute(second.config(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('below a folder that only root may enter, root stores the data elsewhere and reports where', async () => {
  const folder = await temporaryFolder();
  const [closed, systemDir] = [join(folder, 'closed'), join(folder, 'system')];
  await mkdir(closed, { mode: 0o700 });
  const dataDir = join(closed, 'data');
  const first = await startTestEngine(dataDir, { systemDir });
  await execute(first.config(), `create table kept as select 'still here' as word`);
  await first.stop();
  expect(first.location.startsWith(isRoot() ? systemDir : dataDir)).toBe(true);
  expect(first.reported.join()).toContain(isRoot() ? `keeps its data in ${first.location}` : '');

  // Opening the folder later must not make the data seem lost.
  await chmod(closed, 0o755);
  const second = await startTestEngine(dataDir, { systemDir });
  expect(second.location).toBe(first.location);
  expect(await execute(second.config(), 'select word from kept')).toEqual([{ word: 'still here' }]);
});
