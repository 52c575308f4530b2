import { writeFile } from 'node:fs/promises';
import { expect, test as base } from '@playwright/test';
import { cyberOf } from '../buckets.ts';
import { PEOPLE } from '../lineslip.ts';
import { startLineslip, type Lineslip } from '../server.ts';
import { startDisplay, type Display } from './display.ts';
import { startFirefox } from './firefox.ts';
import { center, Tab, type Query } from './tab.ts';
import { startWebKit } from './webkit.ts';

const BUCKET = cyberOf(9112);
const button = (name: string, within?: Query): Query => ({ role: 'button', name, ...(within && { within }) });
const link = (name: string): Query => ({ role: 'link', name });

const test = base.extend<{ lineslip: Lineslip; display: Display }>({
  lineslip: async ({}, use) => {
    const lineslip = await startLineslip();
    await use(lineslip);
    await lineslip.stop();
  },
  display: async ({}, use) => {
    const display = await startDisplay();
    await use(display);
    await display.stop();
  },
});

for (const [name, startBrowser] of Object.entries({ Firefox: startFirefox, WebKit: startWebKit }))
  test(`from sign-in to vote in ${name}`, async ({ lineslip, display }, info) => {
    const driver = await startBrowser(display.env);
    const tab = new Tab(driver, display, lineslip.url);
    try {
      await tab.resize(1440, 900);
      for (const work of [signIn, readDials, dragNumberLine, reorder, paste, tryRisk, measureImpact, submit, vote])
        await test.step(work.name, async () => {
          try {
            await work(tab);
            expect(await tab.errors()).toEqual([]);
          } finally {
            await writeFile(info.outputPath(`${work.name}.png`), await tab.capture());
          }
        });
    } finally {
      await driver.close();
    }
  });

async function signIn(tab: Tab): Promise<void> {
  await tab.load('/');
  await choosePerson(tab, PEOPLE.underwriter);
}

async function choosePerson(tab: Tab, person: string): Promise<void> {
  await tab.click(button(person));
  await tab.find({ role: 'navigation', name: 'Main' });
}

