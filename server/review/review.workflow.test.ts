import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Review } from '#contract/review.ts';
import { RAISE_DECISIONS, type RaiseDecision } from '#domain/appetite/proposal.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { CHOICES, type Choice } from '#domain/review/round.ts';
import { useTestApp } from '#server/testing/app.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { contentOf } from '#server/testing/review-model.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { type Answered, EVERYONE_MAY, useReviews } from '#server/testing/reviews.ts';
import { WorkflowModel } from '#server/testing/workflow-model.ts';

/** Random acts of random people, over days, against the real server; every answer and the end are compared with the model. */
const SEQUENCES = isLong ? 20_000 : 40;
/** Printed on failure; the same seed repeats the same sequences. */
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007);
const DAY_MS = 86_400_000;
const PEOPLE = 5;
const NO_HASH = '0'.repeat(64);

const midnight = Date.parse('2026-11-18T00:00:00.000Z');
let [day, passed] = [0, 0];
const server = useTestApp({ now: () => new Date(midnight + day * DAY_MS + 30_000 + (passed += 1)) });
const tester = useReviews(server, 1);
const { call, good, get, review, save, vote, cancel, urlOf, dials } = tester;
const people: string[] = [];
const free: BucketAddress[] = [];
beforeAll(async () => {
  people.push(...(await tester.addPeople(PEOPLE, [...EVERYONE_MAY, 'admin:view', 'admin:edit'])));
});

const dayText = (offset: number): string => new Date(midnight + offset * DAY_MS).toISOString().slice(0, 10);

type Real = Readonly<{ at: BucketAddress; firstDay: number; who: (person: number) => string }>;
type Act = Readonly<{ model: WorkflowModel; real: Real; revision: string }>;
type Command = fc.AsyncCommand<WorkflowModel, Real>;

/** An act of one person, which the model and the server accept, or both refuse. */
const act = (
  name: string,
  expected: (model: WorkflowModel) => boolean,
  send: (act: Act) => Promise<Answered>,
): Command => ({
  check: () => true,
  async run(model, real) {
    const { revision } = await get(real.at, people[0]);
    const answer = await send({ model, real, revision });
    const isAccepted = expected(model);
    expect(answer.status === 200, `${name}: ${answer.body}`).toBe(isAccepted);
    if (!isAccepted) expect(answer.status).toBeLessThan(500);
  },
  toString: () => name,
});

const changeDraft = (who: string, at: BucketAddress, route: string, ifMatch: string, body: object) =>
  call(who, 'POST', `${urlOf(at)}/draft/${route}`, { ifMatch, body });
/** Days in the model count from the start of its sequence. */
const dayOf = ({ firstDay }: Real, modelled: number): string => dayText(firstDay + modelled);

const saves = (who: number, content: number): Command =>
  act(
    `${who} saves ${content}`,
    (model) => model.save(who, content),
    ({ real, revision }) => save(real.who(who), real.at, revision, contentOf(content, dials)),
  );
const submits = (who: number, ahead: number | null, restart: boolean): Command =>
  act(
    `${who} submits for ${ahead} days ahead${restart ? ', to restart' : ''}`,
    (model) => model.submit(who, { day: ahead === null ? null : model.today + ahead, restart }),
    ({ model, real, revision }) =>
      changeDraft(real.who(who), real.at, 'submit', revision, {
        description: 'Because',
        reply: 'As agreed',
        live_on: ahead === null ? null : dayOf(real, model.today + ahead),
        restart,
      }),
  );
const votes = (who: number, choice: Choice): Command =>
  act(
    `${who} votes ${choice}`,
    (model) => model.vote(who, choice),
    async ({ real: { at, who: idOf } }) => {
      const { round } = await good<Review>(people[0] ?? '', 'GET', `${urlOf(at)}/review`);
      return vote(idOf(who), at, round?.hash ?? NO_HASH, choice);
    },
  );
const cancels = (who: number): Command =>
  act(
    `${who} cancels`,
    (model) => model.cancel(),
    ({ real, revision }) => cancel(real.who(who), real.at, revision),
  );
