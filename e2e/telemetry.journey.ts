import { query } from './database.ts';
import { expect, PEOPLE, signInAnew, test } from './lineslip.ts';
import { startLineslip } from './server.ts';

test(
  'usage is counted in fixed terms, for the person of the access token, whose sign-in is recorded once',
  { tag: '@long' },
  async ({ page }) => {
    const lineslip = await startLineslip();
    await page.clock.install();
    const profiles: string[] = [];
    page.on('request', (request) => {
      const data = new URLSearchParams(request.postData() ?? '').get('data') ?? '';
      if (request.url().includes('/analytics/engage/')) profiles.push(Buffer.from(data, 'base64').toString());
    });
    try {
      await signInAnew(page, PEOPLE.underwriter, `${lineslip.url}/dials?q=secret%20rule`);
      await page.getByRole('link', { name: 'Create Dial' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Create Dial' })).toBeVisible();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Buckets' }).click();
      await page.getByRole('searchbox').fill('cyb');
      const typed = Date.now();

      const events = () =>
        query(
          lineslip,
          'select kind, distinct_id, extract(epoch from at) * 1000 as at, properties from analytics_event order by at',
        );
      const of = async (event: string) =>
        (await events()).filter(({ kind }) => kind === event).map((row) => row['properties']);
      /** Events are sent every few seconds. */
      const expectSent = (event: string, properties: unknown) =>
        expect(async () => {
          await page.clock.fastForward(5000);
          await expect.poll(() => of(event), { timeout: 1000 }).toEqual(properties);
        }).toPass();
      await expectSent('page view', [{ page: 'Dials' }, { page: 'Information' }, { page: 'Buckets' }]);
      const viewed = (await events()).filter(({ kind }) => kind === 'page view').map(({ at }) => Number(at));
      expect(Math.max(...viewed), 'a page counts as seen when it was, not when that was sent').toBeLessThan(typed);
      expect(await of('click')).toEqual([{ page: 'Dials', control: 'Create Dial' }]);
      await expectSent(
        'search',
        expect.arrayContaining([{ page: 'Buckets', characters: 3, results: expect.any(Number) as unknown }]),
      );
      expect(JSON.stringify(await events())).not.toContain('secret');
      expect(new Set((await events()).map((row) => row['distinct_id']))).toEqual(new Set(['demo|underwriter']));
      expect(await query(lineslip, 'select properties from analytics_profile')).toEqual([
        { properties: { $name: 'Demo Underwriter', $email: 'underwriter@demo.lineslip.example' } },
      ]);
      expect(profiles.join()).toContain('Demo Underwriter');
      expect(profiles.join()).not.toMatch(/referr|\/idp\//);

      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Buckets' })).toBeVisible();
      const signIns = () => query(lineslip, `select actor_id, object_id from audit_event where action = 'signed_in'`);
      await expect.poll(signIns).toEqual([{ actor_id: 'demo|underwriter', object_id: 'demo|underwriter' }]);
    } finally {
      await lineslip.stop();
    }
  },
);

test(
  'a disabled flag is off in the browser, and local overrides win if they are allowed',
  { tag: '@long' },
  async ({ page }) => {
    const lineslip = await startLineslip({ FLAGS_LOCAL_OVERRIDE: 'yes' });
    const stored = (flag: string) => page.evaluate((key) => localStorage.getItem(key), `feature_flag_${flag}`);
    try {
      await query(
        lineslip,
        `update flag set definition = jsonb_set(definition, '{state}', '"off"') where key = 'keyboard-navigation'`,
      );
      await signInAnew(page, PEOPLE.viewer, lineslip.url);
      await expect.poll(() => stored('keyboard-navigation')).toBe('false');
      expect(await stored('usage-analytics')).toBe('true');
      await page.keyboard.press('g');
      await page.keyboard.press('d');
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();

      await page.evaluate(() => localStorage.setItem('feature_flag_keyboard-navigation', 'true'));
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
      await expect(async () => {
        await page.keyboard.press('g');
        await page.keyboard.press('d');
        await expect(page.getByRole('heading', { level: 1, name: 'Dials' })).toBeVisible({ timeout: 500 });
      }).toPass();
      expect(await stored('keyboard-navigation')).toBe('true');
    } finally {
      await lineslip.stop();
    }
  },
);