/** The box of each row is visible, and the head stays below the bar with nothing above it. */
async function readDials(tab: Tab): Promise<void> {
  await tab.click(link('Dials'));
  await tab.find({ role: 'checkbox', name: 'Select Cyber base appetite' });
  const boxes = await tab.evaluate(() =>
    [...document.querySelectorAll('tbody input[type="checkbox"]')].map((box) => {
      const { x, y, width, height } = box.getBoundingClientRect();
      const row = box.closest('tr')?.getBoundingClientRect();
      return row !== undefined && width > 0 && x > row.x && y > row.y && y + height < row.bottom;
    }),
  );
  expect(boxes.length).toBeGreaterThan(5);
  expect(boxes).not.toContain(false);
  const head = await tab.evaluate(async () => {
    const body = document.querySelector('[aria-label="Page content"]');
    const cell = document.querySelector('thead th:nth-child(2)');
    if (body === null || cell === null) throw new Error('There is no table.');
    body.scrollTo({ top: 300, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    const { y } = cell.getBoundingClientRect();
    return { scrolled: body.scrollTop, below: y - body.getBoundingClientRect().y };
  });
  expect(head).toEqual({ scrolled: 300, below: 0 });
}

/** Neither an end nor the labels below the line select text. */
async function dragNumberLine(tab: Tab): Promise<void> {
  await tab.click(link('Edit Cyber excess, $10m to $50m'));
  await tab.click({ role: 'link', name: /^Dimensions/, within: { role: 'navigation', name: 'Steps' } });
  const end: Query = { role: 'slider', name: 'Lower end' };
  const { x, y } = center(await tab.find(end));
  await tab.drag({ x, y }, { x: x + 120, y: y + 40 });
  expect((await tab.find(end)).x).toBeGreaterThan(x + 80);
  await tab.drag({ x, y: y + 16 }, { x: x + 80, y: y + 60 });
  expect(await tab.evaluate(() => String(getSelection()))).toBe('');
}

async function reorder(tab: Tab): Promise<void> {
  await tab.load(`${BUCKET}/edit`);
  const rowOf = (dial: RegExp): Query => ({
    role: 'row',
    name: dial,
    within: { role: 'grid', name: 'Dials in order' },
  });
  const moved = rowOf(/^Cyber critical infrastructure, hold expiring, \d/);
  const { x, y, height } = await tab.find(rowOf(/^Cyber excess of \$50m, \d/));
  const handle = await tab.find(moved);
  await tab.drag({ x: handle.x + 16, y: center(handle).y }, { x: x + 200, y: y + height - 5 });
  await expect.poll(() => tab.text(moved)).toMatch(/^4\n[^]*Reordered\s+1 → 4/);
}

async function paste(tab: Tab): Promise<void> {
  await tab.click({ role: 'tab', name: /Dial Values/ });
  const rowOf = (dial: RegExp): Query => ({ role: 'row', name: dial, within: { role: 'grid', name: 'Dial Values' } });
  await tab.click({ role: 'gridcell', name: '5,000,000', within: rowOf(/Cyber excess of \$50m/) });
  await tab.press('ctrl+c');
  await tab.click({ role: 'gridcell', name: '3,000,000', within: rowOf(/Cyber primary \$100m to \$1bn/) });
  await tab.press('ctrl+v');
  await expect.poll(() => tab.text(rowOf(/Cyber primary \$100m to \$1bn/))).toContain('5,000,000');
}

async function tryRisk(tab: Tab): Promise<void> {
  await tab.click(button('Try a risk'));
  await tab.click({ role: 'combobox', name: 'Risk codes' });
  await tab.type('CY');
  await tab.press('Return', 'Escape', 'Tab', 'space');
  await tab.click({ role: 'textbox', name: 'Revenue' });
  await tab.type('640m');
  await expect.poll(() => tab.text({ role: 'table', name: 'Result' })).toContain('5,000,000');
  await tab.resize(1280, 900);
  expect(await tab.evaluate(() => innerWidth)).toBe(1280);
  // How high it is depends on the dials of the demo.
  const [result] = await tab.evaluate(overflow, ['[aria-label="Result of the risk"]']);
  expect(result?.x).toBe(0);
}

async function measureImpact(tab: Tab): Promise<void> {
  await tab.resize(1440, 900);
  await tab.press('Escape');
  await tab.click(button('Impact'));
  await tab.waitForText('of 38,412 risks change');
}

async function submit(tab: Tab): Promise<void> {
  await tab.click(button('Submit for Review'));
  const dialog = { role: 'dialog', name: 'Submit for Review' };
  await tab.click({ role: 'textbox', name: 'Description', within: dialog });
  await tab.type('A wider line.');
  await tab.click(button('Submit for Review', dialog));
  await tab.waitForText('Review submitted');
}

async function vote(tab: Tab): Promise<void> {
  await tab.click(button('Sign out'));
  await choosePerson(tab, PEOPLE.reviewerOne);
  await tab.load(`${BUCKET}/draft`);
  await tab.find(button('Approve'));
  expect(await tab.evaluate(overflow, ['html', 'main'])).toEqual([FITS, FITS]);
  const isStruckOut = await tab.evaluate(() =>
    [...document.querySelectorAll('del')].map((value) => getComputedStyle(value).textDecorationLine === 'line-through'),
  );
  expect(new Set(isStruckOut)).toEqual(new Set([true]));
  await tab.click(button('Approve'));
  await tab.waitForText('1 of 2 approvals');
}

/** By how much the content of elements is larger than they are. */
const overflow = (selectors: string[]) =>
  selectors.map((selector) => {
    const element = document.querySelector(selector);
    if (element === null) throw new Error(`There is no ${selector}`);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    return { x: scrollWidth - clientWidth, y: scrollHeight - clientHeight };
  });
const FITS = { x: 0, y: 0 };
