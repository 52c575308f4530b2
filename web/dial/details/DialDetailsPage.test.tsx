import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import type { Api } from '#web/testing/page.tsx';
import { bucketUse, DIAL, DIAL_ID, IMPACT, showDial } from './testing.tsx';

const NO_RISKS = { risks: 0, premium: null };

const never = () => new Promise<never>(() => undefined);

const show = (answers: Partial<Api> = {}, search = '', permissions = ['dials:view']) =>
  showDial({ listDialBuckets: never, ...answers }, { search, permissions });

describe('the content of the dial', () => {
  test('header: path, name, status and the open draft', async () => {
    await show({}, '', ['dials:view', 'dials:create', 'dials:edit']);
    await expect.element(page.getByRole('heading', { level: 1, name: DIAL.data.name })).toBeVisible();
    await expect.element(page.getByText('Version 6, the newest published')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'v7 draft open' })).toHaveAttribute('href', `/dial/${DIAL_ID}`);
    await expect.element(page.getByRole('link', { name: 'Edit Dial' })).toHaveAttribute('href', `/dial/${DIAL_ID}`);
    expect(document.title).toBe(`${DIAL.data.name}, Dials · Lineslip`);
  });

  test('status: the newest version is not active because an older one is, and a replaced one is not ready', async () => {
    const [draft, v6, v5, v4, ...older] = DIAL.versions;
    const statuses = { 6: 'ready', 5: 'active', 4: 'superseded' } as const;
    const versions = [draft, v6, v5, v4].flatMap((each) => {
      const version = each?.version as 4 | 5 | 6;
      return each === undefined ? [] : { ...each, status: statuses[version] ?? 'draft' };
    });
    const use = { live: [{ version: 5, buckets: 2 }], drafts: [{ version: 6, buckets: 1 }] };
    await show({ getDial: async () => ({ ...DIAL, status: 'ready', use, versions: [...versions, ...older] }) });
    await expect.element(page.getByText('v6 published; live: v5 in 2 buckets; in 1 draft')).toBeVisible();
    const header = page.getByRole('banner');
    await expect.element(header.getByText('Ready', { exact: true })).toBeVisible();
    const version = (name: string) =>
      page.getByRole('list', { name: 'Versions' }).getByRole('listitem').filter({ hasText: name });
    await expect.element(version('v6').getByText('Ready', { exact: true })).toBeVisible();
    await expect.element(version('v5').getByText('Active', { exact: true })).toBeVisible();
    expect(
      version('v4')
        .getByText(/^(Ready|Active)$/)
        .elements(),
    ).toEqual([]);
  });

  test('a risk is tried on the dial alone: it matches, or the line says why not', async () => {
    await show();
    await page.getByRole('button', { name: 'Try a risk' }).click();
    await expect.element(page.getByText('Type a risk', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Excess', exact: true }).click();
    await expect.element(page.getByText('This dial takes no part')).toBeVisible();
    await expect.element(page.getByText('not known, asks for New business or Renewal')).toBeVisible();
    for (const words of ['by no dial', 'set, an earlier dial won', 'The first that sets a value supplies it'])
      expect(page.getByText(words).elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Try a risk' })).toHaveFocus();
  });

  test('five values; an unset one says who decides', async () => {
    await show();
    await expect.element(page.getByText('3,500,000')).toBeVisible();
    await expect.element(page.getByText('350,000', { exact: true })).toBeVisible();
    await expect.element(page.getByText('35%')).toBeVisible();
    expect(page.getByText('Not set', { exact: true }).elements()).toHaveLength(2);
    expect(page.getByText('Not set: the next matching dial decides').elements()).toHaveLength(1);
  });

  test('when it applies, as a sentence with bold facts', async () => {
    await show();
    await expect
      .element(page.getByText(/^The risk code is/))
      .toHaveTextContent(
        'The risk code is CY or CZ, the layer is excess, it attaches from $10m up to, not including, $50m, the insured is domiciled in the United States, the risk arrives as new business or renewal, and the day is from 1 Nov 2025.',
      );
    const strong = page
      .getByText(/^The risk code is/)
      .getByRole('strong')
      .elements();
    expect(strong.map((fact) => fact.textContent).join(' ')).toBe(
      'CY CZ excess $10m $50m United States new business renewal 1 Nov 2025',
    );
  });

  test('a row per set dimension: codes with meanings, the interval as line and words, with its notation', async () => {
    await show();
    await expect.element(page.getByText('CY Data and privacy breach')).toBeVisible();
    // A code is never broken, however narrow its meaning makes it.
    await expect
      .element(page.getByRole('listitem').getByText('CY', { exact: true }))
      .toHaveStyle('white-space: nowrap');
    await expect.element(page.getByRole('img', { name: '[10,000,000, 50,000,000)' })).toBeVisible();
    const words = page.getByText('$10m to $50m', { exact: true });
    await expect.element(words.last()).toHaveAttribute('title', '[10,000,000, 50,000,000)');
    await expect.element(page.getByText('27 more dimensions are not set, so any value matches.')).toBeVisible();
  });

  test('facts: tags link to the filtered list', async () => {
    await show();
    await expect.element(page.getByText('New business, renewal')).toBeVisible();
    await expect.element(page.getByText('Demo Cyber Lead, Demo Underwriter')).toBeVisible();
    await expect.element(page.getByText('Large excess layers.')).toBeVisible();
    await page.getByRole('link', { name: 'Excess & surplus' }).click();
    await expect.element(page.getByText('at /dials?tag=Excess+%26+surplus')).toBeVisible();
  });

  test('the URL selects another version, and the timeline links there and back', async () => {
    const getDialVersion = vi.fn<Api['getDialVersion']>(() =>
      Promise.resolve({ ...DIAL, version: 5, status: 'ready', data: { ...DIAL.data, name: 'Cyber excess, older' } }),
    );
    const { router } = await show({ getDialVersion });
    await page.getByRole('link', { name: 'v5', exact: true }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Cyber excess, older' })).toBeVisible();
    expect(getDialVersion.mock.calls[0]?.[0]).toEqual({ params: { dialId: DIAL_ID, version: 5 } });
    expect(router.state.location.search).toBe('?version=5');
    await expect.element(page.getByText('Version 5, the newest published is 6')).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'View Dial' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: DIAL.data.name })).toBeVisible();
    expect(router.state.location.search).toBe('');
  });
});

