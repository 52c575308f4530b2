import { beforeAll, expect, test } from 'vitest';
import { type BucketAddress, bucketId } from '#domain/event/event.ts';
import type { Choice } from '#domain/review/round.ts';
import { verifyChain } from '#server/audit/audit.verify.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { EVERYONE_MAY, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { auditRecords } from '#server/testing/records.ts';
import { stopTester } from '#server/testing/stops.ts';
import { useTestServers } from '#server/testing/servers.ts';
import { sortedStatuses } from '#server/testing/calls.ts';

const TIMES = Array.from({ length: isLong ? 100 : 2 }, (_, index) => index);
const LIMIT = { timeout: isLong ? 3_600_000 : 300_000 };
const CROWD = 50;

/** Calls are spread over three servers on one database. */
const servers = useTestServers(3, { environment: { SIGN_IN: 'password' } });
const tester = useReviews(servers, TIMES.length * 27);
const { get, review, vote, submitted, submit, save, cancel, call, published, bucket, entries } = tester;
const { stop, restart } = stopTester(tester);
let people: string[];
beforeAll(async () => {
  people = await tester.addPeople(CROWD, [...EVERYONE_MAY, 'dials:delete']);
});
const person = (index: number) => people[index] ?? '';

test(
  '[R9] an activation that drops a dial and the concurrent deletion of that dial keep the bucket consistent',
  LIMIT,
  async () => {
    for (const _ of TIMES) {
      const at = bucket();
      const dial = await published({ name: 'Going' });
      const first = await submitted(at, [entryOf(dial)]);
      for (const index of [0, 1]) await vote(person(index), at, first, 'approve');
      const second = await submitted(at, entries(0));
      await vote(person(0), at, second, 'approve');
      const [cast, gone] = await Promise.all([
        vote(person(1), at, second, 'approve'),
        call(person(2), 'DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision }),
      ]);
      expect(cast.status).toBe(200);
      expect([200, 409]).toContain(gone.status);
      expect((await get(at)).live).toMatchObject({ number: 3, entries: entries(0), notes: [] });
    }
  },
);

test(
  '[R35] a stop and a deciding vote that restarts: the stop is refused, or stands after the restart',
  LIMIT,
  async () => {
    for (const _ of TIMES) {
      const at = bucket();
      await stop(at);
      await restart(at);
      const hash = (await review(at)).round?.hash ?? '';
      await vote(person(0), at, hash, 'approve');
      const [cast, again] = await Promise.all([vote(person(1), at, hash, 'approve'), stop(at, 'Once more', person(2))]);
      expect(cast.status).toBe(200);
      expect([200, 409]).toContain(again.status);
      const after = await get(at);
      expect(after).toMatchObject({ live: { number: 2 }, draft: null });
      expect(after.stop?.reason).toBe(again.status === 200 ? 'Once more' : undefined);
      const { db } = servers.database;
      expect(await auditRecords(db, { object: bucketId(at), action: 'bucket_restarted' })).toHaveLength(1);
      expect(await auditRecords(db, { object: bucketId(at), action: 'bucket_stopped' })).toHaveLength(
        again.status === 200 ? 2 : 1,
      );
      const other = bucket();
      const stops = await Promise.all([stop(other), stop(other, 'Too', person(0)), stop(other, 'And', person(1))]);
      expect(sortedStatuses(stops)).toEqual([200, 409, 409]);
      expect(await auditRecords(db, { object: bucketId(other), action: 'bucket_stopped' })).toHaveLength(1);
    }
  },
);

test('[R9] a dial that an activation adds survives a concurrent deletion', LIMIT, async () => {
  for (const _ of TIMES) {
    const at = bucket();
    const dial = await published({ name: 'Coming' });
    const hash = await submitted(at, [entryOf(dial)]);
    await vote(person(0), at, hash, 'approve');
    const [cast, gone] = await Promise.all([
      vote(person(1), at, hash, 'approve'),
      call(person(2), 'DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision }),
    ]);
    expect([cast.status, gone.status]).toEqual([200, 409]);
    expect((await get(at)).live.notes).toEqual([]);
  }
});

test.each([
  ['the deactivation of', 'deactivate'],
  ['an author’s link for', 'invitation'],
])(
  '[R21][R22] a vote that decides and %s someone who voted: the vote was first, or theirs no longer counts',
  LIMIT,
  async (_what, how) => {
    for (const time of TIMES) {
      const at = bucket();
      const hash = await submitted(at, entries(0), 'demo|administrator');
      const [gone = ''] = await tester.addPeople(1);
      await vote(gone, at, hash, 'approve');
      const path = `/api/users/${encodeURIComponent(gone)}/${how}`;
      const last = [
        () => vote(person(1), at, hash, 'approve'),
        () => call('demo|administrator', 'POST', path, { ifMatch: '1' }),
      ];
      const answers = await Promise.all((time % 2 === 0 ? last : last.toReversed()).map((act) => act()));
      expect(sortedStatuses(answers)).toEqual([200, 200]);
      const records = await servers.database.db
        .selectFrom('audit_event')
        .select('action')
        .where('object_id', 'in', [gone, `${at.partner}/${at.cob}`])
        .where('action', 'in', ['person_deactivated', 'person_invited', 'bucket_activated', 'bucket_vote_discounted'])
        .orderBy('seq')
        .execute();
      const changed = how === 'deactivate' ? 'person_deactivated' : 'person_invited';
      const isLive = (await get(at)).status === 'active';
      expect(records.map(({ action }) => action)).toEqual(
        isLive ? ['bucket_activated', changed] : [changed, 'bucket_vote_discounted'],
      );
    }
  },
);

test('[R1] two concurrent submits make one round', LIMIT, async () => {
  for (const _ of TIMES) {
    const at = bucket();
    await save(UNDERWRITER, at, '1', entries(0));
    const answers = await Promise.all([submit(person(0), at, '2'), submit(person(1), at, '2')]);
    expect(sortedStatuses(answers)).toEqual([200, 412]);
    expect((await review(at, person(2))).round).toMatchObject({ number: 1, outcome: null });
  }
});

test(
  '[R5] when everyone does everything at once, no response is a server error and nothing is lost',
  LIMIT,
  async () => {
    for (const turn of TIMES) {
      // Different people comment each time: there is a limit per minute.
      const crowd = Array.from({ length: 30 }, (_, index) => person((index + turn) % CROWD));
      const at = bucket();
      const hash = await submitted(at, entries(0));
      const answers = await Promise.all(
        crowd.map((one, index) => {
          if (index % 10 === 7) return cancel(one, at, '3');
          if (index % 10 === 8) return save(one, at, '3', entries(1));
          if (index % 10 === 9) return tester.comment(one, at, { text: `Word ${index}` });
          return vote(one, at, hash, index % 2 === 0 ? 'approve' : 'reject');
        }),
      );
      expect(answers.filter(({ status }) => ![200, 409, 412].includes(status))).toEqual([]);
      const { round } = await review(at);
      const stored = new Set([...(round?.votes ?? []), ...(round?.comments ?? [])].map(({ by }) => by.id));
      const acknowledged = crowd.filter((_one, index) => index % 10 < 7 && answers[index]?.status === 200);
      expect(acknowledged.filter((one) => !stored.has(one))).toEqual([]);
    }
  },
);

/** The same dial in several buckets at once, all with the given revision. */
const changeTogether = (who: string, addresses: readonly BucketAddress[], revision: string) => {
  const edits = [{ kind: 'add', dial_id: tester.dials[0]?.id, version: 1, place: { at: 'end' } }];
  const buckets = addresses.map((address) => ({ ...address, revision, edits }));
  return call(who, 'PUT', '/api/bucket-drafts', { body: { buckets, submit: { description: 'Together' } } });
};

/** New buckets submitted together, and a function to vote on all of them. */
async function submittedTogether(count: number) {
  const at = Array.from({ length: count }, bucket);
  const { set } = (await changeTogether(UNDERWRITER, at, '1')).json<{ set: string | null }>();
  const hash = (await review(at[0] as BucketAddress)).round?.hash ?? '';
  const voteOnAll = (who: string, choice: Choice) =>
    tester.voteOnAll(
      who,
      at.map((address) => ({ ...address, hash })),
      choice,
      { comment: 'Why', set },
    );
  const states = () => Promise.all(at.map(async (address) => (await get(address)).status));
  return { at: at as [BucketAddress, ...BucketAddress[]], hash, voteOnAll, states };
}

test('[R5] of two concurrent changes of the same buckets in opposite orders one wins as a whole', LIMIT, async () => {
  for (const _ of TIMES) {
    const at = Array.from({ length: 5 }, bucket);
    const changes = [at, at.toReversed()].map((addresses, index) => changeTogether(person(index), addresses, '1'));
    const answers = await Promise.all(changes);
    expect(sortedStatuses(answers)).toEqual([200, 412]);
    const rounds = await Promise.all(at.map(async (address) => (await review(address)).round));
    expect(new Set(rounds.map((round) => round?.submitted_by.id)).size).toBe(1);
  }
});

test.each([
  [CROWD, 1],
  [10, 4],
])(
  '[R5] of %i concurrent approvals two count, the same two in each of %i buckets, with one activation',
  LIMIT,
  async (crowd, count) => {
    for (const _ of TIMES) {
      const { at, voteOnAll } = await submittedTogether(count);
      const answers = await Promise.all(people.slice(0, crowd).map((one) => voteOnAll(one, 'approve')));
      expect(sortedStatuses(answers)).toEqual([200, 200, ...Array.from({ length: crowd - 2 }, () => 409)]);
      const voters = people.filter((_one, index) => answers[index]?.status === 200).toSorted();
      for (const address of at) {
        expect(await get(address)).toMatchObject({ status: 'active', live: { number: 2 }, draft: null });
        expect((await review(address)).round?.votes.map(({ by }) => by.id).toSorted()).toEqual(voters);
      }
    }
  },
);

test.each([
  ['Discard Review', 1],
  ['Discard Review', 3],
  ['a rejection', 1],
  ['a rejection', 3],
] as const)(
  '[R5][R8] of a deciding approval and a concurrent change (%s) of one of its %i buckets exactly one happens',
  LIMIT,
  async (other, count) => {
    for (const time of TIMES) {
      const { at, hash, voteOnAll, states } = await submittedTogether(count);
      const [first] = at;
      await voteOnAll(person(0), 'approve');
      await vote(person(1), first, hash, 'reject');
      const { revision } = await get(first);
      const alone = () =>
        other === 'a rejection' ? vote(person(3), first, hash, 'reject') : cancel(UNDERWRITER, first, revision);
      const last = [() => voteOnAll(person(2), 'approve'), alone];
      const answers = await Promise.all((time % 2 === 0 ? last : last.toReversed()).map((act) => act()));
      const after = await states();
      const isLive = after[0] === 'active';
      expect(after).toEqual(isLive ? at.map(() => 'active') : ['draft', ...at.slice(1).map(() => 'pending_review')]);
      expect(sortedStatuses(answers)).toEqual([200, isLive && other === 'Discard Review' ? 412 : 409]);
    }
  },
);

test('[R5] after all races the review rules hold and the audit chain is intact', async () => {
  expect(await brokenRules(servers.database.db)).toEqual([]);
  expect(await verifyChain(servers.database.db)).toMatchObject({ whole: true });
});

test('[R5] the races ran on every server', () => {
  expect(Math.min(...servers.served)).toBeGreaterThan(100);
});
