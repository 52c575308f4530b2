import { cyberOf } from './buckets.ts';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';
import { MAX_SHIFT, openAndWatch, sumOf } from './shifts.ts';

/** The pages that moved most before their parts had places: `npm run bench -- shifts` has all of them. */
const PAGES = [
  { name: 'Home of a reviewer on a phone', who: PEOPLE.reviewerOne, address: '/', width: 390, height: 844 },
  { name: 'Home of an underwriter', who: PEOPLE.underwriter, address: '/', width: 1024, height: 768 },
  { name: 'a live bucket on a phone', who: PEOPLE.underwriter, address: cyberOf(9101), width: 390, height: 844 },
] as const;
const STEP_MS = 150;
const MOST_MS = 1800;
const ORDERS = [(nth: number) => nth * STEP_MS, (nth: number) => Math.max(0, MOST_MS - nth * STEP_MS)] as const;

for (const { name, who, address, ...size } of PAGES)
  test(`${name} does not move, in whatever order its answers arrive`, async ({ page }) => {
    await signIn(page, who);
    for (const delayOf of ORDERS) {
      const tab = await page.context().newPage();
      await tab.setViewportSize(size);
      const moves = await openAndWatch(tab, address, delayOf);
      const description = moves.map(({ value, what }) => `${value.toFixed(4)} ${what.join('; ')}`).join('\n');
      expect(sumOf(moves), description).toBeLessThanOrEqual(MAX_SHIFT);
    }
  });