describe('where it is used', () => {
  test('while loading', async () => {
    await show({ listDialBuckets: never });
    await expect.element(page.getByText('Finding buckets containing this dial...', { exact: true })).toBeVisible();
  });

  test('it fails on its own, with Retry', async () => {
    const listDialBuckets = vi
      .fn<Api['listDialBuckets']>()
      .mockRejectedValueOnce(new Problem('unexpected', 'Something went wrong.', { reference: '7f3a-19c2' }))
      .mockResolvedValue({ items: [bucketUse(9101)], next: null });
    await show({ listDialBuckets });
    await expect.element(page.getByText('Failed to fetch dial metadata', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/Reference 7f3a-19c2/)).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Applies when' })).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByRole('cell', { name: '9101 Alder' })).toBeVisible();
  });

  test('in none', async () => {
    await show({ listDialBuckets: () => Promise.resolve({ items: [], next: null }) });
    await expect
      .element(page.getByText('This dial is not in any buckets yet, and therefore is not in use.', { exact: true }))
      .toBeVisible();
    expect(page.getByText('Appears in the following buckets').elements()).toHaveLength(0);
    expect(page.getByRole('button', { name: 'Add to a bucket' }).elements()).toHaveLength(0);
  });

  test('in none: people who may edit buckets get a link to one, with the dial to add', async () => {
    const cell = { cob: 'cyber-privacy-and-tech', partner: 9101, appetite: 1, stopped: false, dials: 0 };
    const cells = [
      { ...cell, status: 'active' as const },
      { ...cell, cob: 'cargo', status: 'pending_review' as const },
    ];
    await show(
      {
        listDialBuckets: async () => ({ items: [], next: null }),
        getBucketMatrix: async () => ({ partners: [{ number: 9101, name: 'Alder' }], cells }),
      },
      '',
      ['dials:view', 'bucket:view', 'bucket:edit'],
    );
    await page.getByRole('button', { name: 'Add to a bucket' }).click();
    await page.getByRole('combobox', { name: 'Bucket to add it to' }).click();
    await expect.element(page.getByRole('option')).toHaveTextContent('Cyber Privacy & Tech, 9101 Alder');
    await page.getByRole('option').click();
    const add = new URLSearchParams({ add: DIAL.data.name }).toString();
    await expect.element(page.getByText(`at /syndicate/9101/bucket/cyber-privacy-and-tech/edit?${add}`)).toBeVisible();
  });

  test('in some: class, partner, position, version, overrides, status', async () => {
    const items = [
      bucketUse(9101, { version: 5, status: 'pending_review' }),
      bucketUse(9158, { overrides: { max_line: 3_000_000, lead_share_cap: 30 } }),
    ];
    const gap = {
      dial_id: 'd',
      kind: 'starts',
      day: '2026-12-01',
      values: [{ value: 'max_line', risks: 94 }],
    } as const;
    const measured = { ...IMPACT, buckets: [{ ...IMPACT.buckets[0], gaps: [gap] }] };
    const answers = { listDialBuckets: async () => ({ items, next: null }), measureVersion: async () => measured };
    await show(answers, '', ['dials:view', 'bucket:view']);
    const card = page.getByRole('region', { name: 'Appears in the following buckets' });
    await expect.element(card).toBeVisible();
    const cells = (row: number) =>
      card
        .getByRole('row')
        .nth(row)
        .getByRole('cell')
        .elements()
        .map((cell) => cell.textContent);
    await expect.element(card.getByRole('columnheader', { name: 'Risks that change' })).toBeVisible();
    // On narrow screens the partner stands below the class.
    const first = ['Cyber Privacy & Tech9101 Alder', '9101 Alder', '7', 'v5v6 available', 'none', 'Pending Review'];
    const lost = 'Starts 1 Dec 2026. Until then nothing sets Max line for 94 risks.';
    await expect.poll(() => cells(1)).toEqual([...first, `1,204 risks, 2.1%${lost}`]);
    expect(cells(2).slice(3)).toEqual(['v6', 'Lead share cap 30%, Max line 3,000,000', 'Active', '']);
    const links = card.getByRole('link', { name: 'Cyber Privacy & Tech' }).elements();
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/syndicate/9101/bucket/cyber-privacy-and-tech/draft',
      '/syndicate/9158/bucket/cyber-privacy-and-tech',
    ]);
  });

  test.each([
    ['there is no portfolio', async () => ({ state: 'no-portfolio' as const })],
    [
      'none of its risks is of the class',
      async () => ({ ...IMPACT, buckets: [{ ...IMPACT.buckets[0], all: NO_RISKS }] }),
    ],
  ])('no risks are shown where %s', async (_why, measureVersion) => {
    const measure = vi.fn<Api['measureVersion']>(measureVersion);
    const items = [bucketUse(9101, { version: 5 })];
    await show({ listDialBuckets: async () => ({ items, next: null }), measureVersion: measure }, '', [
      'dials:view',
      'bucket:view',
    ]);
    await vi.waitFor(() => expect(measure.mock.settledResults[0]?.type).not.toBe('incomplete'));
    await expect.element(page.getByRole('cell', { name: '9101 Alder' })).toBeVisible();
    await expect.element(page.getByText('Risks that change')).not.toBeInTheDocument();
  });

  test('the first five of many, and all on request', async () => {
    const items = Array.from({ length: 11 }, (_, index) => bucketUse(9101 + index));
    const use = { live: [{ version: 6, buckets: 11 }], drafts: [] };
    await show({ getDial: async () => ({ ...DIAL, use }), listDialBuckets: async () => ({ items, next: null }) });
    await expect.element(page.getByRole('table')).toBeVisible();
    expect(page.getByRole('row').elements()).toHaveLength(1 + 5);
    await page.getByRole('button', { name: 'Show all 11' }).click();
    expect(page.getByRole('row').elements()).toHaveLength(1 + 11);
    expect(page.getByRole('cell').getByRole('link').elements()).toHaveLength(0);
  });

  test('of very many a page at a time; one that failed is tried again, and what was loaded stays', async () => {
    const items = Array.from({ length: 60 }, (_, index) => bucketUse(9101 + index));
    const use = { live: [{ version: 6, buckets: 59 }], drafts: [{ version: 4, buckets: 1 }] };
    const listDialBuckets = vi
      .fn<Api['listDialBuckets']>()
      .mockResolvedValueOnce({ items: items.slice(0, 50), next: 'there' })
      .mockRejectedValueOnce(new Problem('unexpected', 'Something went wrong.'))
      .mockResolvedValue({ items: items.slice(50), next: null });
    const measureVersion = async () => ({ state: 'no-portfolio' as const });
    await show({ getDial: async () => ({ ...DIAL, use }), listDialBuckets, measureVersion }, '', [
      'dials:view',
      'bucket:view',
      'bucket:edit',
    ]);
    const card = page.getByRole('region', { name: 'Appears in the following buckets' });
    await expect.element(card.getByText('60', { exact: true })).toBeVisible();
    // The outdated one is on the second page.
    await expect.element(card.getByRole('link', { name: 'Update in buckets' })).toBeVisible();
    await card.getByRole('button', { name: 'Show more' }).click();
    expect(card.getByRole('row').elements()).toHaveLength(1 + 50);
    await card.getByRole('button', { name: 'Show more' }).click();
    await card.getByRole('button', { name: 'Retry' }).click();
    await expect.element(card.getByRole('cell', { name: '9160 Alder' })).toBeInTheDocument();
    expect(card.getByRole('row').elements()).toHaveLength(1 + 60);
    expect(listDialBuckets.mock.calls.map(([input]) => input.query?.cursor)).toEqual([undefined, 'there', 'there']);
  });
});

