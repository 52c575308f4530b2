import { chromium as browsers, type Page } from 'playwright';
import { emptyBucket } from '../e2e/api.ts';
import { startWithPortfolio } from '../e2e/database.ts';
import { chromium } from '../tools/chromium.ts';
import { fillBucket } from './fill-bucket.ts';
import { median, shown } from './measure.ts';
import { measureTryRisk } from './try-risk.ts';

const SLOWED = 4;
const MAX_FRAME_MS = 50;
/** The tolerance for frame times: three frames at 60 Hz take slightly more than 50 ms. */
const TOLERANCE_MS = 0.5;

/** Opening and dragging in the edit page with that many dials on a CPU slowed four times, compared with an empty bucket. */
export async function measureEditPage(size: number): Promise<boolean> {
  const lineslip = await startWithPortfolio();
  const browser = await browsers.launch(chromium);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: lineslip.url });
    await page.goto('/');
    await page.getByRole('button', { name: 'Demo Underwriter', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const full = await fillBucket(lineslip, page, size);
    const small = `${await emptyBucket(page, 0)}/edit`;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });

    const opened = { full: await timesOpening(page, full), empty: await timesOpening(page, small) };
    console.log(`\nThe edit page, processor slowed ${SLOWED} times, milliseconds`);
    console.log(`${`opening with ${size} dials`.padEnd(32)}${shown(opened.full, 0)}`);
    console.log(`${'opening with none'.padEnd(32)}${shown(opened.empty, 0)}${shown(opened.full / opened.empty)} times`);

    await page.goto(full);
    await page.getByText('Space', { exact: true }).first().waitFor();
    await page.waitForLoadState('load');
    await page.waitForTimeout(2000);
    // Opening it ten times leaves garbage that does not belong to the drag.
    await session.send('HeapProfiler.collectGarbage');
    const rest = await frames(page, () => page.waitForTimeout(1500));
    const begun = await frames(page, () => pickUp(page));
    const dragged = await frames(page, () => carry(page));
    for (const [name, times] of Object.entries({
      'at rest': rest,
      'as a drag begins': begun,
      'while dragging': dragged,
    }))
      console.log(
        `${`longest frame ${name}`.padEnd(32)}${shown(Math.max(...times), 1)}   median ${median(times).toFixed(1)}`,
      );
    const all = [...begun, ...dragged];
    const over = all.filter((ms) => ms > MAX_FRAME_MS + TOLERANCE_MS).length;
    console.log(`${over} of ${all.length} frames over ${MAX_FRAME_MS}, from the beginning of the drag`);
    const isQuick = await measureTryRisk(page, full, size);
    return over === 0 && isQuick;
  } finally {
    await browser.close();
    await lineslip.stop();
  }
}

async function timesOpening(page: Page, address: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await page.goto('/dials');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const start = performance.now();
    await page.goto(address);
    await page
      .getByText(/^(No dials in this bucket|Space)$/)
      .first()
      .waitFor();
    times.push(performance.now() - start);
  }
  return median(times);
}

const HANDLE = 'span[title="Drag to move"]';

async function pickUp(page: Page): Promise<void> {
  const box = await page.locator(HANDLE).first().boundingBox();
  if (box === null) throw new Error('There is nothing to drag.');
  await page.mouse.move(box.x + 6, box.y + 8);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(box.x + 6 + step, box.y + 8 + step);
}

/** Down through the list and along its lower edge, where it scrolls; without the drop. */
async function carry(page: Page): Promise<void> {
  for (let step = 1; step <= 60; step += 1) await page.mouse.move(320 + (step % 7), 170 + step * 9);
  for (let step = 0; step < 60; step += 1) await page.mouse.move(320 + (step % 5), 760 + (step % 3));
}

/** Records each frame until replaced by another watch; as text, because it runs in the page. */
const WATCH = `{
  const marks = [];
  globalThis.frameMarks = marks;
  const tick = (at) => {
    marks.push(at);
    if (globalThis.frameMarks === marks) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}`;
const STOP = '{ const marks = frameMarks; frameMarks = undefined; marks; }';

/** The duration of each frame during the work. */
export async function frames(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(WATCH);
  await work();
  const marks = await page.evaluate<number[]>(STOP);
  return marks.slice(1).map((at, index) => at - (marks[index] ?? at));
}
