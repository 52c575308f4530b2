import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MailPreference } from '#contract/mail.ts';
import { useTestApp } from '#server/testing/app.ts';
import { startMailServer } from '#server/testing/mail-server.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { auditRecords } from '#server/testing/records.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
let clock = Date.parse('2026-11-18T06:00:00.000Z');
const server = useTestApp(async () => {
  mail = await startMailServer();
  return {
    now: () => new Date((clock += 10)),
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'lineslip@example.test' },
  };
});
afterAll(() => mail.stop());
const reviews = useReviews(server, 3);
const [one, two, administrator] = REVIEWERS;
const addressOf = (who: string) => `${who.slice('demo|'.length)}@demo.lineslip.example`;
const lettersTo = (who: string) => mail.letters.filter(({ to }) => to.includes(addressOf(who)));
const prefer = (who: string, choice: Partial<MailPreference>) =>
  reviews.good<MailPreference>(who, 'PUT', '/api/me/mail', {
    body: { at_once: true, digest: true, time_zone: 'UTC', ...choice },
  });
const at = (time: string) => void (clock = Date.parse(time));
let address = { partner: 0, cob: '' };
let hash = '';

beforeAll(async () => {
  address = reviews.bucket();
  hash = await reviews.submitted(address, reviews.entries(0));
  await prefer(two, { time_zone: 'Asia/Singapore' });
});
beforeEach(() => void (mail.letters.length = 0));

test('a digest goes out at seven in the morning of the person, once a day, with what waits', async () => {
  at('2026-11-17T22:50:00.000Z');
  await server.runJob('mailDigest');
  expect(lettersTo(two)).toEqual([]);
  at('2026-11-17T23:00:00.000Z');
  await server.runJob('mailDigest');
  await server.runJob('mailDigest');
  const [letter] = lettersTo(two);
  expect([lettersTo(two).length, lettersTo(one).length]).toEqual([1, 0]);
  expect(letter?.text).toContain('Subject: Lineslip: 1 review waits for your vote');
  expect(letter?.text).toContain(`/syndicate/${address.partner}/bucket/${address.cob}/draft`);
  expect(letter?.text).toMatch(/List-Unsubscribe:\s+<http:\/\/localhost:3000\/mail\/[\w-]{43}>/);
  expect(letter?.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  at('2026-11-18T07:00:00.000Z');
  await server.runJob('mailDigest');
  expect([lettersTo(two).length, lettersTo(one).length, lettersTo(UNDERWRITER).length]).toEqual([1, 1, 1]);
  expect(lettersTo(UNDERWRITER)[0]?.text).toContain('0 of 2 approvals');
  // Nothing waits for them.
  expect(lettersTo('demo|viewer')).toEqual([]);
});

test('digests are ended with one click by a mail program, and by a button for people', async () => {
  at('2026-11-19T07:00:00.000Z');
  await server.runJob('mailDigest');
  const [, path = ''] =
    /List-Unsubscribe:\s+<http:\/\/localhost:3000(\/mail\/[\w-]{43})>/.exec(lettersTo(one)[0]?.text ?? '') ?? [];
  const looked = await server.app.inject({ method: 'GET', url: path });
  expect([looked.statusCode, looked.body.includes('<button>Stop it</button>')]).toEqual([200, true]);
  expect((await reviews.good<MailPreference>(one, 'GET', '/api/me/mail')).digest).toBe(true);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const stopped = await server.app.inject({
    method: 'POST',
    url: path,
    headers,
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(stopped.statusCode).toBe(200);
  const [record] = (await auditRecords(server.database.db, { action: 'person_mail_changed' })).toReversed();
  expect(record).toMatchObject({
    by: null,
    detail: { was: { digest: true }, became: { digest: false }, by: 'letter' },
  });
  expect((await reviews.good<MailPreference>(one, 'GET', '/api/me/mail')).digest).toBe(false);
  expect((await server.app.inject({ method: 'POST', url: '/mail/unknown', headers, payload: '' })).statusCode).toBe(
    404,
  );
  mail.letters.length = 0;
  at('2026-11-20T08:00:00.000Z');
  await server.runJob('mailDigest');
  expect([lettersTo(one).length, lettersTo(UNDERWRITER).length]).toEqual([0, 1]);
});

test('whoever alone can give a missing vote is told at once, and once', async () => {
  await server.runJob('mail');
  // Three may vote, and two votes are missing.
  expect(mail.letters).toEqual([]);
  await reviews.vote(one, address, hash, 'approve');
  await prefer(administrator, { at_once: false });
  await server.runJob('mail');
  expect(mail.letters).toEqual([]);
  await server.database.db
    .updateTable('person')
    .set({ permissions: ['review:view'] })
    .where('id', '=', administrator)
    .execute();
  await server.runJob('mail');
  await server.runJob('mail');
  expect([mail.letters.length, lettersTo(two).length]).toEqual([1, 1]);
  expect(lettersTo(two)[0]?.text).toContain('cannot go live without your vote');
});

test('a profile with a time zone that does not exist counts as UTC, and stops nobody’s digest', async () => {
  await server.database.db
    .updateTable('person')
    .set({ claims: JSON.stringify({ zoneinfo: 'Mars/Olympus' }) })
    .where('id', '=', UNDERWRITER)
    .execute();
  expect((await reviews.good<MailPreference>(UNDERWRITER, 'GET', '/api/me/mail')).time_zone).toBe('UTC');
  at('2026-11-23T08:00:00.000Z');
  await server.runJob('mailDigest');
  expect(lettersTo(UNDERWRITER)).toHaveLength(1);
});

test('an address that nobody has is not found, whatever is in it', async () => {
  for (const secret of ['a%00b', '%2e%2e', 'x'.repeat(5000), "'%20or%20true--"])
    for (const method of ['GET', 'POST'] as const)
      expect((await server.app.inject({ method, url: `/mail/${secret}` })).statusCode).toBeGreaterThanOrEqual(400);
  expect((await server.app.inject({ method: 'GET', url: '/mail/a%00b' })).statusCode).toBe(404);
});

test('a time zone that does not exist is refused on its field; a mail server that refuses stops nothing', async () => {
  const body = { at_once: true, digest: true, time_zone: 'Europe/Nowhere' };
  const refused = await reviews.call(one, 'PUT', '/api/me/mail', { body });
  expect([refused.status, refused.body.includes('Write a time zone like Europe/London')]).toEqual([400, true]);
  mail.refuse(true);
  at('2026-11-21T08:00:00.000Z');
  await server.runJob('mailDigest');
  mail.refuse(false);
});
