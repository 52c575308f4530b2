import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuthorityProposal } from '#contract/authority.ts';
import type { UserProfile } from '#contract/user.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { ruleFor } from '#server/testing/authorities.ts';
import { contentOf } from '#server/testing/review-model.ts';
import { openHosted, openMailed, type PeopleWorld } from '#server/testing/people-worlds.ts';
import { countSequences, MANY_SEQUENCES, runSequences } from '#server/testing/sequences.ts';
import { HandsModel } from '#server/testing/hands-model.ts';

/**
 * Random acts of humans who make accounts: they add and invite people whose mailboxes they own, accept the links, sign in to a
 * hosted tenant in several ways, and use all of it to put drafts live, raise appetites, change authority and end stops.
 */
const SEQUENCES = countSequences(16);
const NO_HASH = '0'.repeat(64);

/** What accounts do, and how often. */
const WEIGHTS = {
  add: 2,
  accept: 2,
  invite: 1,
  confirm: 2,
  save: 1,
  submit: 2,
  vote: 7,
  raise: 3,
  rule: 2,
  stop: 1,
} as const;
type Kind = keyof typeof WEIGHTS;
const CHANGES_BUCKET: ReadonlySet<Kind> = new Set(['save', 'submit', 'vote', 'raise', 'stop']);
/** `by` and `to` choose accounts, -1 the last one made; `way` how an address is written. */
type Step = Readonly<{ kind: Kind; by: number; to: number; way: number }>;
const kind = fc.oneof(
  ...Object.entries(WEIGHTS).map(([one, weight]) => ({ weight, arbitrary: fc.constant(one as Kind) })),
);
const steps = fc.array(fc.record({ kind, by: fc.nat(99), to: fc.nat(99), way: fc.nat(3) }), {
  minLength: 4,
  maxLength: 16,
});
/** What leads to interesting states, before the random acts: accounts with mailboxes of their own first. */
const ACCOUNTS: readonly Step[] = [
  { kind: 'add', by: 0, to: 0, way: 3 },
  { kind: 'accept', by: 0, to: -1, way: 0 },
  { kind: 'add', by: 0, to: 0, way: 3 },
  { kind: 'accept', by: 0, to: -1, way: 0 },
];
const DRAFT: readonly Step[] = [
  { kind: 'save', by: 0, to: 0, way: 1 },
  { kind: 'submit', by: 0, to: 0, way: 0 },
];
const STOPPED: readonly Step[] = [
  { kind: 'stop', by: 0, to: 0, way: 0 },
  { kind: 'submit', by: 1, to: 0, way: 0 },
];
/** Where there are others: by the second human, of the first account that was made. */
const APPROVED: readonly Step[] = [{ kind: 'vote', by: 2, to: 0, way: 0 }];
const CONFIRMED: readonly Step[] = [{ kind: 'confirm', by: 1, to: 3, way: 0 }];
const sequences = fc.record({
  /** One human, or two others beside her. */
  humans: fc.constantFrom(1, 1, 3),
  beginning: fc.constantFrom(
    [],
    ACCOUNTS,
    [...ACCOUNTS, ...DRAFT],
    [...ACCOUNTS, ...STOPPED],
    [...DRAFT, ...APPROVED],
    [...STOPPED, ...APPROVED],
    [...ACCOUNTS, ...CONFIRMED, ...DRAFT],
  ),
  acts: steps,
});

let humans = 0;

