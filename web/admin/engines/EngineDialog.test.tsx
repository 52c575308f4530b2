import { expect, test, vi, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { addDays, utcToday } from '#web/kit/format.ts';
import { fakeEngines, findPanel, findRow, OPENED, openEngines, textOf, TOKEN } from './testing.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });

test('a new engine shows its token once, with the lines to try it', async () => {
  const fake = fakeEngines();
  const written: string[] = [];
  const spy = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text));
  onTestFinished(() => spy.mockRestore());
  await openEngines(fake);
  await button('New engine').click();
  const opened = dialog('New engine');
  await expect.element(opened.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await opened.getByRole('button', { name: 'Create engine' }).click();
  await expect.element(opened.getByText('Required')).toBeVisible();
  await opened.getByRole('textbox', { name: 'Name' }).fill('Chicago 2');
  await opened.getByRole('combobox', { name: 'Partners' }).click();
  await page.getByRole('option', { name: '9112 Beacon' }).click();
  await opened.getByText('Candidate').click();
  await opened.getByRole('textbox', { name: 'Expires' }).fill('');
  const expires_on = addDays(utcToday(), 76);
  await opened.getByRole('textbox', { name: 'Expires' }).fill(expires_on);
  await opened.getByRole('textbox', { name: 'Name' }).click();
  await expect.element(opened.getByText('In 76 days. At most a year.')).toBeVisible();
  fake.server.refuse.addEngine = new Problem('conflict', 'Another engine has this name.');
  await opened.getByRole('button', { name: 'Create engine' }).click();
  await expect.element(opened.getByText('Another engine has this name.')).toBeVisible();
  await opened.getByRole('button', { name: 'Create engine' }).click();
  await expect.element(opened.getByText('Chicago 2 is created.')).toBeVisible();
  expect(fake.server.sent.at(-1)).toMatchObject({
    name: 'addEngine',
    input: { name: 'Chicago 2', channel: 'candidate', partners: [9112], expires_on },
  });
  await expect.element(opened.getByRole('button', { name: 'Copy token' })).toHaveFocus();
  await expect.element(opened.getByRole('textbox', { name: 'Token' })).toHaveValue(TOKEN);
  await expect.element(opened.getByRole('textbox', { name: 'Name' })).toBeDisabled();
  await expect.element(opened.getByText('From now on only the last four, d2e9, are shown.')).toBeVisible();
  await opened.getByRole('button', { name: 'Copy the lines' }).click();
  const lines = [
    'npm run feed -- keys --out keys.json',
    'read -rs TOKEN && \\',
    `curl -fsH "Authorization: Bearer $TOKEN" ${window.location.origin}/feed/v1/candidate -o feed.jws && \\`,
    'node sdk/cli.ts feed.jws --keys keys.json',
  ];
  expect(opened.getByRole('code').elements().slice(0, lines.length).map(textOf)).toEqual(lines);

  await opened.getByRole('button', { name: 'Done' }).click();
  const question = dialog('Close without copying the token?');
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Back to the token' }).click();
  await opened.getByRole('button', { name: 'Copy token' }).click();
  await expect.element(opened.getByRole('button', { name: /^Copied$/ }).first()).toBeVisible();
  expect(written).toEqual([lines.join('\n'), TOKEN]);
  await opened.getByRole('button', { name: 'Done' }).click();
  await expect.element(opened).not.toBeInTheDocument();
  await expect.element(findRow('Chicago 2').getByText('Not seen yet')).toBeVisible();
  expect(document.body.textContent).not.toContain(TOKEN);
});

test('Replace shows the new token and how long the old one works', async () => {
  const fake = fakeEngines();
  await openEngines(fake, OPENED);
  await button('Replace').click();
  const opened = dialog('Replace the token of Renewals overnight');
  await expect
    .element(opened.getByText('The old token works for an hour, or until the new one is used.'))
    .toBeVisible();
  await opened.getByRole('button', { name: 'Replace token' }).click();
  await expect.element(opened.getByText('The token of Renewals overnight is replaced.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await dialog('Close without copying the token?').getByRole('button', { name: 'Close' }).click();
  await expect.element(opened).not.toBeInTheDocument();
  const token = findPanel('Renewals overnight').getByRole('region', { name: 'Token' });
  await expect.element(token.getByText('d2e9')).toBeVisible();
  await expect.element(token.getByText(/^The one before works until .+, or until this one is used\.$/)).toBeVisible();
});

test('Revoke asks first; the row stays', async () => {
  const fake = fakeEngines();
  await openEngines(fake, OPENED);
  await button('Revoke').click();
  const question = dialog('Revoke the token of Renewals overnight?');
  await expect.element(question.getByText('It keeps its last copy and gets nothing new.')).toBeVisible();
  await expect.element(question.getByRole('button', { name: 'Keep token' })).toHaveFocus();
  expect(fake.server.sent).toEqual([]);
  await question.getByRole('button', { name: 'Revoke token' }).click();
  await expect.element(page.getByText(/^Token revoked\./)).toBeVisible();
  await expect.element(findPanel('Renewals overnight').getByText('revoked', { exact: true })).toHaveClass(/ls-red/);
  await expect.element(button('Revoke')).not.toBeInTheDocument();
  await expect.element(findRow('Renewals overnight')).toBeVisible();
});
