import { afterAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { UserProfile } from '#contract/user.ts';
import { endOfClaim, localTime } from '#domain/digest/digest.ts';
import { useTestApp } from '#server/testing/app.ts';
import { eventually, untilWaiting } from '#server/testing/eventually.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { startMailServer } from '#server/testing/mail-server.ts';
import { REVIEWERS, useReviews } from '#server/testing/reviews.ts';
import * as store from './digest.store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let mail: Awaited<ReturnType<typeof startMailServer>>;
/** A Monday at midnight UTC. */
let clock = Date.parse('2026-11-16T00:00:00.000Z');
let lines: string[] = [];
const server = useTestApp(async () => {
  mail = await startMailServer();
  return {
    now: () => new Date((clock += 10)),
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'lineslip@example.test', LOG_LEVEL: 'error' },
    log: { write: (line) => void lines.push(line) },
  };
});
afterAll(() => mail.stop());
const reviews = useReviews(server, 9);
const [one, two, administrator] = REVIEWERS;
const VIEWER = 'demo|viewer';
const lettersTo = (who: string) =>
  mail.letters.filter(({ to }) => to.includes(`${who.slice('demo|'.length)}@demo.lineslip.example`));
const unsent = () => server.database.db.selectFrom('mail_unsent').selectAll().execute();
const givenUp = () => lines.filter((line) => line.includes('was given up'));
const isActive = (who: string, active: boolean) =>
  server.database.db
    .updateTable('person')
    .set({ deactivated_at: active ? null : new Date(clock) })
    .where('id', '=', who)
    .execute();
const prefer = (who: string, time_zone: string) =>
  reviews.good(who, 'PUT', '/api/me/mail', { body: { at_once: true, digest: true, time_zone } });
/** The next seven o’clock in the morning, UTC. */
const toNextMorning = () => void (clock = Math.floor(clock / DAY_MS) * DAY_MS + DAY_MS + 7 * HOUR_MS);

beforeEach(async () => {
  await isActive(two, true);
  mail.letters.length = 0;
  mail.refuse(false);
  lines = [];
});

test('who wrote a draft, depends on its author or was deactivated gets no letter that asks for their vote', async () => {
  const at = reviews.bucket();
  await reviews.submitted(at, reviews.entries(0), administrator);
  const { revision } = await reviews.good<UserProfile>(
    administrator,
    'GET',
    `/api/users/${encodeURIComponent(VIEWER)}`,
  );
  await reviews.good(administrator, 'PUT', `/api/users/${encodeURIComponent(VIEWER)}/permissions`, {
    ifMatch: revision,
    body: { permissions: ['bucket:view', 'review:view', 'review:create', 'dials:view'] },
  });
  await isActive(two, false);
  // Only one of the two that are missing is left.
  await server.runJob('mail');
  expect([one, two, administrator, VIEWER].map((who) => lettersTo(who).length)).toEqual([1, 0, 0, 0]);
  mail.letters.length = 0;
  toNextMorning();
  await server.runJob('mailDigest');
  const asks = (who: string) => lettersTo(who).filter(({ text }) => text.includes('Waiting for your vote')).length;
  expect([one, two, administrator, VIEWER].map(asks)).toEqual([1, 0, 0, 0]);
  expect([lettersTo(two), lettersTo(VIEWER)]).toEqual([[], []]);
});

