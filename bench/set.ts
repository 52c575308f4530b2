import { join } from 'node:path';
import pg from 'pg';
import { startWithPortfolio } from '../e2e/database.ts';
import type { Lineslip } from '../e2e/server.ts';
import type { Bucket } from '#contract/bucket.ts';
import type { Review, ReviewSet } from '#contract/review.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { addBuckets } from '#server/bucket/bucket.change.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { findPostmaster } from '#server/db/engine/postmaster.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { transaction } from '#server/db/transaction.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { addManyDials } from '#server/testing/many-dials.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { cpuOf } from './cpu.ts';
import { median, shown } from './measure.ts';

/**
 * `npm run bench -- set`: CPU milliseconds of the vote that makes a set of 100 buckets with 100 dials each live, Node and
 * PostgreSQL together, compared with the same rows written by bare SQL in one durable transaction, one statement per row.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const DIALS = 100;
const MAX_TIMES = 5;
const PARTNER = 20_000;

type Send = (who: string, method: string, path: string, body?: unknown, ifMatch?: string) => Promise<unknown>;
const ADDRESSES = Array.from({ length: MAX_SET_BUCKETS }, (_, index) => ({
  partner: PARTNER + Math.floor(index / CLASSES.length),
  cob: CLASSES[index % CLASSES.length]?.slug ?? '',
}));

async function measure(lineslip: Lineslip): Promise<boolean> {
  const config = readConfig({ DATA_DIR: lineslip.dataDir, PORT: new URL(lineslip.url).port }, '/');
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config, { as: 'login' });
  const at = new Date();
  await addManyDials(db, { count: 4 * DIALS, by: 'demo|underwriter', at });
  const partners = [...new Set(ADDRESSES.map(({ partner }) => partner))];
  await db
    .insertInto('partner')
    .values(partners.map((number) => ({ number, name: `Partner ${number}` })))
    .execute();
  await transaction(db, (trx) =>
    addBuckets(
      { trx, at },
      ADDRESSES.map((address) => ({ ...address, appetite: 1 })),
    ),
  );
  const dials = await db
    .selectFrom('dial')
    .select('id')
    .where('status', '=', 'ready')
    .where('published_version', '=', 1)
    .limit(DIALS)
    .execute();
  const keys = await loadKeys(db);
  const tokens = new Map<string, string>();
  for (const person of DEMO_PEOPLE)
    tokens.set(person.id, await issueAccessToken({ ...config.auth, keys, person, seconds: 3600 }));
  await db.destroy();
  const send: Send = async (who, method, path, body, ifMatch) => {
    const response = await fetch(`${lineslip.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(who)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer).slice(0, 500)}`);
    return answer;
  };
  const client = new pg.Client(database.config);
  await client.connect();
  const postmaster = findPostmaster(join(lineslip.dataDir, 'postgres/cluster'));
  if (postmaster === undefined) throw new Error('The engine is not running.');
  try {
    await fill(
      send,
      dials.map(({ id }) => id),
    );
    return await report(send, client, { server: lineslip.pid, engine: postmaster.pid });
  } finally {
    await client.end();
    await database.close();
  }
}

type Processes = Readonly<{ server: number; engine: number }>;

async function report(send: Send, client: pg.Client, { server, engine }: Processes): Promise<boolean> {
  await prepareFloor(client);
  const costs = { vote: [] as number[], floor: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const [vote, floor] = [await decide(send, round, [server, engine]), await writeBare(client, round, engine)];
    if (round < 0) continue;
    costs.vote.push(vote);
    costs.floor.push(floor);
  }
  const [vote, floor] = [median(costs.vote), median(costs.floor)];
  const isGood = vote / floor <= MAX_TIMES;
  console.log(`\nMilliseconds of processor, median of ${ROUNDS} rounds; times the floor; limit`);
  console.log(`${'the same rows by bare SQL'.padEnd(36)}${shown(floor)}`);
  console.log(
    `${'a deciding vote on 100 buckets'.padEnd(36)}${shown(vote)}${shown(vote / floor)}   at most ${MAX_TIMES} times${isGood ? '' : '   OVER'}`,
  );
  return isGood;
}

/** Every bucket has 100 dials, as a draft. */
async function fill(send: Send, dials: readonly string[]): Promise<void> {
  const entries = dials.map((dial_id) => ({ dial_id, version: 1, overrides: {} }));
  for (const { partner, cob } of ADDRESSES) {
    const url = `/api/buckets/${partner}/${cob}`;
    const { revision } = (await send('demo|underwriter', 'GET', url)) as Bucket;
    await send('demo|underwriter', 'PUT', `${url}/draft`, { entries }, revision);
  }
}

