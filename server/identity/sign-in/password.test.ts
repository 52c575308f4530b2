import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { setTemporaryPassword } from '#server/identity/password.sign-in.ts';
import { Browser, location } from '#server/identity/testing/browser.ts';
import { PASSWORD, usePasswordWorld } from '#server/identity/testing/password-world.ts';
import { signInSilently, errorOf, redeem, refresh, tokensOf } from '#server/identity/testing/sign-in.ts';

const world = usePasswordWorld();

const WRONG = 'E-mail or password is not right. Please try again.';
const refusedRecords = async (id: string) =>
  (await world.people.records(id)).filter(({ action }) => action === 'sign_in_refused');

test('the password sign-in page asks for e-mail and password, without script or inline style, and lists nobody', async () => {
  const browser = new Browser();
  const response = await browser.get((await world.open(browser)).page);
  const page = await response.text();
  expect(page).toMatch(/<label for="email">E-mail<\/label>/);
  expect(page).toMatch(/<input[^>]*type="password"[^>]*autocomplete="current-password"/);
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
  expect(page).not.toMatch(/Demo |name="account"|role="alert"/);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('the demo sign-in is closed: naming a person does not sign in', async () => {
  const browser = new Browser();
  const { page } = await world.open(browser);
  for (const fields of [{ account: 'demo|administrator' }, { account: 'demo|administrator', password: '' }]) {
    const answer = await world.send(browser, page, fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
  }
});

test('a correct password signs in, ignoring the case of the e-mail, and is recorded', async () => {
  const person = await world.addPerson(['dials:view']);
  const tokens = await world.signIn(` ${person.email.toUpperCase()} `);
  expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: person.id, permissions: ['dials:view'] });
  expect(await refusedRecords(person.id)).toEqual([]);
});

test('[PW4] a wrong, unknown, invited or deactivated sign-in gets the same response; the e-mail stays, the password does not', async () => {
  const person = await world.addPerson();
  const gone = await world.addPerson();
  await world.people.deactivate(gone.id, gone.revision);
  const invited = (await world.people.add()).user;
  const typed = [
    { email: person.email, password: 'not the right one' },
    { email: 'nobody@example.test', password: 'not the right one' },
    { email: invited.email, password: 'not the right one' },
    { email: gone.email, password: PASSWORD },
    { email: 'nul\0@example.test', password: 'x' },
  ];
  const pages = [];
  for (const one of typed) {
    const answer = await world.attempt(one);
    expect(answer.status).toBe(403);
    const page = await answer.text();
    expect(page).toContain(`<p class="refusal" id="refusal" role="alert">${WRONG}</p>`);
    expect(page).toContain(`value="${one.email}"`);
    expect(page).not.toContain(one.password + '"');
    pages.push(page.replaceAll(one.email, ''));
  }
  expect(new Set(pages).size).toBe(1);
  const because = async (id: string) => (await refusedRecords(id)).map(({ detail }) => detail['because']);
  expect(await because(person.id)).toEqual(['password']);
  expect(await because(invited.id)).toEqual(['password']);
  expect(await because(gone.id)).toEqual(['deactivated']);
  expect(await because('unknown')).toEqual(expect.arrayContaining(['password', 'password']));
});

test('[PW5] the sign-in page escapes what is typed', async () => {
  const page = await (await world.attempt({ email: '"><b>x', password: 'y' })).text();
  expect(page).toContain('value="&quot;&gt;&lt;b&gt;x"');
});

test('after three wrong attempts the sign-in page asks to wait, even with the correct password', async () => {
  const person = await world.addPerson();
  const other = await world.addPerson();
  const wrong = () => world.attempt({ email: person.email, password: 'wrong' });
  for (let time = 0; time < 3; time += 1) expect((await wrong()).status).toBe(403);
  for (let time = 0; time < 3; time += 1) {
    const answer = await world.attempt({ email: person.email.toUpperCase(), password: PASSWORD });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await answer.text()).toContain('There were too many attempts. Please wait 1 second and try again.');
  }
  await world.signIn(other.email);
  const because = (await refusedRecords(person.id)).map(({ detail }) => detail['because']);
  expect(because.filter((word) => word === 'too_many')).toHaveLength(1);
  world.passSeconds(1);
  expect((await wrong()).status).toBe(403);
  const answer = await wrong();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2']);
  world.passSeconds(2);
  await world.signIn(person.email);
});

