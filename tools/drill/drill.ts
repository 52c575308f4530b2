import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { verifyChain } from '#server/audit/audit.verify.ts';
import { addBuckets } from '#server/bucket/bucket.add.ts';
import { type Config, readConfig } from '#server/config.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { transaction } from '#server/db/transaction.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { brokenDials, brokenRules } from '#server/testing/review-rules.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { countOf, type Ledger, newLedger, type Place, publishDial, type TokenOf, wearOut } from './drill.load.ts';
import { freePort, startVictim, type Victim } from './drill.server.ts';

/**
 * `npm run drill -- 30`: kills the server at random moments while people edit, submit, vote and comment; every second
 * time the database with it. It starts again, and everything it had said yes to must be there, and no half activation.
 */
const KILLS = Number(process.argv[2] ?? 30);
const BUCKETS = 6;
/** It is killed after so many acknowledged changes at the most, or when this time is over. */
const MOST_CHANGES = 60;
const LATEST_MS = 20_000;
const MOMENT_MS = 20;

/** Looks into the database beside the server that runs on it. */
async function look<T>(config: Config, ask: (db: Db) => Promise<T>): Promise<T> {
  const database = await borrowDatabase(config, () => undefined);
  const db = connect({ ...database.config, max: 1 });
  try {
    return await ask(db);
  } finally {
    await db.destroy();
    await database.close();
  }
}

async function prepare(config: Config): Promise<{ places: Place[]; tokenOf: TokenOf }> {
  return look(config, async (db) => {
    const places = CLASSES.slice(0, BUCKETS).map(({ slug }) => ({ partner: 99_001, cob: slug }));
    await db.insertInto('partner').values({ number: 99_001, name: 'Drill' }).execute();
    const added = places.map((place) => ({ ...place, appetite: 1 }));
    await transaction(db, (trx) => addBuckets({ trx, at: new Date() }, added));
    const keys = await loadKeys(db);
    const tokens = new Map<string, string>();
    for (const person of DEMO_PEOPLE)
      tokens.set(person.id, await issueAccessToken({ ...config.auth, keys, person, seconds: 86_400 }));
    return { places, tokenOf: (mailbox) => tokens.get(`demo|${mailbox}`) ?? '' };
  });
}

/** A sentence for everything that is not as it was promised. */
async function findLosses(db: Db, { saved, submitted, said, approved, failures }: Ledger): Promise<string[]> {
  const numbers = await sql<{ number: number }>`
    select (jsonb_path_query(detail, '$.**.max_line'))::int as number from audit_event
    where action = 'bucket_draft_saved'`.execute(db);
  const rounds = await db.selectFrom('review_round').select(['description', 'outcome']).execute();
  const comments = await db.selectFrom('review_comment').select('text').execute();
  const votes = await sql<{ text: string }>`
    select detail->>'comment' as text from audit_event where action = 'bucket_voted'
    union all select detail->>'text' from audit_event where action = 'bucket_commented'`.execute(db);
  const missing = <T>(what: string, promised: ReadonlySet<T>, there: Iterable<T>) => {
    const found = new Set(there);
    return [...promised]
      .filter((one) => !found.has(one))
      .map((one) => `${what} ${String(one)} was acknowledged and is not there.`);
  };
  const ids = await db.selectFrom('bucket').select('id').where('partner_number', '=', 99_001).execute();
  const chain = await verifyChain(db);
  const isApproved = rounds.filter(({ outcome }) => outcome === 'approved').map(({ description }) => description);
  return [
    ...failures,
    ...missing(
      'The save of',
      saved,
      numbers.rows.map(({ number }) => number),
    ),
    ...missing(
      'The submit of',
      submitted,
      rounds.map(({ description }) => description),
    ),
    ...missing('The activation of', approved, isApproved),
    ...missing(
      'What was said as',
      said,
      comments.map(({ text }) => text),
    ),
    ...missing(
      'The record of',
      said,
      votes.rows.map(({ text }) => text),
    ),
    ...(await brokenRules(
      db,
      ids.map(({ id }) => id),
    )),
    ...(await brokenDials(db)),
    ...(chain.whole ? [] : [`The audit chain is broken at ${chain.seq}: ${chain.what}`]),
  ];
}

/** Counted in changes rather than in time alone, so that it comes amid the load on a slow machine, too. */
async function randomMoment(ledger: Ledger): Promise<void> {
  const enough = countOf(ledger) + Math.random() * MOST_CHANGES;
  const latest = Date.now() + LATEST_MS;
  while (countOf(ledger) < enough && Date.now() < latest) await pause(Math.random() * MOMENT_MS);
}

async function drill(config: Config): Promise<string[]> {
  const start = () => startVictim(config.dataDir, config.port);
  let victim: Victim = await start();
  try {
    const { places, tokenOf } = await prepare(config);
    const dial = await publishDial(victim.url, tokenOf);
    const ledger = newLedger();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const withDatabase = kill % 2 === 0;
      const load = places.map((place) => wearOut(victim.url, place, dial, tokenOf, ledger));
      await randomMoment(ledger);
      await victim.kill(withDatabase);
      await Promise.all(load);
      victim = await start();
      const losses = await look(config, (db) => findLosses(db, ledger));
      const sum = `${countOf(ledger)} changes acknowledged so far, ${ledger.approved.size} activations`;
      console.log(
        `kill ${kill} of ${KILLS}${withDatabase ? ', the database too' : ''}: ${sum}, ${losses.length} problems`,
      );
      if (losses.length > 0) return losses;
    }
    return [];
  } finally {
    await victim.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'lineslip-drill-'));
await chmod(folder, 0o755);
try {
  const environment = { PORT: String(await freePort()), DATA_DIR: join(folder, 'data') };
  const losses = await drill(readConfig(environment, folder));
  for (const loss of losses) console.error(loss);
  if (losses.length === 0) console.log(`Killed ${KILLS} times, and nothing was lost.`);
  process.exitCode = losses.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
