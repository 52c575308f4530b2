import { type Browser, type BrowserContext, chromium as browsers, type Page } from 'playwright';
import { startWithPortfolio } from '../e2e/database.ts';
import { MAX_SHIFT, openAndWatch, sumOf } from '../e2e/shifts.ts';
import { chromium } from '../tools/chromium.ts';
import { nameOf, type Opened, PEOPLE, preparePages, type Who } from './shifts.pages.ts';

/**
 * `npm run bench -- shifts`: how far every page moves while it loads (cumulative layout shift), at three widths, with the
 * answers of the machine and with answers that take three seconds longer. With the address of a running demo it measures
 * that one, and with words after it only pages that contain one of them.
 */
const SIZES = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const;
const DELAYS_MS = [0, 3000] as const;

async function signIn(browser: Browser, baseURL: string, who: Who, size: (typeof SIZES)[number]): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, viewport: size })).newPage();
  await page.goto('/');
  await page.getByRole('button', { name: nameOf(who), exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return page;
}

type Context = (who: Who, width: number) => BrowserContext;

async function measure(context: Context, pages: readonly Opened[]): Promise<boolean> {
  const columns = SIZES.flatMap(({ width }) => DELAYS_MS.map((delay) => ({ width, delay })));
  const heads = columns.map(({ width, delay }) => `${width}${delay > 0 ? ' slow' : ''}`.padStart(10)).join('');
  console.log(`\nLayout shift, at most ${MAX_SHIFT} each; slow: answers take ${DELAYS_MS[1] / 1000} s longer\n`);
  console.log(`${''.padEnd(46)}${heads}`);
  let isCalm = true;
  for (const { name, address, who } of pages) {
    const cells = await Promise.all(
      columns.map(async ({ width, delay }) => openAndWatch(await context(who, width).newPage(), address, () => delay)),
    );
    const sums = cells.map(sumOf);
    console.log(`${name.padEnd(46)}${sums.map((sum) => sum.toFixed(4).padStart(10)).join('')}`);
    for (const [index, sum] of sums.entries()) {
      if (sum <= MAX_SHIFT) continue;
      isCalm = false;
      const { width, delay } = columns[index] ?? { width: 0, delay: 0 };
      for (const { value, what } of cells[index] ?? [])
        if (value > MAX_SHIFT / 10)
          console.log(`  ${width}${delay > 0 ? ' slow' : ''}: ${value.toFixed(4)} ${what.join('; ')}`);
    }
  }
  return isCalm;
}

const [url, ...words] = process.argv.slice(2);
const lineslip = url === undefined ? await startWithPortfolio() : { url, stop: async () => undefined };
const browser = await browsers.launch(chromium);
try {
  const tabs = new Map<string, Page>();
  for (const who of PEOPLE)
    for (const size of SIZES) tabs.set(`${who} ${size.width}`, await signIn(browser, lineslip.url, who, size));
  const tab = (who: Who, width: number) => {
    const found = tabs.get(`${who} ${width}`);
    if (found === undefined) throw new Error(`${who} is not signed in at ${width}.`);
    return found;
  };
  const people = Object.fromEntries(PEOPLE.map((who) => [who, tab(who, 1440)])) as Record<Who, Page>;
  const pages = await preparePages(people);
  const named = pages.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  for (const open of tabs.values()) await open.goto('about:blank');
  if (!(await measure((who, width) => tab(who, width).context(), named))) process.exitCode = 1;
} finally {
  await browser.close();
  await lineslip.stop();
}
