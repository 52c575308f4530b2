import { afterAll, beforeAll } from 'vitest';
import type { UserProfile } from '#contract/user.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { freePort } from '#server/testing/child-server.ts';
import { peopleTester } from '#server/testing/people.ts';
import { Browser, location } from './browser.ts';
import { authorizeRequest, redeem, type Tokens, tokensOf } from './sign-in.ts';
import { AUDIENCE, CLIENT_ID } from './world.ts';

export const PASSWORD = 'four small grey doors';
/** The fields of the sign-in form. */
export type Credentials = Readonly<{ email: string; password: string }>;

/** The whole server on a real port with password sign-in, and a clock that only tests move. */
async function startPasswordWorld() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let clock = Date.now();
  const environment = {
    SIGN_IN: 'password',
    PORT: String(port),
    AUTH_CLIENT_ID: CLIENT_ID,
    AUTH_AUDIENCE: AUDIENCE,
  };
  const now = () => new Date(clock);
  const server: TestApp = await createTestApp({ environment, now });
  await server.app.listen({ port, host: 'localhost' });
  const people = peopleTester(server);
  const place = { url };

  /** Opens the sign-in page. */
  async function open(browser: Browser) {
    const request = authorizeRequest(place);
    return { request, page: location(await browser.get(request.url)) };
  }
  const send = (browser: Browser, page: string, fields: Record<string, string>) =>
    browser.post(page, fields, { origin: url });

  return {
    ...place,
    server,
    people,
    now,
    passSeconds: (seconds: number) => void (clock += seconds * 1000),
    open,
    send,
    setPassword: (link: string, password = PASSWORD, repeated = password) =>
      send(new Browser(), link, { new_password: password, repeated }),

    /** Someone who has already set their password. */
    async addPerson(permissions: readonly string[] = []): Promise<UserProfile> {
      const { user, invitation } = await people.add(permissions);
      const answer = await send(new Browser(), invitation?.link ?? '', { new_password: PASSWORD, repeated: PASSWORD });
      if (answer.status !== 200) throw new Error(await answer.text());
      return people.get(user.id);
    },
    /** One attempt, in a new browser. */
    async attempt({ email, password }: Credentials): Promise<Response> {
      const browser = new Browser();
      return send(browser, (await open(browser)).page, { email, password });
    },
    /** A complete sign-in. */
    async signIn(email: string, password = PASSWORD, browser = new Browser()): Promise<Tokens> {
      const { request, page } = await open(browser);
      const resume = location(await send(browser, page, { email, password }));
      const callback = new URL(location(await browser.get(resume)));
      return tokensOf(await redeem(place, callback.searchParams.get('code') ?? '', request));
    },
    /** Like the menu of the product. */
    signOut: (browser: Browser) => browser.get(`${url}/idp/v2/logout?returnTo=${encodeURIComponent(url)}`),
    stop: () => server.close(),
  };
}
type PasswordWorld = Awaited<ReturnType<typeof startPasswordWorld>>;

/** One for all tests of a file. */
export function usePasswordWorld(): PasswordWorld {
  const world = {} as PasswordWorld;
  beforeAll(async () => {
    Object.assign(world, await startPasswordWorld());
  });
  afterAll(() => world.stop());
  return world;
}
