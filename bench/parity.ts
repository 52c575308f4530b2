import { join } from 'node:path';
import { chromium as browsers } from 'playwright';
import { startWithPortfolio } from '../e2e/database.ts';
import type { Lineslip } from '../e2e/server.ts';
import { chromium } from '../tools/chromium.ts';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';
import { addBuckets } from '#server/bucket/bucket.change.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { findPostmaster } from '#server/db/engine/postmaster.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { transaction } from '#server/db/transaction.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { advanceBucket } from '#server/testing/dials.ts';
import { addManyDials, idOf } from '#server/testing/many-dials.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { cpuOf } from './cpu.ts';
import { frames } from './edit-page.ts';
import { median, shown } from './measure.ts';

/**
 * `npm run bench -- parity`: one class across 12 partners with 300 dials each. The CPU time of its response, Node and
 * PostgreSQL together, and the frame times while its page scrolls.
 */
const [PARTNERS, DIALS, CALLS, ROUNDS] = [12, 300, 20, 5];
const MOST_CPU_MS = 100;
const MAX_FRAME_MS = 50;
/** Three frames at 60 Hz take slightly more than 50 ms. */
const TOLERANCE_MS = 0.5;
const COB = 'flood';

/** Every bucket of the class has the same dials, except for one override, one moved and one missing. */
async function fill(db: Db): Promise<void> {
  const [at, by] = [new Date(), 'demo|underwriter'];
  const count = Math.ceil(DIALS * 1.3);
  await addManyDials(db, { count, by, at });
  const ids = Array.from({ length: count }, (_, index) => idOf(index));
  const published = await db
    .selectFrom('dial')
    .select('id')
    .where('published_version', '=', 1)
    .where('id', 'in', ids)
    .limit(DIALS)
    .execute();
  const partners = await db.selectFrom('partner').select('number').orderBy('number').limit(PARTNERS).execute();
  const there = await db.selectFrom('bucket').select('partner_number').where('cob', '=', COB).execute();
  const missing = partners.filter(({ number }) => !there.some(({ partner_number }) => partner_number === number));
  const change = <T>(work: (step: Parameters<typeof advanceBucket>[0]) => Promise<T>): Promise<T> =>
    transaction(db, (trx) => work({ trx, actor: { id: by, permissions: NO_PERMISSIONS }, at }));
  if (missing.length > 0)
    await change((step) =>
      addBuckets(
        step,
        missing.map(({ number }) => ({ partner: number, cob: COB, appetite: 1 })),
      ),
    );
  for (const [index, { number }] of partners.entries()) {
    const entries = published.map(({ id }, position) => ({
      dial_id: id,
      version: 1,
      overrides: position % PARTNERS === index ? { max_line: 1_000_000 } : {},
    }));
    const [first, ...rest] = entries.toSpliced(index * 7, 1);
    if (first !== undefined) rest.splice(index * 11, 0, first);
    await change((step) => advanceBucket(step, { partner: number, cob: COB }, 'live', rest));
  }
}

async function measureAnswer(lineslip: Lineslip): Promise<boolean> {
  const config = readConfig({ DATA_DIR: lineslip.dataDir, PORT: new URL(lineslip.url).port }, '/');
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config, { as: 'login' });
  try {
    await fill(db);
    const person = DEMO_PEOPLE.find(({ id }) => id === 'demo|underwriter');
    const postmaster = findPostmaster(join(lineslip.dataDir, 'postgres/cluster'));
    if (person === undefined || postmaster === undefined) throw new Error('Not all of what is measured is there.');
    const token = await issueAccessToken({ ...config.auth, keys: await loadKeys(db), person, seconds: 3600 });
    const call = async () => {
      const response = await fetch(`${lineslip.url}/api/classes/${COB}/buckets`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { buckets } = (await response.json()) as { buckets: { entries: unknown[] }[] };
      return buckets.reduce((sum, { entries }) => sum + entries.length, 0);
    };
    const entries = await call();
    const costs: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const before = cpuOf([lineslip.pid, postmaster.pid]);
      for (let turn = 0; turn < CALLS; turn += 1) await call();
      if (round >= 0) costs.push((cpuOf([lineslip.pid, postmaster.pid]) - before) / CALLS);
    }
    const cost = median(costs);
    console.log(`One class across ${PARTNERS} partners, ${entries} places of dials`);
    console.log(`CPU ms of the answer           ${shown(cost)}   at most ${MOST_CPU_MS}`);
    return cost <= MOST_CPU_MS;
  } finally {
    await db.destroy();
    await database.close();
  }
}

async function measureScrolling(lineslip: Lineslip): Promise<boolean> {
  const browser = await browsers.launch(chromium);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: lineslip.url });
    await page.goto('/');
    await page.getByRole('button', { name: 'Demo Underwriter', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto(`/classes/${COB}`);
    await page.getByRole('grid').waitFor();
    await page.waitForTimeout(2000);
    const rest = await frames(page, () => page.waitForTimeout(1500));
    await page.getByRole('grid').hover();
    const scrolled = await frames(page, async () => {
      for (let step = 0; step < 120; step += 1) {
        await page.mouse.wheel(0, step < 90 ? 240 : -480);
        await page.waitForTimeout(16);
      }
    });
    const over = scrolled.filter((ms) => ms > MAX_FRAME_MS + TOLERANCE_MS).length;
    for (const [name, times] of Object.entries({ 'at rest': rest, 'while scrolling': scrolled }))
      console.log(
        `${`longest frame ${name}`.padEnd(31)}${shown(Math.max(...times), 1)}   median ${median(times).toFixed(1)}`,
      );
    console.log(`${over} of ${scrolled.length} frames over ${MAX_FRAME_MS} ms while scrolling`);
    return over === 0;
  } finally {
    await browser.close();
  }
}

const lineslip = await startWithPortfolio();
try {
  const isCheap = await measureAnswer(lineslip);
  const isSmooth = await measureScrolling(lineslip);
  if (!isCheap || !isSmooth) process.exitCode = 1;
} finally {
  await lineslip.stop();
}