/** One override in each bucket, submitted together and approved once; measures the second approval. */
async function decide(send: Send, round: number, processes: readonly number[]): Promise<number> {
  const buckets = [];
  for (const { partner, cob } of ADDRESSES) {
    const { revision, live, draft } = (await send(
      'demo|underwriter',
      'GET',
      `/api/buckets/${partner}/${cob}`,
    )) as Bucket;
    const [first] = (draft ?? live).entries;
    const edit = { kind: 'set', dial_id: first?.dial_id, version: 1, overrides: { max_line: 1000 + round } };
    buckets.push({ partner, cob, revision, edits: [edit] });
  }
  const body = { buckets, submit: { description: 'Measured' } };
  const { set } = (await send('demo|underwriter', 'PUT', '/api/bucket-drafts', body)) as { set: string };
  const read = (await send('demo|reviewer.one', 'GET', `/api/review-sets/${set}`)) as ReviewSet;
  const votes = read.buckets.map(({ partner, cob, round: { hash } }) => ({ partner: partner.number, cob, hash }));
  const approve = { choice: 'approve', set, buckets: votes };
  await send('demo|reviewer.one', 'PUT', '/api/reviews/votes', approve);
  const before = cpuOf(processes);
  const after = (await send('demo|reviewer.two', 'PUT', '/api/reviews/votes', approve)) as { buckets: Review[] };
  const cost = cpuOf(processes) - before;
  if (after.buckets.some((one) => one.round?.outcome !== 'approved')) throw new Error('Not all of them went live.');
  return cost;
}

/** Tables of the same shape without triggers, filled with what the vote changes. */
async function prepareFloor(client: pg.Client): Promise<void> {
  for (const table of ['bucket', 'bucket_version', 'review_round', 'review_vote', 'audit_event', 'notification'])
    await client.query(`create table bench_${table} (like ${table} including indexes including defaults)`);
  const named = `partner_number >= ${PARTNER}`;
  await client.query(`insert into bench_bucket select * from bucket where ${named}`);
  await client.query(`insert into bench_bucket_version
    select v.* from bucket_version v join bucket b on b.id = v.bucket_id where b.${named}`);
}

/** What one deciding vote writes for each bucket: a vote, its round, two versions, the bucket, two records; and the notifications. */
async function writeBare(client: pg.Client, round: number, engine: number): Promise<number> {
  const { rows } = await client.query<{ id: string; live: string; draft: string }>(`
    select b.id, live.id as live, coalesce(draft.id, live.id) as draft from bench_bucket b
    join bench_bucket_version live on live.bucket_id = b.id and live.state = 'live'
    left join bench_bucket_version draft on draft.bucket_id = b.id and draft.state <> 'live'`);
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  const own = process.pid;
  const before = cpuOf([own, engine]);
  await client.query('begin');
  for (const [index, { id, live, draft }] of rows.entries()) {
    const hash = `${round} ${index}`.padEnd(64, 'f');
    const seq = (round + 1) * 1000 + index * 2;
    await run(
      'vote',
      `insert into bench_review_vote (round_id, person_id, choice, comment, content_hash, voted_at)
       values (gen_random_uuid(), 'demo|reviewer.two', 'approve', '', $1, now())`,
      [hash],
    );
    await run(
      'round',
      `insert into bench_review_round (id, bucket_version_id, number, description, submitted_at, submitted_by,
         closed_at, outcome, content_hash, authors, author_reasons, required)
       values (gen_random_uuid(), $1, $2, 'Measured', now(), 'demo|underwriter', now(), 'approved', $3, '{}', '[]', 2)`,
      [draft, round + 1000, hash],
    );
    await run('old', `update bench_bucket_version set saved_at = now(), description = $2 where id = $1`, [live, hash]);
    await run('new', `update bench_bucket_version set saved_at = now(), description = $2 where id = $1`, [draft, hash]);
    await run('head', 'update bench_bucket set revision = revision + 1 where id = $1', [id]);
    for (const more of [0, 1])
      await run(
        'record',
        `insert into bench_audit_event (seq, at, action, object_type, object_id, detail, previous_hash, hash)
         values ($1, now(), 'bucket_voted', 'bucket', $2, $3, $4, $5)`,
        [
          seq + more,
          id,
          JSON.stringify({ choice: 'approve', content_hash: hash }),
          `${hash} ${more}`,
          `${hash} ${more}`,
        ],
      );
  }
  await client.query('commit');
  return cpuOf([own, engine]) - before;
}

const lineslip = await startWithPortfolio();
try {
  if (!(await measure(lineslip))) process.exitCode = 1;
} finally {
  await lineslip.stop();
}