/** Everything that one sequence does, with the model of whose hands each account may be in. */
async function runPeople(
  world: PeopleWorld,
  isHosted: boolean,
  { humans: count, beginning, acts }: SequenceOf,
): Promise<Sums> {
  const { tester, dials } = world;
  const at = await world.nextBucket();
  const model = new HandsModel();
  const sums: Sums = { live: 0, raised: 0, changed: 0, restarted: 0, confirmed: 0, refused: 0 };
  for (let index = 0; index < count; index += 1) {
    const email = `human.${(humans += 1)}@gmail.com`;
    model.addHuman(await world.addHuman(email), email);
  }
  let state = await tester.get(at, model.pick(0).id);
  for (const { kind: act, by, to, way } of [...beginning, ...acts]) {
    const actor = model.pick(by);
    const target = model.pick(to);
    const { live, draft, stop, appetite, revision } = state;
    const before = { isStopped: stop !== null, appetite };
    const url = tester.urlOf(at);
    if (act === 'add') {
      const { email, isHome } = model.writeAddress(actor, way);
      const id = await world.add(actor.id, email, isHome);
      if (id !== undefined) {
        if (isHosted) model.enter(id, email, isHome ? undefined : actor.id);
        else model.add(actor.id, id, email);
      }
    } else if (act === 'accept') await world.accept(target.email);
    else if (act === 'invite') {
      if (await world.invite(actor.id, target.id)) model.invite(actor.id, target.id);
    } else if (act === 'confirm') {
      const userUrl = `/api/users/${encodeURIComponent(target.id)}`;
      const person = await tester.good<UserProfile>(actor.id, 'GET', userUrl);
      const { status } = await tester.call(actor.id, 'POST', `${userUrl}/confirm`, { ifMatch: person.revision });
      if (status === 200) {
        expect(model.confirm(actor.id, target.id), `${actor.id} confirms ${target.id}`).toBe(true);
        sums.confirmed += 1;
      }
    } else if (act === 'save') {
      const saved = await tester.save(actor.id, at, revision, contentOf(1 + (way % 3), dials));
      if (saved.status === 200) model.write(actor.id);
    } else if (act === 'submit') {
      const body = { description: 'Because', reply: 'As agreed', live_on: null, restart: stop !== null };
      const sent = await tester.call(actor.id, 'POST', `${url}/draft/submit`, { ifMatch: revision, body });
      if (sent.status === 200) model.write(actor.id);
    } else if (act === 'vote') {
      // Without a draft there is nothing to vote on.
      if (draft === null) continue;
      const hash = (await tester.review(at, actor.id)).round?.hash ?? NO_HASH;
      const answer = await tester.vote(actor.id, at, hash, 'approve');
      if (answer.status === 403) sums.refused += 1;
    } else if (act === 'raise') {
      const { rows } = await sql<{ id: string }>`
        select proposal_id as id from appetite_proposal a join bucket b on b.id = a.bucket_id
        where b.partner_number = ${at.partner} and b.cob = ${at.cob} and a.outcome is null limit 1`.execute(
        world.server.database.db,
      );
      const [waiting] = rows;
      if (waiting === undefined) {
        const body = { changes: [{ ...at, appetite: appetite + 1, was: appetite }] };
        await tester.good(actor.id, 'PUT', '/api/admin/appetites', { body });
        model.propose('raise', actor.id);
      } else {
        const body = { decision: 'confirm', buckets: [at] };
        await tester.call(actor.id, 'PUT', `/api/appetite-proposals/${waiting.id}/decision`, { body });
      }
    } else if (act === 'rule') {
      const proposals = '/api/authority/proposals';
      const waiting = model.proposed('rule');
      if (waiting === undefined) {
        const change = { kind: 'add_rule', rule: ruleFor([target.id], at, { when: [{ kind: 'appetite' }] }) };
        const sent = await tester.call(actor.id, 'POST', proposals, { body: { change } });
        if (sent.status === 200) model.propose('rule', actor.id, sent.json<AuthorityProposal>().id);
      } else {
        const { status } = await tester.call(actor.id, 'PUT', `${proposals}/${waiting.id}`, {
          body: { decision: 'confirm' },
        });
        if (status === 200) {
          expect(model.areOne(actor.id, waiting.by), `${actor.id} confirms the rule of ${waiting.by}`).toBe(false);
          model.decided('rule');
          sums.changed += 1;
        }
      }
    } else
      await tester.call(actor.id, 'POST', '/api/bucket-stops', {
        body: { scope: { kind: 'buckets', buckets: [at] }, reason: 'Wrong' },
      });

    if (!CHANGES_BUCKET.has(act)) continue;
    state = await tester.get(at, actor.id);
    const after = state;
    const isRestarted = before.isStopped && after.stop === null;
    if (isRestarted || after.live.number !== live.number) {
      const approvers = await listApprovers(world, at);
      expect(model.explainUnsound(approvers), `${act} by ${actor.id}`).toEqual([]);
      expect(count, 'nobody alone puts anything live').toBeGreaterThan(1);
      model.wentLive();
      sums.live += 1;
      if (isRestarted) sums.restarted += 1;
    }
    if (after.appetite > before.appetite) {
      expect(model.areOne(actor.id, model.proposed('raise')?.by ?? ''), `${actor.id} raises the appetite`).toBe(false);
      expect(count, 'nobody alone raises an appetite').toBeGreaterThan(1);
      model.decided('raise');
      sums.raised += 1;
    }
  }
  return sums;
}

type SequenceOf = typeof sequences extends fc.Arbitrary<infer T> ? T : never;
type Sums = Record<'live' | 'raised' | 'changed' | 'restarted' | 'confirmed' | 'refused', number>;

/** Whose approvals count in the round that made the live version. */
async function listApprovers({ server }: PeopleWorld, { partner, cob }: BucketAddress): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    select v.person_id as person from review_vote v
    where v.choice = 'approve' and v.discounted is null and v.round_id = (
      select r.id from review_round r join bucket_version d on d.id = r.bucket_version_id join bucket b on b.id = d.bucket_id
      where b.partner_number = ${partner} and b.cob = ${cob} and r.outcome = 'approved' order by r.closed_at desc limit 1)`.execute(
    server.database.db,
  );
  return rows.map(({ person }) => person);
}

test.each([
  ['with mailed links', false],
  ['in a hosted tenant', true],
])(
  `[R61][R62] no sequence of one human’s acts %s, with any number of accounts, raises what is live: ${SEQUENCES} sequences`,
  { timeout: 7_200_000 },
  async (_where, isHosted) => {
    const sums: Sums = { live: 0, raised: 0, changed: 0, restarted: 0, confirmed: 0, refused: 0 };
    await runSequences({
      name: isHosted ? 'Hosted people' : 'People',
      count: Math.ceil(SEQUENCES / 2),
      shrinks: false,
      sequences,
      open: isHosted ? openHosted : openMailed,
      async run(world, sequence) {
        const found = await runPeople(world, isHosted, sequence);
        for (const key of Object.keys(sums) as (keyof Sums)[]) sums[key] += found[key];
      },
      check: async () => undefined,
    });
    console.info(JSON.stringify(sums));
    // All of it happens where there are several humans.
    const never = Object.entries(sums).filter(([, count]) => count === 0 && SEQUENCES >= MANY_SEQUENCES);
    expect(never).toEqual([]);
  },
);
