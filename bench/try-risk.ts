import type { Page } from 'playwright';
import { median, shown } from './measure.ts';

const MOST_MS = 50;
const TYPED = '64,012,345.678';
const ROUNDS = 3;

/** Values that many dials check before the attachment point, so that their rows depend on what is typed there. */
const FIXED_VALUES =
  'try=edit&date=2026-11-16&journey=renewal&risk_codes=CY&risk_codes=CZ&risk_codes=D3&risk_codes=WB&is_primary=primary';

/** Records for each key when its result was painted; as text, because it runs in the page. */
const WATCH = `{
  const times = (globalThis.keyTimes = []);
  addEventListener('keydown', ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))), true);
}`;

/** From a key in Try a risk to the painted result, on the edit page of this address. */
export async function measureTryRisk(page: Page, address: string, size: number): Promise<boolean> {
  await page.goto(`${address}?${FIXED_VALUES}`);
  const field = page.getByRole('textbox', { name: 'Attachment point', exact: true });
  await field.waitFor();
  await page.waitForTimeout(2000);
  await page.evaluate(WATCH);
  for (let round = 0; round < ROUNDS; round += 1) {
    await field.fill('');
    await page.waitForTimeout(300);
    await field.pressSequentially(TYPED, { delay: 150 });
  }
  const times = await page.evaluate<number[]>('keyTimes');
  const [middle, longest] = [median(times), Math.max(...times)];
  console.log(
    `${`key to result with ${size} dials`.padEnd(32)}${shown(middle, 1)}   longest ${longest.toFixed(1)}, of ${times.length} keys`,
  );
  return times.length > 0 && middle <= MOST_MS;
}
