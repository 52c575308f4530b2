import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReviewSet } from '#contract/review.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { addBuckets } from '#server/bucket/bucket.change.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Fault, FaultResult } from './fault.ts';
import type { World } from './world.ts';

const FIRST_PARTNER = 99_101;
/** About the longest time of a vote on the whole set: it is interrupted somewhere in it. */
const VOTE_MS = 1500;
/** They go live as soon as the server has started. */
const MAX_GO_LIVE_MS = 30_000;

const ADDRESSES = Array.from({ length: MAX_SET_BUCKETS }, (_, index) => ({
  partner: FIRST_PARTNER + Math.floor(index / CLASSES.length),
  cob: CLASSES[index % CLASSES.length]?.slug ?? '',
}));

const sender =
  ({ victims, tokenOf }: World) =>
  async <T>(mailbox: string, method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${victims[0]?.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokenOf(mailbox)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    return (await response.json()) as T;
  };

/** The current buckets of the set, with their revisions. */
async function readBuckets(world: World) {
  await world.query(async (db) => {
    const partners = [...new Set(ADDRESSES.map(({ partner }) => partner))];
    const existing = await db.selectFrom('partner').select('number').where('number', 'in', partners).execute();
    if (existing.length > 0) return;
    await db
      .insertInto('partner')
      .values(partners.map((number) => ({ number, name: `Drill ${number}` })))
      .execute();
    const added = ADDRESSES.map((address) => ({ ...address, appetite: 1 }));
    await transaction(db, (trx) => addBuckets({ trx, at: new Date() }, added));
  });
  const { rows } = await world.query((db) =>
    sql<{ partner: number; cob: string; revision: string; holds: boolean }>`
      select b.partner_number as partner, b.cob, b.revision::text as revision,
        exists (select 1 from bucket_version v join bucket_entry e on e.bucket_version_id = v.id
          where v.bucket_id = b.id and v.state in ('live', 'draft')) as holds
      from bucket b where b.partner_number >= ${FIRST_PARTNER}`.execute(db),
  );
  return rows;
}

type Submitted = Readonly<{ set: string; votes: Readonly<{ buckets: readonly unknown[] }> }>;

/** Adds one dial to all of them, or changes it, and submits them together; one reviewer approves. */
async function submitSet(world: World, attempt: number, liveOn: string | null): Promise<Submitted> {
  const send = sender(world);
  const buckets = (await readBuckets(world)).map(({ holds, ...bucket }) => ({
    ...bucket,
    edits: [
      holds
        ? { kind: 'set', dial_id: world.dial.id, version: 1, overrides: { max_line: 1000 + attempt } }
        : { kind: 'add', dial_id: world.dial.id, version: 1, place: { at: 'end' } },
    ],
  }));
  const submit = { description: `Try ${attempt}`, live_on: liveOn };
  const { set } = await send<{ set: string }>('underwriter', 'PUT', '/api/bucket-drafts', { buckets, submit });
  const read = await send<ReviewSet>('reviewer.one', 'GET', `/api/review-sets/${set}`);
  const seen = read.buckets.map(({ partner, cob, round }) => ({ partner: partner.number, cob, hash: round.hash }));
  const votes = { choice: 'approve', set, buckets: seen };
  await send('reviewer.one', 'PUT', '/api/reviews/votes', votes);
  return { set, votes };
}

/** The server is killed during the deciding vote. */
async function killInVote(world: World, attempt: number): Promise<FaultResult> {
  const { set, votes } = await submitSet(world, attempt, null);
  let isAnswered = false;
  const deciding = sender(world)('reviewer.two', 'PUT', '/api/reviews/votes', votes).then(
    () => (isAnswered = true),
    () => undefined,
  );
  await pause(Math.random() * VOTE_MS);
  const from = Date.now();
  await kill(world);
  await deciding;
  await world.restart(0);
  const { cast, live } = await countSet(world, set);
  const all = votes.buckets.length;
  const isWhole = (count: number) => count === (isAnswered || cast > 0 ? all : 0);
  // Decide what is still open, so that the next try finds all buckets free.
  if (live < all) await sender(world)('reviewer.two', 'PUT', '/api/reviews/votes', votes);
  const problems =
    isWhole(cast) && isWhole(live)
      ? []
      : [`Of a vote on ${all} buckets ${cast} were cast and ${live} went live (answered: ${isAnswered}).`];
  return { problems, from };
}

/** Approved for a day; the clock reaches it, and the server is killed while they go live. */
async function killAtGoLive(world: World, attempt: number): Promise<FaultResult> {
  const day = new Date(Date.now() + world.moveClock()).toISOString().slice(0, 10);
  const { set, votes } = await submitSet(world, attempt, day);
  await sender(world)('reviewer.two', 'PUT', '/api/reviews/votes', votes);
  const all = votes.buckets.length;
  const problems: string[] = [];
  const expectLive = (live: number, isAllowed: boolean, when: string) => {
    if (!isAllowed) problems.push(`Of ${all} buckets ${live} were live ${when}.`);
  };
  const before = (await countSet(world, set)).live;
  expectLive(before, before === 0, 'before their day');
  const from = Date.now();
  await kill(world);
  await world.restart(0);
  await pause(Math.random() * VOTE_MS);
  await kill(world);
  const { live } = await countSet(world, set);
  expectLive(live, live === 0 || live === all, 'after the server was killed');
  await world.restart(0);
  const latest = Date.now() + MAX_GO_LIVE_MS;
  let after = 0;
  while (after < all && Date.now() < latest) ({ live: after } = await countSet(world, set));
  expectLive(after, after === all, 'after the next start');
  return { problems, from };
}

async function kill({ victims: [victim] }: World): Promise<void> {
  victim?.signal('SIGKILL');
  await victim?.ended;
}

/** How many of its buckets the second reviewer voted on, and how many are live. */
async function countSet(world: World, set: string): Promise<Readonly<{ cast: number; live: number }>> {
  const { rows } = await world.query((db) =>
    sql<{ cast: number; live: number }>`
      select count(*) filter (where v.person_id is not null)::int as cast,
        count(*) filter (where r.outcome = 'approved')::int as live
      from review_round r left join review_vote v on v.round_id = r.id and v.person_id = 'demo|reviewer.two'
      where r.set_id = ${set}`.execute(db),
  );
  return rows[0] ?? { cast: 0, live: 0 };
}

export const SET_FAULTS: readonly Fault[] = [
  {
    name: 'kill-set-vote',
    title: 'kill -9 in a vote on 100 buckets',
    tries: 6,
    setting: { servers: 1, database: 'embedded' },
    strike: killInVote,
  },
  {
    name: 'kill-go-live',
    title: 'kill -9 while 100 buckets go live on their day',
    tries: 4,
    setting: { servers: 1, database: 'embedded' },
    strike: killAtGoLive,
  },
];