test('a sign-in clears the delay of its e-mail and address', async () => {
  const person = await world.addPerson();
  for (let round = 0; round < 2; round += 1) {
    for (let time = 0; time < 3; time += 1) await world.attempt({ email: person.email, password: 'wrong' });
    world.passSeconds(1);
    await expect(world.signIn(person.email)).resolves.not.toThrow();
  }
});

test('a known browser is not delayed by strangers', async () => {
  const person = await world.addPerson();
  const mine = new Browser();
  await world.signIn(person.email, PASSWORD, mine);
  for (let time = 0; time < 3; time += 1) await world.attempt({ email: person.email, password: 'wrong' });
  expect((await world.attempt({ email: person.email, password: PASSWORD })).status).toBe(429);
  await world.signOut(mine);
  const deviceOf = () => mine.cookies().find(({ name }) => name.includes('_device_'))?.value;
  const before = deviceOf();
  await world.signIn(person.email, PASSWORD, mine);
  // It is still recognised, by a cookie that is new after every sign-in.
  expect([before, deviceOf()]).toEqual([expect.any(String), expect.any(String)]);
  expect(deviceOf()).not.toBe(before);
});

test('a known browser is delayed by its own failures, and only recognised by our signature', async () => {
  const person = await world.addPerson();
  const mine = new Browser();
  await world.signIn(person.email, PASSWORD, mine);
  await world.signOut(mine);
  const { page } = await world.open(mine);
  const wrong = { email: person.email, password: 'wrong' };
  for (let time = 0; time < 3; time += 1) expect((await world.send(mine, page, wrong)).status).toBe(403);
  expect((await world.send(mine, page, wrong)).status).toBe(429);
  // Strangers have not failed yet, and failures of the known browser do not count for them.
  expect((await world.attempt(wrong)).status).toBe(403);
  for (let time = 0; time < 2; time += 1) await world.attempt(wrong);
  const forger = new Browser();
  const device = mine.cookies().find(({ name }) => name.includes('_device_'));
  expect(device?.path).toBe('/idp');
  const forged = `${device?.value.slice(0, -2)}${device?.value.endsWith('AA') ? 'BB' : 'AA'}`;
  forger.keep(`${device?.name}=${forged}; path=/idp`);
  expect((await world.send(forger, (await world.open(forger)).page, wrong)).status).toBe(429);
});

test('an accepted link clears the delays of its e-mail', async () => {
  const person = await world.addPerson();
  for (let time = 0; time < 3; time += 1) await world.attempt({ email: person.email, password: 'wrong' });
  expect((await world.attempt({ email: person.email, password: PASSWORD })).status).toBe(429);
  const { invitation } = await world.people.invite(person);
  expect((await world.setPassword(invitation.link ?? '', 'another long password')).status).toBe(200);
  await world.signIn(person.email, 'another long password');
});

test('of sixty concurrent sign-ins by strangers those without a place in the queue are asked to retry', async () => {
  const strangers = Array.from({ length: 60 }, () => new Browser());
  const pages = await Promise.all(strangers.map((browser) => world.open(browser)));
  const answers = await Promise.all(
    strangers.map((browser, one) =>
      world.send(browser, pages[one]?.page ?? '', { email: `stranger.${one}@example.test`, password: 'guess' }),
    ),
  );
  const busy = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 403).length + busy.length).toBe(60);
  expect(busy.length).toBeGreaterThan(0);
  for (const answer of busy) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const texts = await Promise.all(busy.map((answer) => answer.text()));
  expect(texts.join()).toContain('Many people are signing in at this moment. Please try again in a few seconds.');
  world.passSeconds(15 * 60 + 1);
});

