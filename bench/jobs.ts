import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium as browsers, type Page } from 'playwright';
import { startWithPortfolio } from '../e2e/database.ts';
import { chromium } from '../tools/chromium.ts';
import { bucketJobs } from './jobs/buckets.ts';
import { dialJobs } from './jobs/dials.ts';
import { Hand } from './jobs/hand.ts';
import { type Job, type Size, SIZES, type Story } from './jobs/job.ts';
import { peopleJobs } from './jobs/people.ts';
import { reviewJobs } from './jobs/reviews.ts';
import { nameOf, type Who } from './shifts.pages.ts';

/**
 * `npm run bench -- jobs [--pictures folder] [letters]`: twelve jobs of a working day, done through the screen as someone
 * new would, at three sizes. It counts clicks and keys. With a folder it keeps a picture of each step.
 */
const JOBS: Readonly<Record<string, Job>> = Object.fromEntries(
  Object.entries({ ...bucketJobs, ...dialJobs, ...peopleJobs, ...reviewJobs }).toSorted(([one], [other]) =>
    one.localeCompare(other),
  ),
);

type Done = Readonly<{ letter: string; size: Size; clicks: number; keys: number; failed?: string }>;

async function signIn(browser: Browser, baseURL: string, who: Who, size: Size): Promise<Page> {
  const { width, height, scheme } = SIZES[size];
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: scheme,
    hasTouch: size === 'phone',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: nameOf(who), exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return page;
}

function readArguments(args: readonly string[]): { pictures: string | undefined; letters: readonly string[] } {
  const at = args.indexOf('--pictures');
  const pictures = at < 0 ? undefined : args[at + 1];
  const letters = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1)).flatMap((text) => [...text]);
  const wanted = new Set(letters.length === 0 ? Object.keys(JOBS) : letters);
  // A job needs what those before it left behind.
  for (const letter of Object.keys(JOBS).toReversed())
    if (wanted.has(letter)) for (const before of JOBS[letter]?.after ?? []) wanted.add(before);
  return { pictures, letters: Object.keys(JOBS).filter((letter) => wanted.has(letter)) };
}

const { pictures, letters } = readArguments(process.argv.slice(2));
if (pictures !== undefined) await mkdir(pictures, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'lineslip-jobs-'));
const lineslip = await startWithPortfolio();
const browser = await browsers.launch(chromium);
const done: Done[] = [];
try {
  for (const size of Object.keys(SIZES) as Size[]) {
    const story: Story = { size, folder, open: (who) => signIn(browser, lineslip.url, who, 'desktop') };
    for (const letter of letters) {
      const job = JOBS[letter];
      if (job?.most[size] === undefined) continue;
      await job.prepare?.(story);
      const page = await signIn(browser, lineslip.url, job.who, size);
      const hand = new Hand(page, pictures && join(pictures, `${letter}-${size}`));
      try {
        await job.run(hand, story);
        done.push({ letter, size, clicks: hand.clicks, keys: hand.keys });
      } catch (error) {
        if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${letter}-${size}-failed.png`) });
        done.push({ letter, size, clicks: hand.clicks, keys: hand.keys, failed: String(error) });
      } finally {
        await page.context().close();
      }
    }
  }
} finally {
  await browser.close();
  await lineslip.stop();
  await rm(folder, { recursive: true });
}

const figure = (made: number, most: number | undefined) =>
  (most === undefined ? String(made) : `${made}/${most}`).padStart(8);
console.log(`\n${'job'.padEnd(78)}${'size'.padEnd(10)}${'clicks'.padStart(8)}${'keys'.padStart(8)}`);
for (const { letter, size, clicks, keys, failed } of done) {
  const job = JOBS[letter];
  const limit = job?.most[size];
  const isOver = clicks > (limit?.clicks ?? 0) || keys > (limit?.keys ?? Infinity);
  const end = failed === undefined ? (isOver ? '  too long' : '') : '  not done';
  console.log(
    `${`${letter}  ${job?.what}`.padEnd(78)}${size.padEnd(10)}${figure(clicks, limit?.clicks)}${figure(keys, limit?.keys)}${end}`,
  );
  if (failed !== undefined) console.log(failed);
  if (isOver || failed !== undefined) process.exitCode = 1;
}
