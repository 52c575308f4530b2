import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { Dial } from '#contract/dial.ts';
import { addBuckets } from '#server/bucket/bucket.change.ts';
import { type Config, readConfig } from '#server/config.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { type Engine, startEngine } from '#server/db/engine/engine.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { transaction } from '#server/db/transaction.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { type BucketRef, publishDial, type TokenOf } from './load.ts';
import { freePort, startVictim, type Victim } from './server.ts';

export const PARTNER = 99_001;
const BUCKETS = 6;

/** The setup of a fault. `small disk` has little more space than the engine needs. */
export type Setting = Readonly<{
  servers: 1 | 2;
  database: 'embedded' | 'own';
  disk?: 'small';
  environment?: Readonly<Record<string, string>>;
}>;

export type World = Readonly<{
  folder: string;
  /** The folder of the database cluster. */
  cluster: string;
  victims: Victim[];
  buckets: readonly BucketRef[];
  dial: Dial;
  tokenOf: TokenOf;
  ledger: Ledger;
  /** Restarts that server, like a service manager. */
  restart: (index: number) => Promise<void>;
  /** From their next start on, the clocks of the servers are a day further ahead. Returns how far. */
  moveClock: () => number;
  /** Restarts the external database. */
  restartDatabase: () => Promise<void>;
  /** Queries the database while the servers run. */
  query: <T>(ask: (db: Db) => Promise<T>, as?: 'application' | 'login') => Promise<T>;
  close: () => Promise<void>;
}>;

const DAY_MS = 86_400_000;
/** Tokens outlive every day that the clock is moved by. No server accepts longer ones. */
const TOKEN_SECONDS = 30 * 86_400;
const quiet = (): void => undefined;
const SMALL_DISK = '300m';

export async function createWorld({ servers, database, disk, environment: extra }: Setting): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'lineslip-drill-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    await mkdir(dataDir, { mode: 0o755 });
    if (disk === 'small') {
      await promisify(execFile)('mount', [
        '-t',
        'tmpfs',
        '-o',
        `size=${SMALL_DISK},mode=0755`,
        'lineslip-drill',
        dataDir,
      ]);
      undo.push(() => promisify(execFile)('umount', ['--lazy', dataDir]));
    }
    let engine: Engine | undefined;
    const startDatabase = async () => void (engine = await startEngine({ dataDir, report: quiet }));
    if (database === 'own') {
      await startDatabase();
      undo.push(async () => engine?.stop());
    }
    const place = engine === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: addressOf(engine) };
    const ports = await Promise.all(Array.from({ length: servers }, freePort));
    const shared = {
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://localhost:${ports[0]}`,
      MAX_TOKEN_HOURS: String(TOKEN_SECONDS / 3600),
      ...place,
      ...extra,
    };
    let clockAheadMs = 0;
    const environments = ports.map((port) => ({ ...shared, PORT: String(port) }));
    const victims: Victim[] = [];
    undo.push(() => Promise.all(victims.map(stop)));
    for (const environment of environments) victims.push(await startVictim(environment));

    const config = readConfig(environments[0] ?? {}, folder);
    const query = lookInto(config);
    const { buckets, tokenOf } = await query((db) => prepare(db, config));
    const dial = await publishDial(victims[0]?.url ?? '', tokenOf);
    return {
      folder,
      cluster: join(dataDir, 'postgres/cluster'),
      victims,
      buckets,
      dial,
      tokenOf,
      ledger: newLedger(),
      restart: async (index) => {
        const environment = { ...environments[index], CLOCK_AHEAD_MS: String(clockAheadMs) };
        victims[index] = await startVictim(environment);
      },
      moveClock: () => (clockAheadMs += DAY_MS),
      restartDatabase: async () => {
        await engine?.stop();
        await startDatabase();
      },
      query,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function stop(victim: Victim): Promise<void> {
  if (victim.hasEnded()) return;
  victim.signal('SIGTERM');
  const hurry = setTimeout(() => victim.signal('SIGKILL'), 20_000);
  await victim.ended;
  clearTimeout(hurry);
}

/** The engine only listens on a socket; an address names it by its folder. */
function addressOf(engine: Engine): string {
  const { user, password, database, host, port } = engine.config();
  const address = new URL(`postgres://localhost/${String(database)}`);
  address.username = String(user);
  address.password = String(password);
  address.searchParams.set('host', String(host));
  address.searchParams.set('port', String(port));
  return address.href;
}

const lookInto =
  (config: Config): World['query'] =>
  async (ask, as = 'application') => {
    const database = await borrowDatabase(config, quiet);
    const db = connect({ ...database.config, max: 1, application_name: 'lineslip drill' }, { as });
    try {
      return await ask(db);
    } finally {
      await db.destroy();
      await database.close();
    }
  };

async function prepare(db: Db, config: Config): Promise<{ buckets: BucketRef[]; tokenOf: TokenOf }> {
  const buckets = CLASSES.slice(0, BUCKETS).map(({ slug }) => ({ partner: PARTNER, cob: slug }));
  await db.insertInto('partner').values({ number: PARTNER, name: 'Drill' }).execute();
  const added = buckets.map((place) => ({ ...place, appetite: 1 }));
  await transaction(db, (trx) => addBuckets({ trx, at: new Date() }, added));
  const keys = await loadKeys(db);
  const tokens = new Map<string, string>();
  for (const person of DEMO_PEOPLE)
    tokens.set(person.id, await issueAccessToken({ ...config.auth, keys, person, seconds: TOKEN_SECONDS }));
  return { buckets, tokenOf: (mailbox) => tokens.get(`demo|${mailbox}`) ?? '' };
}