test('[PW8] the password sign-in page accepts no form of another site', async () => {
  const person = await world.addPerson();
  const browser = new Browser();
  const { page } = await world.open(browser);
  const fields = { email: person.email, password: PASSWORD };
  expect((await browser.post(page, fields, { origin: 'https://elsewhere.example' })).status).toBe(400);
  expect((await browser.post(page, fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
});

test('a one-time password has to be changed before the sign-in continues, and then is gone', async () => {
  const { user } = await world.people.add(['dials:view']);
  const given = await setTemporaryPassword(world.server.database.db, user.id, world.now());
  const browser = new Browser();
  const { request, page } = await world.open(browser);
  const response = await world.send(browser, page, { email: user.email, password: given });
  expect([response.status, response.headers.get('location')]).toEqual([200, null]);
  expect(await response.text()).toContain('Choose a new password');
  expect(await (await browser.get(page)).text()).toContain('Choose a new password');

  for (const [fields, sentence] of [
    [{ new_password: 'short', repeated: 'short' }, 'Please use at least 12 characters'],
    [{ new_password: PASSWORD, repeated: `${PASSWORD}s` }, 'The two passwords are not the same.'],
    [{ new_password: given, repeated: given }, 'Please choose another password than the one you were given.'],
  ] as const) {
    const refused = await world.send(browser, page, fields);
    expect(refused.status).toBe(400);
    const text = await refused.text();
    expect(text).toContain(sentence);
    expect(text).not.toContain(`value="${fields.new_password}"`);
  }
  const stranger = new Browser();
  await world.open(stranger);
  expect((await world.send(stranger, page, { new_password: PASSWORD, repeated: PASSWORD })).status).toBe(400);

  const resume = location(await world.send(browser, page, { new_password: PASSWORD, repeated: PASSWORD }));
  const callback = new URL(location(await browser.get(resume)));
  const tokens = await tokensOf(await redeem(world, callback.searchParams.get('code') ?? '', request));
  expect(decodeJwt(tokens.access_token).sub).toBe(user.id);
  expect((await world.attempt({ email: user.email, password: given })).status).toBe(403);
  await world.signIn(user.email);
  expect((await world.people.records(user.id)).map(({ action, by, detail }) => [action, by, detail])).toEqual(
    expect.arrayContaining([
      ['person_password_set', null, { by: 'command' }],
      ['person_password_set', user.id, { by: 'change' }],
    ]),
  );
});

test('a permission arrives with the next refresh, without a new sign-in', async () => {
  const person = await world.addPerson();
  const tokens = await world.signIn(person.email);
  expect(decodeJwt(tokens.access_token)['permissions']).toEqual([]);
  await world.people.grant(person.id, person.revision, ['dials:view']);
  const refreshed = await tokensOf(await refresh(world, tokens.refresh_token));
  expect(decodeJwt(refreshed.access_token)['permissions']).toEqual(['dials:view']);
});

test('[PW11] a deactivated person gets no further token, and reactivation does not restore the old session', async () => {
  const person = await world.addPerson();
  const browser = new Browser();
  const tokens = await world.signIn(person.email, PASSWORD, browser);
  const other = await world.addPerson();
  const others = await world.signIn(other.email);
  const { db } = world.server.database;
  const left = (id: string) => db.selectFrom('oidc_record').select('model').where('account_id', '=', id).execute();
  expect((await left(person.id)).length).toBeGreaterThan(2);
  expect((await world.people.deactivate(person.id, person.revision)).statusCode).toBe(200);
  expect(await left(person.id)).toEqual([]);
  expect(await errorOf(await refresh(world, tokens.refresh_token))).toBe('invalid_grant');
  const url = world.people.urlOf(person.id, '/reactivate');
  const { revision } = await world.people.get(person.id);
  expect((await world.people.call('POST', url, { ifMatch: revision })).statusCode).toBe(200);
  expect(await errorOf(await refresh(world, tokens.refresh_token))).toBe('invalid_grant');
  expect((await signInSilently(browser, world)).get('error')).toBe('login_required');
  expect((await refresh(world, others.refresh_token)).status).toBe(200);
  await world.signIn(person.email);
});