describe('a dial that cannot be shown', () => {
  test.each(['not-found', 'invalid-input'] as const)('%s: it does not exist, and here is the list', async (kind) => {
    await show({ getDial: () => Promise.reject(new Problem(kind, 'No.')) });
    await expect.element(page.getByRole('heading', { name: 'This dial does not exist' })).toBeVisible();
    await page.getByRole('link', { name: 'View all dials' }).click();
    await expect.element(page.getByText('at /dials', { exact: true })).toBeVisible();
  });

  test('a missing version links to the dial', async () => {
    await show({ getDialVersion: () => Promise.reject(new Problem('not-found', 'No.')) }, '?version=99');
    await expect.element(page.getByRole('heading', { name: 'There is no version 99' })).toBeVisible();
    await page.getByRole('link', { name: 'View Dial' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: DIAL.data.name })).toBeVisible();
  });

  test('a failure is shown with Retry', async () => {
    const getDial = vi
      .fn<Api['getDial']>()
      .mockRejectedValueOnce(new Problem('unexpected', 'The database is resting.'))
      .mockResolvedValue(DIAL);
    await show({ getDial });
    await expect.element(page.getByRole('alert').filter({ hasText: 'An error has occurred' })).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: DIAL.data.name })).toBeVisible();
  });

  test('the skeleton of the page', async () => {
    await show({ getDial: never });
    await expect.element(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeInTheDocument();
    expect(page.getByRole('status').filter({ hasText: 'Loading...' }).elements()).toHaveLength(1);
  });
});
