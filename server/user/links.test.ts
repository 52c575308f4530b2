import { expect, test } from 'vitest';
import { PASSWORD, usePasswordWorld } from '#server/identity/testing/password-world.ts';

const world = usePasswordWorld();

type Links = Readonly<{ items: readonly { at: string; by: { name: string } | null; used: boolean }[]; unread: number }>;

async function callAs(token: string, method: 'GET' | 'PUT', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.server.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(answer.statusCode).toBe(200);
  return answer.json<Links>();
}

test('a sign-in lists the person’s links: who made them, when, and whether they were used, until confirmed', async () => {
  const person = await world.addPerson();
  const first = await world.signIn(person.email);
  const links = await callAs(first.access_token, 'GET', '/api/me/links');
  // The link of the first password was just used by the person.
  expect(links).toMatchObject({ unread: 0, items: [{ by: { name: 'Demo Administrator' }, used: true }] });

  world.passSeconds(60);
  await world.people.invite(person);
  const second = await world.signIn(person.email, PASSWORD);
  const again = await callAs(second.access_token, 'GET', '/api/me/links');
  expect(again.unread).toBe(1);
  expect(again.items.map(({ used }) => used)).toEqual([false, true]);
  const confirmed = { up_to: again.items[0]?.at ?? '' };
  expect(await callAs(second.access_token, 'PUT', '/api/me/links/read', confirmed)).toEqual({ unread: 0 });
});

test('nobody sees or confirms the links of others', async () => {
  const [one, other] = [await world.addPerson(), await world.addPerson()];
  const tokens = await world.signIn(one.email);
  const far = { up_to: '2999-01-01T00:00:00.000Z' };
  expect(await callAs(tokens.access_token, 'PUT', '/api/me/links/read', far)).toEqual({ unread: 0 });
  const theirs = await world.signIn(other.email);
  world.passSeconds(60);
  await world.people.invite(other);
  expect(await callAs(tokens.access_token, 'PUT', '/api/me/links/read', far)).toEqual({ unread: 0 });
  expect((await callAs(theirs.access_token, 'GET', '/api/me/links')).unread).toBe(1);
});

test('without a mail server the record of the link says who saw it', async () => {
  const { user } = await world.people.add();
  const invited = (await world.people.records(user.id)).find(({ action }) => action === 'person_invited');
  expect(invited?.detail).toEqual({
    expires_at: user.invitation?.expires_at,
    shown_to: 'demo|administrator',
  });
});
