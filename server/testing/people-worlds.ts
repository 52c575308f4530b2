import type { Dial } from '#contract/dial.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { createTestApp, type TestApp } from './app.ts';
import { dialTester } from './dials.ts';
import { startHosted } from './hosted-people.ts';
import { startMailServer } from './mail-server.ts';
import { mailedPeople, mailSettings } from './mailed-people.ts';
import { insertPeople } from './records.ts';
import { EVERYONE_MAY, reviewTester } from './reviews.ts';
import { freeBuckets } from './sequences.ts';

const ALL = [...EVERYONE_MAY, 'user:view', 'user:edit', 'admin:view', 'admin:edit'];

/** Where humans make accounts that may do everything, each in its own way. */
export type PeopleWorld = Readonly<{
  server: TestApp;
  tester: ReturnType<typeof reviewTester>;
  dials: readonly Dial[];
  nextBucket: () => Promise<BucketAddress>;
  /** A human with an account that nobody introduced. */
  addHuman: (email: string) => Promise<string>;
  /** Makes a further account by another one; undefined if it cannot. */
  add: (by: string, email: string, isHome: boolean) => Promise<string | undefined>;
  accept: (email: string) => Promise<void>;
  invite: (by: string, id: string) => Promise<boolean>;
}>;
async function makeDials(server: TestApp): Promise<Dial[]> {
  const dials: Dial[] = [];
  for (const name of ['One', 'Two', 'Three']) dials.push(await dialTester(server).published({ name }));
  return dials;
}

/** Sign-in with a password, by links that are mailed. */
export async function openMailed(): Promise<PeopleWorld> {
  const mail = await startMailServer();
  const started = await createTestApp({ environment: mailSettings(mail) });
  const server: TestApp = {
    ...started,
    close: async () => {
      await started.close();
      await mail.stop();
    },
  };
  const tester = reviewTester(server);
  const people = mailedPeople(server, mail, tester);
  return {
    server,
    tester,
    dials: await makeDials(server),
    nextBucket: freeBuckets(tester),
    async addHuman(email) {
      const id = `embedded|${email}`;
      await insertPeople(server.database.db, { id, name: email, email, permissions: ALL });
      tester.know(id, ALL);
      return id;
    },
    add: async (by, email) => (await people.add(by, ALL, email)).id,
    accept: async (email) => people.accept(email).catch(() => undefined),
    invite: async (by, id) => (await people.invite(by, id)).status === 200,
  };
}

/** A hosted tenant. */
export async function openHosted(): Promise<PeopleWorld> {
  const { server, tester, signIn } = await startHosted();
  let subjects = 0;
  const enter = async (email: string, email_verified: boolean): Promise<string> => {
    subjects += 1;
    return (
      await signIn(`${['auth0', 'google-oauth2', 'saml'][subjects % 3]}|${subjects}`, { email, email_verified }, ALL)
    ).id;
  };
  return {
    server,
    tester,
    dials: await makeDials(server),
    nextBucket: freeBuckets(tester),
    addHuman: (email) => enter(email, true),
    // Whose mailbox it is the tenant verifies; any other address it does not.
    add: async (_by, email, isHome) => enter(email, isHome),
    accept: async () => undefined,
    invite: async () => false,
  };
}
