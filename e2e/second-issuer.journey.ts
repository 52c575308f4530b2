import { emptyDatabase } from './database.ts';
import { expect, PEOPLE, signInAnew, test } from './lineslip.ts';
import { freePort, startLineslip } from './server.ts';

test(
  'the same bundle signs in with an issuer on another origin, by configuration alone',
  { tag: '@long' },
  async ({ page, lineslip }) => {
    const port = await freePort();
    const issuer = await startLineslip({
      AUTH_CLIENT_ID: 'other-client',
      AUTH_AUDIENCE: 'urn:other:audience',
      IDP_CLIENT_ORIGINS: `http://localhost:${port}`,
    });
    const product = await startLineslip({
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: await emptyDatabase(lineslip, 'other_issuer'),
      AUTH_DOMAIN: `${issuer.url}/idp`,
      AUTH_CLIENT_ID: 'other-client',
      AUTH_AUDIENCE: 'urn:other:audience',
    });
    const home = `http://localhost:${port}`;
    try {
      await signInAnew(page, PEOPLE.administrator, `${home}/users`);
      await expect(page).toHaveURL(`${home}/users`);
      // This product's own directory is empty: people are added by their token.
      await expect(async () => {
        await page.reload();
        await expect(page.getByRole('link', { name: PEOPLE.administrator })).toBeVisible({ timeout: 2000 });
      }).toPass();
      await expect(page.getByRole('link', { name: PEOPLE.viewer })).toHaveCount(0);

      const refused = await page.request.get(`${issuer.url}/api/users`);
      expect(refused.status()).toBe(401);
      expect((await page.request.get(`${home}/idp/.well-known/openid-configuration`)).status()).toBe(404);

      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      expect(new URL(page.url()).origin).toBe(issuer.url);
    } finally {
      await product.stop();
      await issuer.stop();
    }
  },
);
