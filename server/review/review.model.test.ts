import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Dial } from '#contract/dial.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';
import { createTestApp } from '#server/testing/app.ts';
import { type Command, type Real, reviewCommands } from '#server/testing/review-commands.ts';
import { type BucketModel, BucketsModel, contentOf } from '#server/testing/review-model.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { EVERYONE_MAY, reviewTester } from '#server/testing/reviews.ts';
import { countSequences, freeBuckets, MANY_SEQUENCES, runSequences } from '#server/testing/sequences.ts';

/** Runs random actions of random people against the real server and compares every response with the model. */
const SEQUENCES = countSequences(15);
const PEOPLE = 6;
const DIALS = 4;
/** How many buckets change together. */
const TOGETHER = 3;

const sums = { activations: 0, rejections: 0, discounts: 0, votesOnSets: 0 };

const { save, submit, vote, cancel, reset, permission, submitTogether, voteOnSet, ...people } = reviewCommands(PEOPLE);

async function openWorld() {
  const server = await createTestApp();
  const tester = reviewTester(server);
  const people = await tester.addPeople(PEOPLE, [...EVERYONE_MAY, 'dials:create']);
  const dials: Dial[] = [];
  for (let made = 0; made < DIALS; made += 1) {
    const who = people[made % PEOPLE] as string;
    const body = { ...EMPTY_DIAL, name: `Dial ${made}`, values: { max_line: 900 } };
    const { id, revision } = await tester.good<Dial>(who, 'POST', '/api/dials', { body });
    dials.push(await tester.good<Dial>(who, 'POST', `/api/dials/${id}/draft/publish`, { ifMatch: revision }));
  }
  const grant: Real['grant'] = (people, permissions) =>
    server.database.db.updateTable('person').set({ permissions }).where('id', 'in', people).execute();
  return { server, tester, grant, people, dials, nextBucket: freeBuckets(tester), turn: 0 };
}
type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * The start of a sequence: nothing, a draft in review, a vote whose voter then loses the permission, several drafts
 * submitted together, or one of those withdrawn from its set and submitted alone.
 */
type Beginning = 'nothing' | 'submitted' | 'voted' | 'together' | 'left';

const sequences = fc.oneof(
  fc.tuple(
    fc.constantFrom<Beginning>('nothing', 'submitted', 'submitted', 'voted'),
    fc.commands([save, submit, vote, vote, vote, vote, vote, vote, cancel, reset, permission], { maxCommands: 8 }),
  ),
  fc.tuple(
    fc.constantFrom<Beginning>('together', 'together', 'left'),
    fc.commands(
      [
        voteOnSet,
        voteOnSet,
        voteOnSet,
        voteOnSet,
        vote,
        vote,
        submitTogether,
        submitTogether,
        save,
        cancel,
        permission,
      ],
      { maxCommands: 8 },
    ),
  ),
);

type Sequence = typeof sequences extends fc.Arbitrary<infer S> ? S : never;

async function runSequence(world: World, [beginning, commands]: Sequence): Promise<void> {
  world.turn += 2;
  const dials = [world.turn, world.turn + 1].map((index) => world.dials[index % DIALS] as Dial);
  const writers = { 0: world.people.indexOf(writerOf(dials[0])), 1: world.people.indexOf(writerOf(dials[1])) };
  const model = new BucketsModel(beginning === 'together' || beginning === 'left' ? TOGETHER : 1, writers);
  const addresses: BucketAddress[] = [];
  for (const _ of model.buckets) addresses.push(await world.nextBucket());
  const real: Real = { ...world, dials, addresses };
  const voter = [1, 2, 3].find((who) => !Object.values(writers).includes(who)) ?? 1;
  const together = people.submitsTogether(0, [0, 1, 2], 1);
  const submitted = [people.saves(0, 0, 1), people.submits(0, 0)];
  const first = {
    nothing: [],
    submitted,
    voted: [...submitted, people.votes(voter, 0, 'approve', 0, ''), people.setsPermission(voter, true)],
    together: [together],
    left: [together, people.cancels(0, 0), people.submits(0, 0)],
  } satisfies Record<Beginning, Command[]>;
  try {
    for (const one of first[beginning]) await one.run(model, real);
    await fc.asyncModelRun(() => ({ model, real }), commands);
  } finally {
    if (model.lost.size > 0) await world.grant(world.people, EVERYONE_MAY);
  }
  for (const [place, bucket] of model.buckets.entries()) {
    await expectAsModelled(bucket, addresses[place] as BucketAddress, real.dials, world.server.database.db);
    sums.activations += bucket.activations;
    sums.rejections += bucket.rejections;
    sums.discounts += bucket.discounts;
  }
  sums.votesOnSets += model.votesOnSets;
}

/** Reads the tables in one query; the responses were compared along the way. */
async function expectAsModelled(
  model: BucketModel,
  address: BucketAddress,
  dials: readonly Dial[],
  db: Db,
): Promise<void> {
  const { rows } = await sql<Stored>`
    select b.revision, live.number, coalesce(d.state, 'active') as status, ${entriesOf('live')} as live,
      ${entriesOf('d')} as draft,
      (select count(*)::int from audit_event where object_type = 'bucket'
        and object_id = b.partner_number || '/' || b.cob) as records
    from bucket b
    join bucket_version live on live.bucket_id = b.id and live.state = 'live'
    left join bucket_version d on d.bucket_id = b.id and d.state in ('draft', 'pending_review')
    where b.partner_number = ${address.partner} and b.cob = ${address.cob}`.execute(db);
  expect(rows).toEqual([
    {
      revision: model.revision,
      number: model.liveNumber,
      status: model.draft === null ? 'active' : model.draft.pending ? 'pending_review' : 'draft',
      live: contentOf(model.live, dials),
      draft: contentOf(model.draft?.content ?? 0, dials),
      records: model.records,
    },
  ]);
}

type Stored = Readonly<Record<string, unknown>>;
const entriesOf = (version: string) => sql`(
  select coalesce(json_agg(json_build_object('dial_id', dial_id, 'version', dial_version, 'overrides', overrides)
    order by position), '[]') from bucket_entry where bucket_version_id = ${sql.ref(`${version}.id`)})`;

/** Each dial has a single writer. */
const writerOf = (dial: Dial | undefined): string => dial?.created_by.id ?? '';

test(
  `[R2][R4][R5][R11][R22] live implies two distinct approvers that count, no author, both on this hash, and a vote on a set is all or nothing: ${SEQUENCES} sequences`,
  { timeout: 7_200_000 },
  async () => {
    await runSequences({
      name: 'Review',
      count: SEQUENCES,
      sequences,
      open: openWorld,
      run: runSequence,
      check: async ({ server }) => expect(await brokenRules(server.database.db)).toEqual([]),
    });
    if (SEQUENCES >= MANY_SEQUENCES) expect(Math.min(...Object.values(sums))).toBeGreaterThan(SEQUENCES / 100);
  },
);
