import { changeTogether, emptyBuckets, publishDial } from '../../e2e/api.ts';
import { PARTNERS } from './dials.ts';
import { button, link } from './hand.ts';
import type { Job } from './job.ts';

export const reviewJobs: Readonly<Record<string, Job>> = {
  c: {
    what: 'Approve that set: one vote',
    who: 'reviewer.one',
    most: { desktop: { clicks: 3 }, tablet: { clicks: 3 }, phone: { clicks: 2 } },
    after: ['b'],
    prepare: async ({ size, open }) => {
      // A phone offers no roll-out, so that another set waits for it.
      if (size !== 'phone') return;
      const page = await open('underwriter');
      const { id } = await publishDial(page, { name: 'Specie in vaults, a limit', values: { max_line: 700_000 } });
      const buckets = await emptyBuckets(page, 100, PARTNERS);
      const add = { kind: 'add', dial_id: id, version: 1, overrides: {}, place: { at: 'end' } };
      await changeTogether(page, buckets, () => add, 'A limit on vaults');
      await page.context().close();
    },
    run: async (hand, { size }) => {
      const { page } = hand;
      await hand.click(link(page, /^Review Set/).last());
      if (size === 'tablet') await hand.click(button(page, 'Votes'));
      const isPhone = size === 'phone';
      await hand.click(button(page, isPhone ? `Approve ${PARTNERS}` : `Approve all ${PARTNERS}`));
      await hand.end(
        isPhone ? page.getByText('You approved', { exact: true }) : button(page, `Approved all ${PARTNERS}`),
      );
    },
  },
};
