import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callApi } from '../../e2e/api.ts';
import { area, button } from './hand.ts';
import { atDesks, type Job } from './job.ts';

const HEADER = 'id,class of business,broker,annual revenue,layer,inception';
/** Two cells are wrong: "much" is no revenue, "middle" is no layer. */
const FILE = [
  HEADER,
  'R1,Cyber Privacy & Tech,Holdfast,12500000,Primary,2025-01-31',
  'R2,Cargo,Holdfast,1200000,Excess,2025-02-01',
  'R3,Cargo,Holdfast,much,Primary,2025-02-02',
  'R4,Cyber Privacy & Tech,Holdfast,5000000,middle,2025-12-28',
].join('\n');

export const peopleJobs: Readonly<Record<string, Job>> = {
  j: {
    what: 'Load a portfolio with two wrong cells: see them, repair them, use it',
    who: 'administrator',
    most: atDesks({ clicks: 8 }),
    prepare: async ({ open }) => {
      // One portfolio at a time waits for its second person.
      const page = await open('administrator');
      const { proposal } = await callApi<{ proposal: { id: string } | null }>(page, '/api/admin/portfolios');
      const body = { decision: 'withdraw', reason: '' };
      if (proposal !== null) await callApi(page, `/api/authority/proposals/${proposal.id}`, { method: 'PUT', body });
      await page.context().close();
    },
    run: async (hand, { size, folder }) => {
      const { page } = hand;
      const name = `Risks of ${size}`;
      const path = join(folder, `${name}.csv`);
      await writeFile(path, FILE);
      await hand.click(area(page, 'Admin'));
      await hand.click(page.getByRole('tab', { name: 'Portfolio' }));
      await hand.chooseFile(button(page, 'Load a portfolio'), path);
      const fixOf = (text: string) => page.getByRole('radiogroup', { name: `How ${text} is read` });
      await hand.click(fixOf('much').getByText('No value'));
      await hand.click(fixOf('middle').getByText('Excess'));
      await hand.click(button(page, 'Load 4 risks'));
      await hand.click(button(page, `Use for Impact: ${name}`));
      // A rule of authority of the demo counts risks: a second administrator confirms it.
      await hand.click(button(page.getByRole('dialog'), 'Propose'));
      await hand.end(page.getByText('Portfolio proposed'));
    },
  },
  l: {
    what: 'Give a new colleague access: a person with a role',
    who: 'administrator',
    // Users are not in the navigation of a phone.
    most: atDesks({ clicks: 4 }),
    run: async (hand, { size }) => {
      const { page } = hand;
      await hand.click(area(page, 'Users'));
      await hand.click(button(page, 'Add person'));
      const dialog = page.getByRole('dialog', { name: 'Add person' });
      await dialog.getByRole('textbox', { name: 'Given name' }).waitFor();
      for (const text of ['Ada', 'Byron', `ada.${size}@example.com`]) {
        await hand.type(text);
        await hand.press('Tab');
      }
      await hand.click(dialog.getByRole('radio', { name: /^Underwriter/ }));
      await hand.click(button(dialog, 'Add person'));
      await hand.end(page.getByRole('dialog', { name: 'Ada Byron is added' }));
    },
  },
};
