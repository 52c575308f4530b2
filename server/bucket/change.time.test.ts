import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { type Answered, REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

const HOUR = 3_600_000;
let clock = Date.parse('2026-11-15T09:00:00.000Z');
const now = () => new Date((clock += 1));
const server = useTestApp({ now });
const dials = dialTester(server);
const { call, good, get, urlOf, save, submit, cancel, vote, comment, submitted, bucket, entries } = useReviews(server);
const ADMINISTRATOR = 'demo|administrator';

/** What another session locks, and the call made meanwhile. */
type Waiting = Readonly<{ locked: RawBuilder<unknown>; change: () => Promise<Answered> }>;
const lockedBucket = ({ partner, cob }: BucketAddress) =>
  sql`select 1 from bucket where partner_number = ${partner} and cob = ${cob} for update`;
const lockedDial = ({ id }: Dial) => sql`select 1 from dial where id = ${id} for update`;

const saved = async (): Promise<[BucketAddress, Bucket]> => {
  const at = bucket();
  return [at, (await save(UNDERWRITER, at, '1', entries())).json<Bucket>()];
};
const pending = async (): Promise<[BucketAddress, string]> => {
  const at = bucket();
  return [at, await submitted(at, entries())];
};

const CHANGES: Readonly<Record<string, () => Promise<Waiting>>> = {
  'saving a draft': async () => {
    const [at, { revision }] = await saved();
    return { locked: lockedBucket(at), change: () => save(UNDERWRITER, at, revision, []) };
  },
  'resetting a draft': async () => {
    const [at, { revision: ifMatch }] = await saved();
    const change = () => call(UNDERWRITER, 'DELETE', `${urlOf(at)}/draft`, { ifMatch });
    return { locked: lockedBucket(at), change };
  },
  submitting: async () => {
    const [at, { revision }] = await saved();
    return { locked: lockedBucket(at), change: () => submit(UNDERWRITER, at, revision) };
  },
  cancelling: async () => {
    const [at] = await pending();
    const { revision } = await get(at);
    return { locked: lockedBucket(at), change: () => cancel(UNDERWRITER, at, revision) };
  },
  voting: async () => {
    const [at, hash] = await pending();
    return { locked: lockedBucket(at), change: () => vote(REVIEWERS[0], at, hash, 'approve') };
  },
  commenting: async () => {
    const [at] = await pending();
    return { locked: lockedBucket(at), change: () => comment(REVIEWERS[0], at, { text: 'Why' }) };
  },
  'saving a dial': async () => {
    const dial = await dials.create();
    const body = { ...dial.data, name: 'Other' };
    const change = () => call(UNDERWRITER, 'PUT', `/api/dials/${dial.id}/draft`, { ifMatch: dial.revision, body });
    return { locked: lockedDial(dial), change };
  },
  'publishing a dial': async () => {
    const dial = await dials.create();
    const change = () => call(UNDERWRITER, 'POST', `/api/dials/${dial.id}/draft/publish`, { ifMatch: dial.revision });
    return { locked: lockedDial(dial), change };
  },
  'starting a version of a dial': async () => {
    const dial = await dials.published();
    return { locked: lockedDial(dial), change: () => call(UNDERWRITER, 'POST', `/api/dials/${dial.id}/draft`) };
  },
  'discarding a version of a dial': async () => {
    const dial = await dials.published();
    const { revision: ifMatch } = await good<Dial>(UNDERWRITER, 'POST', `/api/dials/${dial.id}/draft`);
    const change = () => call(UNDERWRITER, 'DELETE', `/api/dials/${dial.id}/draft`, { ifMatch });
    return { locked: lockedDial(dial), change };
  },
  'deleting a dial': async () => {
    const dial = await dials.create();
    const change = () => call(UNDERWRITER, 'DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision });
    return { locked: lockedDial(dial), change };
  },
  'importing dials': async () => {
    const dial = await dials.create();
    const rows = [{ id: dial.id, data: { ...dial.data, name: 'Imported' } }];
    const { fingerprint } = await good<{ fingerprint: string }>(UNDERWRITER, 'POST', '/api/dial-import/preview', {
      body: { rows },
    });
    const change = () => call(UNDERWRITER, 'POST', '/api/dial-import', { body: { rows, fingerprint } });
    return { locked: lockedDial(dial), change };
  },
  'setting an appetite': async () => {
    const at = bucket();
    const changes = [{ ...at, appetite: 2, was: 1 }];
    return {
      locked: lockedBucket(at),
      change: () => call(ADMINISTRATOR, 'PUT', '/api/admin/appetites', { body: { changes } }),
    };
  },
  'changing the permissions of a person': async () => ({
    locked: sql`select pg_advisory_xact_lock(7153220006)`,
    change: () =>
      call(ADMINISTRATOR, 'PUT', '/api/users/demo%7Cviewer/permissions', { ifMatch: '1', body: { permissions: [] } }),
  }),
  'renaming a partner': async () => ({
    locked: sql`select 1 from partner where number = 9101 for update`,
    change: () => call(ADMINISTRATOR, 'PUT', '/api/admin/partners/9101', { ifMatch: '1', body: { name: 'Elder' } }),
  }),
  'changing an option': async () => ({
    locked: sql`select 1 from reference_option where list = 'risk_codes' and code = 'CY' for update`,
    change: () =>
      call(ADMINISTRATOR, 'PUT', '/api/admin/lists/risk_codes/CY', {
        ifMatch: '1',
        body: { label: 'Cyber, other', group: 'Cyber', retired: false },
      }),
  }),
};

test.each(Object.entries(CHANGES))(
  '[R23] the time of %s is taken after the lock of what it changes',
  async (_name, prepare) => {
    const { locked, change } = await prepare();
    const { db } = server.database;
    let released = 0;
    const answer = await runBehindLock(db, locked, change, async () => {
      clock += HOUR;
      released = clock;
    });
    expect([answer.status, answer.status === 200 ? '' : answer.body]).toEqual([200, '']);
    const last = await db
      .selectFrom('audit_event')
      .select('at')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(last.at.getTime()).toBeGreaterThan(released);
  },
);

test('[R23] a vote is never later than the end of its round, even if the clock of a server is behind', async () => {
  const [at, hash] = await pending();
  await vote(REVIEWERS[0], at, hash, 'approve');
  clock -= HOUR;
  await vote(REVIEWERS[1], at, hash, 'approve');
  const [other, otherHash] = await pending();
  await vote(REVIEWERS[0], other, otherHash, 'approve');
  clock -= HOUR;
  await cancel(UNDERWRITER, other, (await get(other)).revision);
  clock += 2 * HOUR;
  const { rows } = await sql<{ late: number; ended: number; apart: number }>`
    select (select count(*)::int from review_vote v join review_round r on r.id = v.round_id
        where v.voted_at > r.closed_at or v.voted_at < r.submitted_at) as late,
      (select count(*)::int from review_round where closed_at is not null) as ended,
      (select count(*)::int from review_round r join bucket_version v on v.id = r.bucket_version_id
        where r.outcome = 'approved' and r.closed_at <> coalesce(v.activated_at, v.live_at)) as apart`.execute(
    server.database.db,
  );
  expect(rows).toEqual([{ late: 0, ended: 3, apart: 0 }]);
});