const resets = (who: number): Command =>
  act(
    `${who} resets`,
    (model) => model.reset(),
    ({ real, revision }) => call(real.who(who), 'DELETE', `${urlOf(real.at)}/draft`, { ifMatch: revision }),
  );
const putsOff = (who: number, ahead: number): Command =>
  act(
    `${who} puts it off to ${ahead} days ahead`,
    (model) => model.putOff(model.today + ahead),
    ({ model, real, revision }) =>
      changeDraft(real.who(who), real.at, 'put-off', revision, {
        day: dayOf(real, model.today + ahead),
        reason: 'Later',
      }),
  );
const bringsForward = (who: number, ahead: number): Command =>
  act(
    `${who} asks for ${ahead} days ahead`,
    (model) => model.bringForward(who, model.today + ahead),
    ({ model, real, revision }) =>
      changeDraft(real.who(who), real.at, 'bring-forward', revision, {
        day: dayOf(real, model.today + ahead),
        reason: 'Sooner',
      }),
  );
const callsOff = (who: number): Command =>
  act(
    `${who} calls it off`,
    (model) => model.callOff(),
    ({ real, revision }) => changeDraft(real.who(who), real.at, 'call-off', revision, { reason: 'No' }),
  );
const stops = (who: number): Command =>
  act(
    `${who} stops it`,
    (model) => model.stop(),
    ({ real: { at, who: idOf } }) =>
      call(idOf(who), 'POST', '/api/bucket-stops', {
        body: { scope: { kind: 'buckets', buckets: [at] }, reason: 'Wrong' },
      }),
  );
const setsAppetite = (who: number, appetite: number): Command =>
  act(
    `${who} sets the appetite to ${appetite}`,
    (model) => model.setAppetite(who, appetite),
    ({ model, real: { at, who: idOf } }) =>
      call(idOf(who), 'PUT', '/api/admin/appetites', { body: { changes: [{ ...at, appetite, was: model.appetite }] } }),
  );
const decides = (who: number, decision: RaiseDecision): Command =>
  act(
    `${who} decides: ${decision}`,
    (model) => model.decide(who, decision),
    async ({ real: { at, who: idOf } }) => {
      const id = await findProposal(at);
      return call(idOf(who), 'PUT', `/api/appetite-proposals/${id}/decision`, { body: { decision, buckets: [at] } });
    },
  );
const nextDay: Command = {
  check: () => true,
  async run(model) {
    day += 1;
    await server.runJob('goLive');
    model.nextDay();
  },
  toString: () => 'the next day',
};

