import { writeDay } from '#domain/day/day.ts';
import { atDesks, type Job, type Size, type Story } from './job.ts';
import { area, button, type Hand, link } from './hand.ts';

/** The dial of each size, what its share cap becomes, and six partners that hold it. */
export const CHANGED = {
  desktop: { dial: 'Cargo base appetite', typed: 'cargo b', share: '6' },
  tablet: { dial: 'Energy operational, base appetite', typed: 'energy o', share: '4' },
} as const satisfies Partial<Record<Size, object>>;
const REASON = 'Losses above plan this year';
const DIFFERENT = 'Cyber critical infrastructure, hold expiring';
const DESCRIPTION = 'As agreed for the renewals';
export const PARTNERS = 6;

export const changedAt = ({ size }: Pick<Story, 'size'>) => CHANGED[size === 'tablet' ? 'tablet' : 'desktop'];
const NEXT_JANUARY = `${new Date().getUTCFullYear() + 1}-01-01`;

async function findDial(hand: Hand, typed: string): Promise<void> {
  await hand.click(area(hand.page, 'Dials'));
  await hand.click(hand.page.getByRole('searchbox', { name: /Search/ }));
  await hand.type(typed);
}

export const dialJobs: Readonly<Record<string, Job>> = {
  a: {
    what: 'Lower a share cap in a dial in use, with a reason, and publish it',
    who: 'underwriter',
    most: atDesks({ clicks: 12, keys: 60 }),
    run: async (hand, story) => {
      const { page } = hand;
      const { dial, typed, share } = changedAt(story);
      await findDial(hand, typed);
      await hand.click(page.getByRole('row').filter({ hasText: dial }).getByRole('link', { name: /^Edit/ }));
      await hand.click(page.getByRole('textbox', { name: /^Reason/ }));
      await hand.type(REASON);
      await hand.click(link(page.getByRole('navigation', { name: 'Steps' }), /^Values/));
      const field = page.getByRole('textbox', { name: 'Policy share cap' });
      await hand.click(field);
      await hand.press('Control+A');
      await hand.type(share);
      await hand.click(button(page, 'Publish Dial'));
      const question = page.getByRole('dialog', { name: 'Do you want to publish this Dial?' });
      await hand.click(button(question, 'Publish Dial'));
      await hand.end(page.getByRole('status').getByText('Draft dial successfully published', { exact: true }));
    },
  },
  b: {
    what: 'Roll it out to six partners for 1 January, submitted as a set',
    who: 'underwriter',
    most: atDesks({ clicks: 17, keys: 45 }),
    after: ['a'],
    run: async (hand, story) => {
      const { page } = hand;
      const { dial, typed } = changedAt(story);
      await findDial(hand, typed);
      await hand.click(page.getByRole('row').filter({ hasText: dial }).getByRole('link', { name: /^View/ }));
      await hand.click(link(page, 'Update in buckets'));
      await hand.click(page.getByRole('textbox', { name: /^Description/ }));
      await hand.type(DESCRIPTION);
      await hand.click(page.getByText('On a date', { exact: true }));
      await hand.click(page.getByRole('textbox', { name: 'Day' }));
      await hand.type('1 jan');
      await hand.press('Enter');
      const rows = page.getByRole('table', { name: 'Buckets' });
      // None, then six in which nothing has to be decided.
      await hand.click(rows.getByRole('columnheader').getByRole('checkbox'));
      const free = rows.getByRole('row').filter({ hasNot: page.getByRole('radio') });
      const boxes = free.getByRole('cell').getByRole('checkbox');
      for (let nth = 0; nth < PARTNERS; nth += 1) await hand.click(boxes.nth(nth));
      const submit = button(page, `Save ${PARTNERS} drafts and submit together`);
      await hand.click(submit);
      const title = page.getByRole('heading', { level: 1, name: `${dial}, v4` });
      const known = page.getByRole('checkbox', { name: /^I know that/ });
      await title.or(known).waitFor();
      if (await known.isVisible()) {
        await hand.click(known);
        await hand.click(submit);
      }
      await title.waitFor();
      await hand.end(page.getByText(`all on ${writeDay(NEXT_JANUARY)}`).first());
    },
  },
  g: {
    what: 'See where partners differ in one class, and open the dial that differs',
    who: 'underwriter',
    most: atDesks({ clicks: 6 }),
    run: async (hand) => {
      const { page } = hand;
      await hand.click(area(page, 'Buckets'));
      await hand.click(link(page, 'Cyber Privacy & Tech').first());
      const grid = page.getByRole('grid');
      await hand.click(page.getByRole('radiogroup').getByText('Differences', { exact: true }));
      await hand.click(link(grid, DIFFERENT));
      await hand.end(page.getByRole('heading', { level: 1, name: DIFFERENT }));
    },
  },
};
