import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Invitation, UserProfile } from '#contract/user.ts';
import { linkLetter } from '#server/mail/letters.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { useTestApp } from '#server/testing/app.ts';
import { startMailServer } from '#server/testing/mail-server.ts';
import { peopleTester } from '#server/testing/people.ts';
import { refusalOf } from '#server/testing/calls.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
afterAll(() => mail.stop());
const server = useTestApp(async () => {
  mail = await startMailServer();
  const environment = { SIGN_IN: 'password', SMTP_URL: mail.url, MAIL_FROM: 'lineslip@example.test' };
  return { environment };
});
const people = peopleTester(server);
beforeEach(() => {
  mail.letters.length = 0;
  mail.refuse(false);
});

const LINK = /http:\/\/localhost:3000\/idp\/invitation\/[\w-]{43}/;
type Answer = Readonly<{ user: UserProfile; invitation: Invitation }>;
const add = async () => (await people.add()) as unknown as Answer;
const inviteUrl = ({ id }: UserProfile) => people.urlOf(id, '/invitation');

test('with a mail server the link to set a password goes only to the mailbox of the new person, and is in no response', async () => {
  const answer = await add();
  const { email, name } = answer.user;
  expect(answer.invitation).toMatchObject({ delivery: 'sent', link: null, email });
  expect(JSON.stringify(answer)).not.toContain('/idp/invitation/');
  expect(mail.letters).toHaveLength(1);
  expect(mail.letters[0]).toMatchObject({ from: 'lineslip@example.test', to: [email] });
  const [link] = LINK.exec(mail.letters[0]?.text ?? '') ?? [];
  expect(mail.letters[0]?.text).toContain(`Hello ${name},`);
  expect(mail.letters[0]?.text).toContain('Demo Administrator has made a link for you');
  const page = await server.app.inject({ method: 'GET', url: new URL(link ?? '').pathname });
  expect([page.statusCode, page.body.includes(email)]).toEqual([200, true]);
  const invited = (await people.records(answer.user.id)).find(({ action }) => action === 'person_invited');
  expect(invited?.detail).toEqual({ expires_at: answer.invitation.expires_at, sent_to: email });
});

test('[R27] whoever sets their password by a mailed link is verified', async () => {
  const { user } = await add();
  expect(user).toMatchObject({
    verification: null,
    unverified_because: 'They have not used a sign-in link yet.',
  });
  const [link = ''] = LINK.exec(mail.letters[0]?.text ?? '') ?? [];
  const password = 'four small grey doors';
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: new URL(link).pathname,
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ new_password: password, repeated: password }).toString(),
  });
  expect(statusCode).toBe(200);
  expect(await people.get(user.id)).toMatchObject({ verification: { method: 'mailbox', by: null } });
  expect((await people.records(user.id)).at(-1)).toMatchObject({
    action: 'person_verified',
    detail: { method: 'mailbox' },
  });
});

test('with a mail server the link to set a password is announced as mailed before anyone is added', async () => {
  const { directory } = await people.good<{ directory: object }>('GET', '/api/users');
  expect(directory).toMatchObject({ sign_in: 'password', mails_links: true });
});

test('with a mail server the link to set a password that could not be sent leaves the person added but not invited, and can be sent again', async () => {
  mail.refuse(true);
  const { user, invitation } = await add();
  expect(invitation).toMatchObject({ delivery: 'failed', link: null, email: user.email });
  expect(user).toMatchObject({ state: 'invited', invitation: null });
  expect(mail.letters).toEqual([]);

  expect(await refusalOf(people.call('POST', inviteUrl(user), { ifMatch: user.revision }))).toBe(
    `503 The link could not be sent to ${user.email}, and no longer works. Please try again in a moment.`,
  );
  const now = await people.get(user.id);
  expect(now.invitation).toBeNull();

  mail.refuse(false);
  const again = await people.invite(now);
  expect(again.invitation).toMatchObject({ delivery: 'sent', link: null });
  expect(again.user.invitation).not.toBeNull();
  expect(mail.letters.map(({ to }) => to)).toEqual([[user.email]]);
  expect((await people.records(user.id)).map(({ action }) => action)).toEqual([
    'person_added',
    'person_invited',
    'person_invitation_not_sent',
    'person_invited',
    'person_invitation_not_sent',
    'person_invited',
  ]);
});

const ADA = { name: 'Ada', email: 'ada@example.test' };

test('with a mail server the link to set a password is not sent if the server is unreachable, and the logged error contains no password', async () => {
  const logged: object[] = [];
  const config = { mail: { url: 'smtp://lineslip:mail-secret@localhost:9', from: 'lineslip@example.test' } };
  const letter = linkLetter(ADA, { link: 'https://l.example/x', expiresAt: '', by: null });
  expect(await createMailer(config, (trouble) => logged.push(trouble))?.send(letter)).toBe(false);
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toMatch(/mail-secret|l\.example/);
});

test('with a mail server the link to set a password is never sent unencrypted: a remote mail server without encryption gets nothing', async () => {
  const port = new URL(mail.url).port;
  const config = { mail: { url: `smtp://[::ffff:127.0.0.1]:${port}`, from: 'lineslip@example.test' } };
  const letter = linkLetter(ADA, { link: 'https://l.example/x', expiresAt: '', by: null });
  expect(await createMailer(config, () => undefined)?.send(letter)).toBe(false);
  expect(mail.letters).toEqual([]);
});
