import { callApi, emptyBucket, publishDial } from './api.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

/** If executed, it would set the window's name. Short enough for every field. */
const hostile = (where: string) => `"><img src=x onerror=name=1> ${where}`;

test('markup stored in any text is shown as text, and never executed', async ({ page, browser, baseURL }) => {
  await signIn(page, PEOPLE.underwriter);
  const dial = await publishDial(page, {
    name: hostile('name'),
    description: hostile('description'),
    tags: [hostile('tag')],
    authors: [hostile('author')],
    values: { max_line: 500_000 },
  });
  const bucket = await emptyBucket(page, 9);
  const [, , partner, , cob] = bucket.split('/');
  const api = `/api/buckets/${partner}/${cob}`;
  const { revision } = await callApi<{ revision: string }>(page, api);
  const entries = [{ dial_id: dial.id, version: dial.version, overrides: {} }];
  const saved = await callApi<{ revision: string }>(page, `${api}/draft`, {
    method: 'PUT',
    body: { entries },
    ifMatch: revision,
  });
  await callApi(page, `${api}/draft/submit`, {
    method: 'POST',
    body: { description: hostile('reason') },
    ifMatch: saved.revision,
  });

  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 1440, height: 900 } });
  const administrator = await context.newPage();
  await signIn(administrator, PEOPLE.administrator);
  await callApi(administrator, '/api/admin/partners', {
    method: 'POST',
    body: { number: 9999, name: hostile('partner') },
  });
  await callApi(administrator, '/api/reviews/comments', {
    method: 'POST',
    body: { text: hostile('comment'), buckets: [{ partner: Number(partner), cob }] },
  });

  for (const [address, seen] of [
    ['/', 'reason'],
    ['/dials', 'name'],
    [`/dials/${dial.id}`, 'description'],
    [`${bucket}/draft`, 'comment'],
    ['/admin?tab=audit', 'name'],
    ['/admin?tab=partners', 'partner'],
  ] as const) {
    await goTo(administrator, address);
    await expect(administrator.getByText('onerror=').filter({ hasText: seen }).first(), address).toBeVisible();
    expect(await administrator.evaluate(() => window.name), address).toBe('');
  }
  await context.close();
});