test('a digest goes out once in the morning of each zone, whatever day it is in UTC', async () => {
  // The morning of the third spans two days in UTC.
  const zones = { [one]: 'Pacific/Auckland', [two]: 'America/Los_Angeles', [administrator]: 'Asia/Tokyo' };
  for (const [who, zone] of Object.entries(zones)) await prefer(who, zone);
  toNextMorning();
  // At noon in UTC it is morning in none of them: two whole mornings follow in each.
  clock += 5 * HOUR_MS;
  const mornings: Record<string, string[]> = { [one]: [], [two]: [], [administrator]: [] };
  for (const end = clock + 2 * DAY_MS; clock < end; clock += HOUR_MS) {
    mail.letters.length = 0;
    await server.runJob('mailDigest');
    for (const [who, zone] of Object.entries(zones))
      if (lettersTo(who).length > 0) {
        const { day, hour } = localTime(clock, zone);
        mornings[who]?.push(day);
        const { digest_day } = await server.database.db
          .selectFrom('mail_preference')
          .select('digest_day')
          .where('person_id', '=', who)
          .executeTakeFirstOrThrow();
        expect([zone, hour, digest_day]).toEqual([zone, 7, day]);
      }
  }
  for (const days of Object.values(mornings)) expect([days.length, new Set(days).size]).toEqual([2, 2]);
  for (const who of Object.keys(zones)) await prefer(who, 'UTC');
});

test('two servers at the same moment send one letter of each kind', async () => {
  const { db, config } = server.database;
  const together = async (job: 'mail' | 'mailDigest', table: 'mail_sent' | 'mail_preference') => {
    const holding = await db.startTransaction().execute();
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(holding);
    const runs = Promise.all([server.runJob(job), server.runJob(job)]);
    // Both found that the letter is to be sent.
    await untilWaiting(config, 2);
    await holding.commit().execute();
    await runs;
  };
  await isActive(two, false);
  await reviews.submitted(reviews.bucket(), reviews.entries(0), administrator);
  await together('mail', 'mail_sent');
  expect(lettersTo(one)).toHaveLength(1);
  mail.letters.length = 0;
  toNextMorning();
  await together('mailDigest', 'mail_preference');
  expect(lettersTo(one)).toHaveLength(1);
  expect(await unsent()).toEqual([]);
});

test('a letter that the mail server does not accept is sent when it does again, and once', async () => {
  await isActive(two, false);
  const at = reviews.bucket();
  await reviews.submitted(at, reviews.entries(0), administrator);
  mail.refuse(true);
  toNextMorning();
  await server.runJob('mail');
  await server.runJob('mailDigest');
  // Another server looks at once, and waits as well.
  mail.refuse(false);
  await server.runJob('mail');
  await server.runJob('mailDigest');
  expect(lettersTo(one)).toEqual([]);
  expect((await unsent()).filter(({ person_id }) => person_id === one)).toHaveLength(2);
  clock += HOUR_MS;
  for (let run = 0; run < 2; run += 1) {
    await server.runJob('mail');
    await server.runJob('mailDigest');
  }
  expect(lettersTo(one).map(({ text }) => /Subject: (.*)/.exec(text)?.[1])).toEqual([
    expect.stringContaining('Needs your vote'),
    expect.stringContaining('wait'),
  ]);
  expect([await unsent(), givenUp()]).toEqual([[], []]);
});

test('a letter that one server is sending is not due for another one meanwhile', async () => {
  const { db } = server.database;
  await isActive(two, false);
  await reviews.submitted(reviews.bucket(), reviews.entries(0), administrator);
  toNextMorning();
  for (const [job, kind] of [
    ['mail', 'round'],
    ['mailDigest', 'digest'],
  ] as const) {
    mail.letters.length = 0;
    const accept = mail.hold();
    const sending = server.runJob(job);
    await eventually(() => expect(mail.letters).not.toEqual([]));
    const look = async (ms: number) =>
      (await store.claimAgain(db, kind, { at: new Date(ms), until: new Date(ms) }, 1)).length;
    expect([await unsent(), await look(clock + 60_000), await look(endOfClaim(clock))]).toEqual([
      [expect.anything()],
      0,
      1,
    ]);
    accept();
    await sending;
    expect(await unsent()).toEqual([]);
  }
});

