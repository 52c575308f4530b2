import { randomUUID } from 'node:crypto';
import type { UserProfile } from '#contract/user.ts';
import type { TestApp } from './app.ts';
import type { startMailServer } from './mail-server.ts';
import type { reviewTester } from './reviews.ts';

type MailServer = Awaited<ReturnType<typeof startMailServer>>;
type Tester = Pick<ReturnType<typeof reviewTester>, 'call' | 'good' | 'know'>;

export const mailSettings = (mail: MailServer) => ({
  SIGN_IN: 'password',
  SMTP_URL: mail.url,
  MAIL_FROM: 'lineslip@example.test',
});

const LINK = /http:\/\/localhost:3000\/idp\/invitation\/[\w-]{43}/;
const PASSWORD = 'four small grey doors';
const urlOf = (id: string, rest = '') => `/api/users/${encodeURIComponent(id)}${rest}`;

/** People whose sign-in links are mailed; whoever owns the mailbox uses them. */
export function mailedPeople(server: TestApp, mail: MailServer, { call, good, know }: Tester) {
  const read = (id: string) => good<UserProfile>('demo|administrator', 'GET', urlOf(id));

  /** Uses the last link that was sent to the mailbox. */
  async function accept(email: string): Promise<void> {
    const letter = mail.letters.findLast(({ to }) => to.includes(email));
    const { pathname } = new URL(LINK.exec(letter?.text ?? '')?.[0] ?? '');
    const answer = await server.app.inject({
      method: 'POST',
      url: pathname,
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ new_password: PASSWORD, repeated: PASSWORD }).toString(),
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  }

  async function add(by: string, permissions: readonly string[], email = `${randomUUID()}@example.test`) {
    const body = { given_name: 'Pat', family_name: 'Puppet', email, permissions };
    const { user } = await good<{ user: UserProfile }>(by, 'POST', '/api/users', { body });
    know(user.id, permissions);
    return user;
  }

  return {
    read,
    accept,
    add,
    /** Added by somebody, and verified by the link in the mailbox. */
    addAccepted: async (by: string, permissions: readonly string[], email?: string): Promise<string> => {
      const user = await add(by, permissions, email);
      await accept(user.email);
      return user.id;
    },
    invite: async (by: string, id: string) =>
      call(by, 'POST', urlOf(id, '/invitation'), { ifMatch: (await read(id)).revision }),
    confirm: async (by: string, id: string) =>
      call(by, 'POST', urlOf(id, '/confirm'), { ifMatch: (await read(id)).revision }),
  };
}