/** The newest one, open or not. */
async function findProposal({ partner, cob }: BucketAddress): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select proposal_id as id from appetite_proposal a join bucket b on b.id = a.bucket_id
    where b.partner_number = ${partner} and b.cob = ${cob} order by proposed_at desc limit 1`.execute(
    server.database.db,
  );
  return rows[0]?.id ?? '00000000-0000-4000-8000-000000000000';
}

const person = fc.nat(PEOPLE - 1);
const someone = { one: fc.constant(0), several: person };
const ahead = fc.integer({ min: 1, max: 3 });
const commandsOf = (who: fc.Arbitrary<number>) => {
  const votesOf = fc.tuple(who, fc.constantFrom(...CHOICES, 'approve' as const)).map((given) => votes(...given));
  return [
    fc.tuple(who, fc.integer({ min: 0, max: 4 })).map((given) => saves(...given)),
    fc.tuple(who, fc.option(ahead), fc.boolean()).map((given) => submits(...given)),
    votesOf,
    votesOf,
    votesOf,
    votesOf,
    votesOf,
    who.map(cancels),
    who.map(resets),
    fc.tuple(who, ahead).map((given) => putsOff(...given)),
    fc.tuple(who, fc.nat(2)).map((given) => bringsForward(...given)),
    who.map(callsOff),
    who.map(stops),
    fc.tuple(who, fc.constantFrom(0, 0.5, 1, 1.5)).map((given) => setsAppetite(...given)),
    fc.tuple(who, fc.constantFrom(...RAISE_DECISIONS)).map((given) => decides(...given)),
    fc.constant(nextDay),
  ];
};

/** A draft that waits for its day, or a stopped bucket: what follows is more interesting than what leads there. */
const waits = [saves(0, 1), submits(0, 3, false), votes(1, 'approve'), votes(2, 'approve')];
const restarts = [stops(0), submits(0, null, true), votes(1, 'approve')];
const BEGINNINGS = {
  nothing: [],
  submitted: [saves(0, 1), submits(0, null, false)],
  waits,
  restarts,
  asks: [...waits, bringsForward(3, 1), votes(1, 'approve')],
  raises: [setsAppetite(0, 1.5)],
} satisfies Record<string, readonly Command[]>;

const sequences = fc.oneof(
  fc.record({
    isAlone: fc.constant(false),
    beginning: fc.constantFrom(...Object.values(BEGINNINGS)),
    commands: fc.commands(commandsOf(someone.several), { maxCommands: 12 }),
  }),
  fc.record({
    isAlone: fc.constant(true),
    beginning: fc.constant<readonly Command[]>([]),
    commands: fc.commands(commandsOf(someone.one), { maxCommands: 12 }),
  }),
);

async function expectAsModelled(model: WorkflowModel, at: BucketAddress): Promise<void> {
  const { live, draft, stop, appetite } = await get(at, people[0]);
  const { round } = await review(at, people[0]);
  const isVoting = draft !== null && round !== null && round.outcome === null && round.approved_at === null;
  expect({ live: live.entries, draft: draft?.entries, isStopped: stop !== null, appetite, isVoting }).toEqual({
    live: contentOf(model.live, dials),
    draft: model.draft === null ? undefined : contentOf(model.draft.content, dials),
    isStopped: model.isStopped,
    appetite: model.appetite,
    isVoting: Boolean(model.draft?.voting),
  } satisfies Record<string, unknown>);
  expect(stateOf(draft)).toBe(
    model.draft?.waiting ? 'waits' : model.draft?.voting ? 'pending_review' : model.draft ? 'draft' : 'active',
  );
}

function stateOf(draft: Bucket['draft']): string {
  if (draft === null) return 'active';
  return draft.review?.approved_at ? 'waits' : draft.state;
}

test(
  `[R32][R35][R37][R40][R45] what is live is what two people approved for that day; nobody alone raises it: ${SEQUENCES} sequences`,
  { timeout: isLong ? 7_200_000 : 600_000 },
  async () => {
    console.info(`Sequences of the workflow: SEED=${SEED}`);
    const sums = { activations: 0, restarts: 0, raises: 0, earlierDays: 0 };
    const property = fc.asyncProperty(sequences, async ({ isAlone, beginning, commands }) => {
      if (free.length === 0) free.push(...(await tester.addBuckets(500)));
      const at = free.pop() as BucketAddress;
      const model = new WorkflowModel();
      const real: Real = { at, firstDay: day, who: (index) => people[index] ?? '' };
      for (const command of beginning) await command.run(model, real);
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await expectAsModelled(model, at);
      if (isAlone) {
        const { live, appetite } = await get(at, people[0]);
        expect(live.entries).toEqual([]);
        expect(appetite).toBeLessThanOrEqual(1);
        expect(model.restarts).toBe(0);
      }
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += model[key];
    });
    await fc.assert(property, { seed: SEED, numRuns: SEQUENCES, endOnFailure: false });
    expect(await brokenRules(server.database.db)).toEqual([]);
    expect(await raisedAlone()).toEqual([]);
    // Many sequences reach the interesting states often enough to mean something.
    if (isLong) expect(Math.min(...Object.values(sums))).toBeGreaterThan(SEQUENCES / 100);
  },
);

/** Raised appetites that the person who proposed them confirmed, or that nobody proposed. */
async function raisedAlone(): Promise<string[]> {
  const { rows } = await sql<{ bucket: string }>`
    select object_id as bucket from audit_event
    where action = 'bucket_appetite_changed' and (detail->>'became')::float8 > (detail->>'was')::float8
      and (detail->>'proposed_by' is null or detail->>'proposed_by' = actor_id)`.execute(server.database.db);
  return rows.map(({ bucket }) => bucket);
}
