import type { User } from '#contract/user.ts';
import { createTestApp, type TestApp } from './app.ts';
import { reviewTester } from './reviews.ts';
import { openTenant } from './tenant.ts';

/** Writes the dials of tests, and nothing else. */
const MAKER = 'auth0|maker';
const MAY_MAKE = ['dials:view', 'dials:create', 'dials:edit', 'bucket:view'];

/** A server of a hosted tenant, where a person is a subject: one for each way to sign in. Testers work with it as usual. */
export async function startHosted(options: Parameters<typeof createTestApp>[0] = {}) {
  const tenant = await openTenant();
  const started = await createTestApp({ ...options, environment: tenant.environment });
  const tokenOf: TestApp['tokenOf'] = async (_who, { person = { id: MAKER, permissions: MAY_MAKE } } = {}) =>
    tenant.accessToken(person.id, person.permissions);
  const server: TestApp = {
    ...started,
    tokenOf,
    close: async () => {
      await started.close();
      await tenant.stop();
    },
    as: async (who) => ({ authorization: `Bearer ${await tokenOf(who)}` }),
  };
  const tester = reviewTester(server);

  /** Signs in with these claims of the identity token, and has these permissions. */
  async function signIn(sub: string, claims: object, permissions: readonly string[]): Promise<User> {
    tester.know(sub, permissions);
    const idToken = await tenant.idToken({ sub, name: sub, ...claims });
    return tester.good<User>(sub, 'PUT', '/api/me', { body: { idToken } });
  }
  await signIn(MAKER, { email: 'maker@example.test', email_verified: true }, MAY_MAKE);
  return { server, tester, signIn };
}
