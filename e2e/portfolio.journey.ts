import { button, toast } from './buckets.ts';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';
import { portfolioRow, usePortfolio } from './portfolios.ts';

const HEADER = 'id,business,broker,annual_revenue,layer,inception';
const FILE = [
  HEADER,
  'R1,Cyber things,Holdfast,12.5m,P,31/01/2025',
  'R2,Cargo,,"1,200,000",XS,01/02/2025',
  'R3,Cargo,,much,P,02/02/2025',
  'R4,Cyber things,,5m,P,28/12/2025',
].join('\n');

test(
  'a portfolio is loaded with bad rows, mapped by hand, used for Impact, and replaced by another one',
  { tag: '@long' },
  async ({ page, openAs }) => {
    await signIn(page, PEOPLE.administrator, '/admin?tab=portfolio');
    const row = (name: string) => portfolioRow(page, name);
    const load = async (name: string, text: string) => {
      await expect(button(page, 'Load a portfolio')).toBeVisible();
      await page.getByLabel('File of risks').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    };

    await load('risks.csv', FILE);
    await page.getByLabel('What business is').selectOption('Class of business');
    await page.getByRole('combobox', { name: 'What Cyber things means' }).fill('Cyber Privacy & Tech');
    await page.getByRole('option', { name: 'Cyber Privacy & Tech', exact: true }).click();
    await expect(page.getByText('Only 75% of the rows will load.')).toBeVisible();
    await page.getByLabel('Keep as').fill('Risks of a journey');
    await button(page, 'Load 3 risks').click();
    await expect(toast(page, 'Portfolio successfully loaded')).toBeVisible();
    await expect(row('Risks of a journey')).toContainText('Jan to Dec 2025');
    await expect(row('Risks of a journey')).toContainText('3 of 4 rows, 1 left out');

    // The mapping of columns and names is remembered.
    await load('next.csv', FILE.replace('much', '7m'));
    await page.getByLabel('Keep as').fill('Risks that replace them');
    await button(page, 'Load 4 risks').click();
    await expect(row('Risks that replace them')).toBeVisible();
    const compliance = await openAs(PEOPLE.compliance, '/admin?tab=portfolio');
    for (const name of ['Risks of a journey', 'Risks that replace them']) await usePortfolio(page, compliance, name);
    await button(page, 'Open Risks of a journey').click();
    await button(page.getByRole('dialog', { name: 'Risks of a journey' }), 'Delete').click();
    await button(page.getByRole('dialog', { name: 'Delete Risks of a journey?' }), 'Delete').click();
    await expect(toast(page, 'Portfolio successfully deleted')).toBeVisible();
    await expect(row('Risks of a journey')).toHaveCount(0);
  },
);
