import { join } from 'node:path';
import { editSheet } from '../../e2e/sheets.ts';
import { area, button, type Hand, link } from './hand.ts';
import { atDesks, everywhere, type Job, type Size } from './job.ts';

type Place = Readonly<{ partner: number; cob: string }>;
const TRIED: Place = { partner: 9101, cob: 'cyber-privacy-and-tech' };
/** On a phone, one of the first in the list. */
const STOPPED = {
  desktop: { partner: 9158, cob: 'terrorism' },
  tablet: { partner: 9164, cob: 'terrorism' },
  phone: { partner: 9101, cob: 'contingency-non-appearance' },
} as const satisfies Record<Size, Place>;
const BY_EXCEL = { desktop: 9112, tablet: 9133, phone: 9147 } as const satisfies Record<Size, number>;

/** From Home to the page of a bucket. */
async function openBucket(hand: Hand, { partner, cob }: Place): Promise<void> {
  const { page } = hand;
  await hand.click(area(page, 'Buckets'));
  await hand.click(page.locator(`main a[href="/syndicate/${partner}/bucket/${cob}"]:visible`).first());
}

export const bucketJobs: Readonly<Record<string, Job>> = {
  d: {
    what: 'Find out why a risk gets its line: an example of a bucket, explained',
    who: 'underwriter',
    most: everywhere({ clicks: 3 }),
    run: async (hand, { size }) => {
      const { page } = hand;
      await openBucket(hand, TRIED);
      await hand.click(button(page, 'Try a risk'));
      if (size !== 'phone') {
        // The first example has the focus.
        await page.locator('[data-example]:focus').waitFor();
        await hand.press('Enter');
      }
      await hand.end(page.getByRole('table', { name: 'Result' }));
    },
  },
  e: {
    what: 'Stop a bucket, with a reason',
    who: 'underwriter',
    most: everywhere({ clicks: 5 }),
    run: async (hand, { size }) => {
      const { page } = hand;
      await openBucket(hand, STOPPED[size]);
      await hand.click(button(page, 'More actions'));
      await hand.click(page.getByRole('menuitem', { name: 'Stop bucket' }));
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').waitFor();
      await hand.type('Losses in the last quarter');
      await hand.click(button(dialog, 'Stop bucket'));
      await hand.end(page.getByRole('region', { name: 'Stopped' }));
    },
  },
  f: {
    what: 'Ask for its restart',
    who: 'underwriter',
    most: everywhere({ clicks: 6 }),
    after: ['e'],
    run: async (hand, { size }) => {
      const { page } = hand;
      await openBucket(hand, STOPPED[size]);
      await hand.click(button(page, 'Restart'));
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().waitFor();
      await hand.type('The losses are explained');
      await hand.click(button(dialog, 'Submit for Review'));
      await hand.end(page.getByText('Review Requested').first());
    },
  },
  h: {
    what: 'By Excel: export a bucket, change a value, import, save, submit',
    who: 'underwriter',
    most: atDesks({ clicks: 14 }),
    run: async (hand, { size, folder }) => {
      const { page } = hand;
      await openBucket(hand, { partner: BY_EXCEL[size], cob: 'personal-accident' });
      await hand.click(button(page, 'More actions'));
      const download = page.waitForEvent('download');
      await hand.click(page.getByRole('menuitem', { name: 'Export a sheet' }));
      const path = join(folder, `${size}.xlsx`);
      await (await download).saveAs(path);
      await editSheet(path, [[2, 'Max line, USD', 111_000]]);
      await hand.click(button(page, 'More actions'));
      await hand.click(page.getByRole('menuitem', { name: 'Import a sheet' }));
      await hand.chooseFile(button(page, 'Choose a file'), path);
      await hand.click(button(page, 'Save Draft'));
      await hand.click(link(page, 'Edit Bucket'));
      await hand.click(button(page, 'Submit for Review'));
      const dialog = page.getByRole('dialog', { name: 'Submit for Review' });
      await hand.click(dialog.getByRole('textbox', { name: 'Description' }));
      await hand.type('By Excel');
      await hand.click(button(dialog, 'Submit for Review'));
      await hand.end(page.getByText('Review Requested').first());
    },
  },
  i: {
    what: 'What a live bucket did in the last 30 days, beside what was expected',
    who: 'underwriter',
    most: everywhere({ clicks: 2 }),
    run: async (hand) => {
      await openBucket(hand, { partner: 9101, cob: 'cyber-privacy-and-tech' });
      await hand.end(hand.page.getByText(/decisions in 30 days/));
    },
  },
  k: {
    what: 'Who approved the version that is live, with the evidence',
    who: 'underwriter',
    most: everywhere({ clicks: 3 }),
    run: async (hand) => {
      const { page } = hand;
      await openBucket(hand, TRIED);
      await hand.click(link(page, /^Who approved it/).first());
      await hand.end(page.getByText(/approved/i).first());
    },
  },
};
