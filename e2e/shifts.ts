import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Request } from 'playwright';

/** How far a page may move while it loads. */
export const MAX_SHIFT = 0.01;
const QUIET_MS = 1000;
const LONGEST_MS = 60_000;

export type Moved = Readonly<{ value: number; what: readonly string[] }>;

/** Sums all shifts without recent input, which is at least what browsers report as CLS; as text, it runs in the page. */
const WATCH = `{
  const moves = (globalThis.moves = []);
  const nameOf = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    if (!element) return 'something removed';
    const label = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30);
    return element.tagName.toLowerCase() + '.' + String(element.className).split(' ')[0] + ' "' + label + '"';
  };
  const observer = new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput)
        moves.push({
          value,
          what: sources.map(
            ({ node, previousRect: was, currentRect: is }) =>
              nameOf(node) + ' ' + [was.y, was.height].map(Math.round) + ' to ' + [is.y, is.height].map(Math.round),
          ),
        });
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}`;

const isCall = (request: Request) => {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/api/') && pathname !== '/api/bucket-events';
};

/** How many milliseconds later the nth call of a page is sent. */
type DelayOf = (nth: number) => number;

/** Opens an address in a new tab, closes it, and returns what moved. Waits until it has asked for nothing for a second. */
export async function openAndWatch(page: Page, address: string, delayOf: DelayOf): Promise<Moved[]> {
  await page.addInitScript(WATCH);
  let calls = 0;
  await page.route('**/api/**', async (route) => {
    calls += 1;
    await pause(delayOf(calls));
    await route.continue().catch(() => undefined);
  });
  const waiting = new Set<Request>();
  let quietSince = Date.now();
  const onEnd = (request: Request) => {
    if (waiting.delete(request)) quietSince = Date.now();
  };
  page.on('request', (request) => isCall(request) && waiting.add(request));
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  const end = Date.now() + LONGEST_MS;
  while ((waiting.size > 0 || Date.now() - quietSince < QUIET_MS) && Date.now() < end) await page.waitForTimeout(100);
  const at = new URL(page.url()).pathname;
  if (decodeURIComponent(at) !== address) throw new Error(`${address} led to ${at}.`);
  const moves = await page.evaluate<Moved[]>('moves');
  await page.close();
  return moves;
}

export const sumOf = (moves: readonly Moved[]): number => moves.reduce((sum, { value }) => sum + value, 0);
