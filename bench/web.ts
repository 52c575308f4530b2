import { type Browser, type BrowserContext, chromium as browsers, type Page } from 'playwright';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { startWithPortfolio } from '../e2e/database.ts';
import { chromium } from '../tools/chromium.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { addManyDials } from '#server/testing/many-dials.ts';
import { barePage } from './bare-page.ts';
import { median, shown } from './measure.ts';

/**
 * `npm run bench -- web`: what the list of dials costs in the browser, with 10,000 dials and an empty cache, compared with a
 * bare page that shows the same rows in a table without any library.
 */
const DIALS = 10_000;
const ROUNDS = Number(process.argv[2] ?? 7);
const TYPED = 'vault';
/** Between two keys, like a fast typist. */
const KEY_MS = 100;

type Cost = { kilobytes: number; requests: number; cpu: number; heap: number; firstKey: number; lastKey: number };
/** Times are compared with the bare page of the same run, because machines differ. */
type Limit = Readonly<{ label: string; max?: number; maxTimes?: number; digits: number }>;
const LIMITS: Readonly<Record<keyof Cost, Limit>> = {
  kilobytes: { label: 'JavaScript, gzipped, KB', max: 328, digits: 1 },
  requests: { label: 'requests', max: 25, digits: 0 },
  cpu: { label: 'main thread, ms', maxTimes: 12, digits: 0 },
  heap: { label: 'heap, MB', max: 10, digits: 1 },
  firstKey: { label: 'first key to updated list, ms', maxTimes: 5, digits: 0 },
  lastKey: { label: 'last key of a word to its list, ms', maxTimes: 5, digits: 0 },
};

async function fill(dataDir: string, port: string): Promise<void> {
  const database = await borrowDatabase(readConfig({ DATA_DIR: dataDir, PORT: port }, '/'), () => undefined);
  const db = connect(database.config, { as: 'login' });
  await addManyDials(db, { count: DIALS, by: 'demo|underwriter', at: new Date() });
  await sql`vacuum analyze`.execute(db);
  await db.destroy();
  await database.close();
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

async function signIn(browser: Browser, baseURL: string): Promise<StorageState> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Demo Underwriter', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Records the last key, and when the rows of the table last changed and were painted; as text, because it runs in the page. */
const WATCH = `{
  const seen = (globalThis.seen = { keyAt: 0, rowsAt: 0 });
  addEventListener('keydown', ({ timeStamp }) => (seen.keyAt = timeStamp), true);
  const onChange = () => requestAnimationFrame(() => setTimeout(() => (seen.rowsAt = performance.now())));
  const rows = { childList: true, subtree: true, characterData: true };
  new MutationObserver(onChange).observe(document.querySelector('table'), rows);
}`;

async function typeAndSettle(page: Page, text: string): Promise<number> {
  await page.locator('input[type="search"]').pressSequentially(text, { delay: KEY_MS });
  await page.waitForTimeout(800);
  return page.evaluate<number>('seen.rowsAt - seen.keyAt');
}

async function measure(browser: Browser, baseURL: string, state: StorageState, address: string): Promise<Cost> {
  const context = await browser.newContext({ baseURL, storageState: state, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: barePage }));
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const metric = async (name: string) => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  };
  let requests = 0;
  const scripts: Promise<number>[] = [];
  page.on('request', () => (requests += 1));
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(address);
  await page.locator('tbody tr').nth(20).waitFor();
  await page.waitForTimeout(1000);
  const kilobytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0) / 1024;
  const opened = { kilobytes, requests, cpu: (await metric('TaskDuration')) * 1000 };
  await session.send('HeapProfiler.collectGarbage');
  const heap = (await metric('JSHeapUsedSize')) / 1024 / 1024;
  await page.evaluate(WATCH);
  const firstKey = await typeAndSettle(page, TYPED.slice(0, 1));
  const lastKey = await typeAndSettle(page, TYPED.slice(1));
  await context.close();
  return { ...opened, heap, firstKey, lastKey };
}

function report(ours: readonly Cost[], bare: readonly Cost[]): boolean {
  console.log(`\nThe list of ${DIALS} dials, median of ${ROUNDS} rounds; a bare page; times; limits`);
  let isGood = true;
  for (const [key, { label, max = Infinity, maxTimes = Infinity, digits }] of Object.entries(LIMITS)) {
    const of = (costs: readonly Cost[]) => median(costs.map((cost) => cost[key as keyof Cost]));
    const [cost, floor] = [of(ours), of(bare)];
    const isWithin = cost <= max && cost / floor <= maxTimes;
    isGood &&= isWithin;
    const limit = max === Infinity ? `at most ${maxTimes} times` : `at most ${max}`;
    const times = maxTimes === Infinity ? ' '.repeat(8) : shown(cost / floor, 1);
    const figures = `${shown(cost, digits)}${shown(floor, digits)}${times}`;
    console.log(`${label.padEnd(36)}${figures}   ${limit}${isWithin ? '' : '   OVER'}`);
  }
  return isGood;
}

const lineslip = await startWithPortfolio();
const browser = await browsers.launch(chromium);
try {
  await fill(lineslip.dataDir, new URL(lineslip.url).port);
  const state = await signIn(browser, lineslip.url);
  const [ours, bare]: [Cost[], Cost[]] = [[], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    const costs = [
      await measure(browser, lineslip.url, state, '/dials'),
      await measure(browser, lineslip.url, state, '/bare'),
    ] as const;
    if (round >= 0) ours.push(costs[0]);
    if (round >= 0) bare.push(costs[1]);
  }
  if (!report(ours, bare)) process.exitCode = 1;
} finally {
  await browser.close();
  await lineslip.stop();
}
