import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { UserProfile } from '#contract/user.ts';
import { Browser } from '#server/identity/testing/browser.ts';
import { PASSWORD, usePasswordWorld } from '#server/identity/testing/password-world.ts';
import { errorOf, refresh } from '#server/identity/testing/sign-in.ts';
import { sortedStatuses } from '#server/testing/calls.ts';

const world = usePasswordWorld();

async function invite({ id, revision }: UserProfile) {
  const url = world.people.urlOf(id, '/invitation');
  return world.people.good<{ user: UserProfile; invitation: { link: string } }>('POST', url, { ifMatch: revision });
}
async function expectEnded(answer: Response, status: number, sentence: string): Promise<void> {
  expect(answer.status).toBe(status);
  const page = await answer.text();
  expect(page).toContain('This link cannot be used');
  expect(page).toContain(sentence);
  expect(page).not.toContain('<input');
}

test('[PW20] a one-time link is created with the person, valid for 72 hours, and stored only as a hash', async () => {
  const { user, invitation } = await world.people.add();
  expect(invitation?.link).toMatch(new RegExp(`^${world.url}/idp/invitation/[\\w-]{43}$`));
  const [created, expires] = [user.invitation?.created_at ?? '', user.invitation?.expires_at ?? ''];
  expect(Date.parse(expires) - Date.parse(created)).toBe(72 * 3_600_000);
  expect(user.state).toBe('invited');
  const token = invitation?.link.split('/').at(-1) ?? '';
  const { rows } = await sql<{ text: string }>`
    select row_to_json(i)::text as text from invitation i union all
    select row_to_json(e)::text from audit_event e`.execute(world.server.database.db);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.some(({ text }) => text.includes(token))).toBe(false);
  expect((await world.people.records(user.id)).map(({ action }) => action)).toEqual(['person_added', 'person_invited']);
});

test('[PW21] a one-time link sets the password once, names the person, and the person is no longer invited', async () => {
  const { user, invitation } = await world.people.add();
  const link = invitation?.link ?? '';
  const response = await new Browser().get(link);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toContain(`For ${user.name}`);
  expect(page).toContain(`value="${user.email}"`);
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);

  const done = await world.setPassword(link);
  expect(done.status).toBe(200);
  const confirmation = await done.text();
  expect(confirmation).toContain('<h1>Your password is set.</h1>');
  expect(confirmation).toContain(`href="${world.url}"`);
  await world.signIn(user.email);
  expect(await world.people.get(user.id)).toMatchObject({ state: 'active', invitation: null });
  expect((await world.people.records(user.id)).at(-1)).toEqual({
    action: 'person_password_set',
    by: user.id,
    detail: { by: 'invitation' },
  });
  const sentence = 'It was used already, or a newer one took its place. Please ask Demo Administrator for a new one.';
  await expectEnded(await new Browser().get(link), 410, sentence);
  await expectEnded(await world.setPassword(link, 'another long password'), 410, sentence);
  await world.signIn(user.email);
});

test('[PW22] of two concurrent uses of a one-time link one sets the password', async () => {
  const { invitation } = await world.people.add();
  const link = invitation?.link ?? '';
  const answers = await Promise.all([world.setPassword(link), world.setPassword(link, 'another long password')]);
  expect(sortedStatuses(answers)).toEqual([200, 410]);
});

test('[PW23] a one-time link stops working when a newer one is made, when it expires, and when the person is deactivated', async () => {
  const { user, invitation } = await world.people.add();
  const next = await invite(user);
  expect(next.user).toMatchObject({ revision: '2', state: 'invited' });
  await expectEnded(await new Browser().get(invitation?.link ?? ''), 410, 'a newer one took its place');
  expect((await new Browser().get(next.invitation.link)).status).toBe(200);

  world.passSeconds(72 * 3600 - 1);
  expect((await new Browser().get(next.invitation.link)).status).toBe(200);
  expect((await world.people.get(user.id)).invitation).not.toBeNull();
  // At the very moment it is over, on the page of the link as on that of the person.
  world.passSeconds(1);
  await expectEnded(await new Browser().get(next.invitation.link), 410, 'It was good for 72 hours, which are over.');
  await expectEnded(await world.setPassword(next.invitation.link), 410, 'Please ask Demo Administrator');
  expect((await world.people.get(user.id)).invitation).toBeNull();

  const last = await invite(await world.people.get(user.id));
  await world.people.deactivate(user.id, last.user.revision);
  await expectEnded(await new Browser().get(last.invitation.link), 404, 'Please ask an administrator for a new one.');
  const refused = await world.people.call('POST', world.people.urlOf(user.id, '/invitation'), { ifMatch: '4' });
  expect(refused.statusCode).toBe(409);
});

test('a one-time link for someone with a password ends their sign-ins and replaces the password', async () => {
  const person = await world.addPerson();
  const tokens = await world.signIn(person.email);
  const { invitation } = await invite(person);
  await world.signIn(person.email);
  expect((await world.setPassword(invitation.link, 'another long password')).status).toBe(200);
  expect(await errorOf(await refresh(world, tokens.refresh_token))).toBe('invalid_grant');
  expect((await world.attempt({ email: person.email, password: PASSWORD })).status).toBe(403);
  await world.signIn(person.email, 'another long password');
});

test('a password that is too short, the person’s own e-mail, or typed differently is refused, and the link stays valid', async () => {
  const { user, invitation } = await world.people.add();
  const link = invitation?.link ?? '';
  for (const [password, repeated, sentence] of [
    ['short', 'short', 'Please use at least 12 characters; this has 5.'],
    [user.email, user.email, 'Please choose something other than your name or e-mail.'],
    [PASSWORD, 'four small grey floors', 'The two passwords are not the same.'],
  ] as const) {
    const refused = await world.setPassword(link, password, repeated);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(sentence);
  }
  expect((await world.setPassword(link)).status).toBe(200);
});

test('an unknown one-time link, or one used from another site, sets nothing', async () => {
  const { invitation } = await world.people.add();
  const link = invitation?.link ?? '';
  await expectEnded(await new Browser().get(`${world.url}/idp/invitation/${'x'.repeat(43)}`), 404, 'no such link');
  const fields = { new_password: PASSWORD, repeated: PASSWORD };
  expect((await new Browser().post(link, fields, { origin: 'https://elsewhere.example' })).status).toBe(400);
  expect((await new Browser().get(link)).status).toBe(200);
});
