import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeProposal } from '#web/review/appetite/testing.ts';
import { makePending } from '#web/review/testing.ts';
import { ACCESS, NO_WORK, showHome } from './testing.tsx';

const link = (name: string) => page.getByRole('link', { name, exact: true });
const reviews = page.getByRole('region', { name: 'Review pending buckets' });
const isFilled = (name: string) => link(name).element().getAttribute('data-variant') === 'filled';

describe('pending reviews', () => {
  test('a row shows class, partner, changes, submitter, age and votes', async () => {
    await showHome();
    await expect.element(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
    const row = reviews.getByRole('listitem').first();
    await expect.element(row).toBeVisible();
    expect(row.element().textContent).toMatch(
      /^Cyber Privacy & Tech9101 AlderTighten US healthcare\.DL?.*Demo Cyber Lead · .*Added 1Updated 2Reordered 169\.7% of risks26,788 of 38,412on 14 Nov 20261 of 2 approvalsReview Bucket/,
    );
    await expect.element(reviews.getByText('1 awaiting your review')).toBeVisible();
  });

  test('Review Bucket of the first pending review is the primary button, and opens the draft', async () => {
    await showHome({
      listReviews: async () => ({
        items: [makePending({ mine: 'approve' }), makePending({ cob: 'cargo' }), makePending({ cob: 'hull' })],
        next: null,
        total: 3,
        waiting: null,
        appetites: [],
      }),
    });
    await expect.element(reviews.getByText('You approved')).toBeVisible();
    expect(isFilled('Review Bucket: Cyber Privacy & Tech, 9101 Alder')).toBe(false);
    expect(isFilled('Review Bucket: Cargo, 9101 Alder')).toBe(true);
    expect(isFilled('Review Bucket: Hull, 9101 Alder')).toBe(false);
    expect(isFilled('Create Dial')).toBe(false);
    const to = link('Review Bucket: Cargo, 9101 Alder').element().getAttribute('href');
    expect(to).toBe('/syndicate/9101/bucket/cargo/draft');
  });

  test('those of further pages are counted, too', async () => {
    const items = [makePending(), makePending({ cob: 'cargo', mine: 'approve' })];
    await showHome({ listReviews: async () => ({ items, next: 'there', total: 70, waiting: 61, appetites: [] }) });
    await expect.element(reviews.getByText('61 awaiting your review')).toBeVisible();
  });

  test('a set is one row with its count, pending until each bucket has a vote, and links to its page', async () => {
    const set = (id: string, mine: number) => ({ id, title: `Set ${id}`, buckets: 9, mine, same_day: true });
    const items = [
      makePending({ mine: 'approve', set: set('a', 9) }),
      makePending({ mine: 'approve', approvals: 12, rejections: 1, required: 18, set: set('b', 7) }),
    ];
    await showHome({ listReviews: async () => ({ items, next: null, total: 2, waiting: null, appetites: [] }) });
    await expect.element(reviews.getByText('1 awaiting your review')).toBeVisible();
    expect(reviews.getByRole('listitem').last().element().textContent).toMatch(
      /^Set b9 bucketsTighten US healthcare\..*12 of 18 approvals1 of 18 rejectionsReview SetYou voted on 7 of 9$/,
    );
    expect([isFilled('Review Set: Set a, 9 buckets'), isFilled('Review Set: Set b, 9 buckets')]).toEqual([false, true]);
    expect(link('Review Set: Set b, 9 buckets').element().getAttribute('href')).toBe('/review-sets/b');
  });

  test('[R31] a set names its day, and says "from" only where the days differ', async () => {
    const set = (id: string, same_day: boolean) => ({ id, title: `Set ${id}`, buckets: 9, mine: 0, same_day });
    const items = [true, false].map((same) => makePending({ live_on: '2027-01-01', set: set(String(same), same) }));
    await showHome({ listReviews: async () => ({ items, next: null, total: 2, waiting: null, appetites: [] }) });
    await expect.element(reviews.getByRole('listitem').first().getByText('all on 1 Jan 2027')).toBeVisible();
    await expect.element(reviews.getByRole('listitem').last().getByText('from 1 Jan 2027')).toBeVisible();
  });

  test('nothing is pending: one calm line, and Create Dial is the next action', async () => {
    await showHome({ listReviews: async () => ({ items: [], next: null, total: 0, waiting: null, appetites: [] }) });
    await expect.element(page.getByRole('heading', { name: 'No buckets await review' })).toBeVisible();
    expect(isFilled('Create Dial')).toBe(true);
  });

  test('an author’s own draft is listed, but not pending for them', async () => {
    const items = [
      makePending({ barred: 'submitter' }),
      makePending({ barred: 'editor', cob: 'hull' }),
      makePending({ barred: 'dial_author', cob: 'cargo' }),
    ];
    await showHome({ listReviews: async () => ({ items, next: null, total: 3, waiting: null, appetites: [] }) });
    for (const text of ['You submitted it', 'You edited it', 'You wrote a dial in it'])
      await expect.element(reviews.getByText(text)).toBeVisible();
    expect(reviews.getByRole('link', { name: /^View: / }).elements()).toHaveLength(3);
    expect(reviews.getByText('for you').query()).toBeNull();
    expect(isFilled('Create Dial')).toBe(true);
  });

  test('[R43] raised appetites are rows of the queue, and count if one may decide about them', async () => {
    const appetites = [
      makeProposal({ cob: null, is_own: true, refusal: 'You proposed this.' }),
      makeProposal({ id: 'p2', buckets: 1, partner: { number: 9101, name: 'Alder' } }),
    ];
    await showHome({ listReviews: async () => ({ items: [], next: null, total: 0, waiting: null, appetites }) });
    await expect.element(reviews.getByText('1 awaiting your review')).toBeVisible();
    const rows = reviews.getByRole('listitem').elements();
    expect(rows[0]?.textContent).toMatch(/^Raise the appetite of 3 bucketsRenewal season.*View.*You proposed it$/);
    expect(rows[1]?.textContent).toMatch(/^Raise the appetite of 1 bucketCargo, 9101 Alder.*Review$/);
    const review = link('Review: Raise the appetite of 1 bucket, Cargo, 9101 Alder');
    expect(review.element().getAttribute('href')).toBe('/appetite-proposals/p2');
    expect(isFilled('Review: Raise the appetite of 1 bucket, Cargo, 9101 Alder')).toBe(true);
    expect(isFilled('Create Dial')).toBe(false);
  });

  test('[R43] an administrator who sees no reviews sees raised appetites', async () => {
    await showHome({ listAppetiteProposals: async () => ({ items: [makeProposal()] }) }, ['admin:view', 'admin:edit']);
    await expect.element(reviews.getByText('Raise the appetite of 3 buckets')).toBeVisible();
  });

  test('a failure is shown in place with Retry', async () => {
    let answers = 0;
    await showHome({
      listReviews: async () => {
        answers += 1;
        if (answers === 1) throw new Error('No answer.');
        return { items: [makePending()], next: null, total: 1, waiting: null, appetites: [] };
      },
    });
    await expect.element(page.getByText('Failed to load buckets for review', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(reviews.getByText('Tighten US healthcare.')).toBeVisible();
  });

  test('without view on review the section is hidden, and nothing is fetched', async () => {
    let fetches = 0;
    await showHome(
      {
        listReviews: async () => {
          fetches += 1;
          return { items: [], next: null, total: 0, waiting: null, appetites: [] };
        },
      },
      ['dials:view', 'bucket:view'],
    );
    await expect.element(page.getByRole('heading', { name: 'Next 30 days' })).toBeVisible();
    expect(reviews.query()).toBeNull();
    expect(fetches).toBe(0);
  });
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(390, 844));
  afterEach(() => page.viewport(1280, 800));

  test('a whole row of the queue is one link', async () => {
    await showHome();
    const to = link('Review Bucket: Cyber Privacy & Tech, 9101 Alder');
    await expect.element(to).toBeVisible();
    const row = reviews.getByRole('listitem').element().getBoundingClientRect();
    const target = to.element().getBoundingClientRect();
    expect([target.width, target.height]).toEqual([row.width, row.height]);
    const at = document.elementFromPoint(row.left + 20, row.top + 20);
    expect(at?.closest('a')).toBe(to.element());
  });

  test('offers nothing that needs a wider screen', async () => {
    await showHome();
    await expect.element(link('Review Bucket: Cyber Privacy & Tech, 9101 Alder')).toBeVisible();
    await expect.element(link('Create Dial')).not.toBeInTheDocument();
    await page.viewport(1280, 800);
    await expect.element(link('Create Dial')).toBeVisible();
  });

  test('Next 30 days is one line that opens to a list by day', async () => {
    await showHome();
    await expect.element(page.getByText('1 starts, 1 ends')).toBeVisible();
    const dial = link('Specie vault accumulations');
    expect(dial.query()).toBeNull();
    await page.getByRole('heading', { name: 'Next 30 days' }).click();
    await expect.element(dial).toBeVisible();
    const days = page
      .getByRole('list', { name: 'What goes live, starts or ends in the next 30 days' })
      .element().children;
    expect([...days].map(({ textContent }) => textContent)).toEqual([
      '23 Nov 2026 1 endsPI US lawyers',
      '1 Dec 2026 1 startsSpecie vault accumulations',
    ]);
  });
});

test('a person’s own work is listed below the reviews', async () => {
  const rejected = [{ by: { id: 'r1', name: 'Demo Reviewer One' }, comment: 'Too wide.' }];
  const changes = { added: 1, removed: 0, updated: 0, overridden: 0, reordered: 0 };
  const since = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const partner = { number: 9101, name: 'Alder' };
  const draft = {
    partner,
    cob: 'cargo',
    state: 'draft',
    since,
    changes,
    rejected,
    votes: null,
    approved_for: null,
    set: null,
  } as const;
  await showHome({ getMyWork: async () => ({ ...NO_WORK, drafts: [draft] }) });
  const own = page.getByRole('region', { name: 'Your work' });
  await expect.element(own.getByRole('listitem')).toBeVisible();
  expect(own.getByRole('listitem').element().textContent).toBe(
    'Cargo9101 AlderRejected by Demo Reviewer One: “Too wide.”3 days',
  );
  await expect.element(link('Cargo')).toHaveAttribute('href', '/syndicate/9101/bucket/cargo/draft');
  const heads = page.getByRole('heading', { level: 2 }).elements();
  const titles = heads.map(({ textContent }) => textContent);
  expect(titles.indexOf('Review pending buckets')).toBeLessThan(titles.indexOf('Your work'));
});

test('more work than listed: the count covers all of it, and a link leads to the rest', async () => {
  const since = new Date().toISOString();
  const dials = Array.from({ length: 8 }, (_, place) => ({
    id: `d${place}`,
    name: `Dial ${place}`,
    version: 1,
    since,
  }));
  await showHome({ getMyWork: async () => ({ ...NO_WORK, dials, more: { ...NO_WORK.more, dials: 1200 } }) });
  const own = page.getByRole('region', { name: 'Your work' });
  await own.getByRole('button', { name: 'Show 8 of 1,208' }).click();
  await expect.element(own.getByText('Dial 7')).toBeVisible();
  await expect.element(link('1,200 more drafts of dials')).toHaveAttribute('href', '/dials?tab=draft');
});

test('without open work a calm message is shown; for readers and reviewers it is not fetched', async () => {
  await showHome();
  await expect.element(page.getByText('You have no open work.')).toBeVisible();
  await showHome({ getMyWork: () => Promise.reject(new Error('Fetched.')) }, [
    'dials:view',
    'bucket:view',
    'review:view',
  ]);
  await expect.element(reviews.getByText('Tighten US healthcare.')).toBeVisible();
  expect(page.getByText('your work').query()).toBeNull();
});

test('links by permission', async () => {
  await showHome({}, ['bucket:view']);
  await expect.element(link('View buckets')).toBeVisible();
  await expect.element(link('Monthly report')).toBeVisible();
  expect(link('View all dials').query()).toBeNull();
  expect(link('Create Dial').query()).toBeNull();
});

test('without any permission: whom to ask, with a link to write to them', async () => {
  const people = ['Ann', 'Bo', 'Cy'].map((name) => ({ name, email: `${name}@ls.example` }));
  await showHome({ getMyAccess: async () => ({ ...ACCESS, people }) }, []);
  await expect.element(page.getByText('Ask Ann, Bo or Cy.')).toBeVisible();
  await expect.element(link('Bo')).toHaveAttribute('href', 'mailto:Bo@ls.example');
  await expect.element(page.getByText('Nothing to see here. Please request permissions to get started.')).toBeVisible();
});

describe('stopped buckets', () => {
  const stop = {
    id: 's1',
    at: '2026-11-14T10:42:00.000Z',
    by: { id: 'u1', name: 'Demo Underwriter' },
    reason: 'Wrong',
  };
  const items = ['cargo', 'hull', 'flood', 'specie'].map((cob) => ({
    cob,
    partner: { number: 9101, name: 'Alder' },
    revision: '4',
    draft: null,
    ...stop,
  }));
  const stops = page.getByRole('region', { name: 'Stopped buckets' });

  test('are counted with links to the first few and to all', async () => {
    await showHome({ listStops: async () => ({ items, total: 12 }) });
    await expect.element(stops.getByText('12 buckets are stopped')).toBeVisible();
    await expect.element(link('Cargo, 9101 Alder')).toHaveAttribute('href', '/syndicate/9101/bucket/cargo');
    await expect.element(link('and 9 more')).toHaveAttribute('href', '/syndicate?layer=stopped');
  });

  test('are not mentioned when there are none', async () => {
    await showHome();
    await expect.element(reviews.getByText('1 awaiting your review')).toBeVisible();
    await expect.element(stops).not.toBeInTheDocument();
  });
});