test('a letter that another server is trying again at the moment is left to that one', async () => {
  const { db } = server.database;
  await isActive(two, false);
  await reviews.submitted(reviews.bucket(), reviews.entries(0), administrator);
  mail.refuse(true);
  toNextMorning();
  for (const job of ['mail', 'mailDigest'] as const) await server.runJob(job);
  mail.refuse(false);
  clock += HOUR_MS;
  for (const job of ['mail', 'mailDigest'] as const) {
    const claiming = sql`update mail_unsent set attempts = attempts + 1, next_at = next_at + interval '1 hour'
      where (about = 'digest') = ${job === 'mailDigest'}`;
    await runBehindLock(db, claiming, () => server.runJob(job));
  }
  expect(mail.letters).toEqual([]);
  clock += HOUR_MS;
  for (const job of ['mail', 'mailDigest'] as const) await server.runJob(job);
  expect([lettersTo(one).length, await unsent()]).toEqual([2, []]);
});

test('who turned a kind of letters off gets none, also none that was to be tried again', async () => {
  await isActive(two, false);
  await reviews.submitted(reviews.bucket(), reviews.entries(0), administrator);
  mail.refuse(true);
  toNextMorning();
  for (const job of ['mail', 'mailDigest'] as const) await server.runJob(job);
  expect((await unsent()).filter(({ person_id }) => person_id === one)).toHaveLength(2);
  const choose = (isOn: boolean) =>
    reviews.good(one, 'PUT', '/api/me/mail', { body: { at_once: isOn, digest: isOn, time_zone: 'UTC' } });
  await choose(false);
  mail.refuse(false);
  clock += HOUR_MS;
  for (const job of ['mail', 'mailDigest'] as const) await server.runJob(job);
  expect([lettersTo(one), await unsent()]).toEqual([[], []]);
  await choose(true);
});

test('a letter whose server ended before it was sent is sent by another one, unless nobody needs it any more', async () => {
  const { db } = server.database;
  await isActive(two, false);
  const [first, second] = [reviews.bucket(), reviews.bucket()];
  const hash = await reviews.submitted(first, reviews.entries(0), administrator);
  await reviews.submitted(second, reviews.entries(0), administrator);
  const rounds = await db.selectFrom('review_round').select('id').orderBy('submitted_at', 'desc').limit(2).execute();
  const at = new Date(clock);
  for (const { id } of rounds)
    await store.claimLetter(db, { person_id: one, about: id }, { at, until: new Date(endOfClaim(clock)) });
  await server.runJob('mail');
  expect(lettersTo(one)).toEqual([]);
  await reviews.vote(one, first, hash, 'reject');
  clock += HOUR_MS;
  await server.runJob('mail');
  expect(lettersTo(one)).toHaveLength(1);
  expect(lettersTo(one)[0]?.text).toContain(`/syndicate/${second.partner}/bucket/${second.cob}/draft`);
  expect(await unsent()).toEqual([]);
});

test('a letter that is not accepted for a day is given up, and the log says so', async () => {
  await isActive(two, false);
  await reviews.submitted(reviews.bucket(), reviews.entries(0), administrator);
  mail.refuse(true);
  await server.runJob('mail');
  const waiting = (await unsent()).map(({ person_id: person, about }) => ({ person, about }));
  expect(waiting).toContainEqual({ person: one, about: expect.any(String) });
  for (const end = clock + DAY_MS; clock < end; clock += HOUR_MS) await server.runJob('mail');
  expect(await unsent()).toEqual([]);
  const logged = givenUp().map((line) => JSON.parse(line) as Record<string, string>);
  expect(logged.map(({ person, about }) => ({ person, about }))).toEqual(expect.arrayContaining(waiting));
  expect(logged).toHaveLength(waiting.length);
  // The morning after, the digest of the day before is given up for that of the day.
  lines = [];
  for (let morning = 0; morning < 2; morning += 1) {
    toNextMorning();
    await server.runJob('mailDigest');
  }
  expect(givenUp().map((line) => (JSON.parse(line) as { about: string }).about)).toContain('digest');
});
