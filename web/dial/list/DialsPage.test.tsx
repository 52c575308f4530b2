import { describe, expect, test } from 'vitest';
import { shortLabelOf, VALUE_KEYS } from '#domain/value/registry.ts';
import { page, userEvent } from 'vitest/browser';
import { answer, broken, COUNTS, dialId, dialRow, listApi, openList as open } from './testing.tsx';

const search = () => page.getByRole('searchbox', { name: 'Search dials' });
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

/** Dispatches keys without a pause between them. */
function typeQuickly(...texts: readonly string[]): void {
  const field = search().element() as HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  for (const text of texts) {
    set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

describe('what the list shows', () => {
  test('a row shows name, summary, tags, status, window, use and version', async () => {
    const { api } = listApi(() =>
      answer([
        dialRow(1, {
          name: 'Cyber excess, $10m to $50m',
          tags: ['Cyber', 'Excess'],
          status: 'active',
          version: 6,
          draft_version: 7,
          active_from: '2026-11-01',
          active_until: '2027-11-01',
          bucket_count: 11,
          in_live_bucket: true,
          dimensions: { is_primary: 'excess', attachment_point_ranges: '[10000000,50000000)' },
          journeys: ['renewal'],
        }),
        dialRow(2, { name: 'Held by drafts alone', bucket_count: 2 }),
      ]),
    );
    await open(api);
    const cells = row('Cyber excess').getByRole('cell');
    await expect.element(cells.first()).toBeVisible();
    await expect.element(row('Held by drafts alone').getByText('in 2 drafts').last()).toBeVisible();
    const name = page.getByRole('rowheader').first().element() as HTMLElement;
    expect(name.innerText).toBe('Cyber excess, $10m to $50m\nExcess, attachment $10m to $50m, renewal only');
    const texts = cells.elements().map((cell) => (cell as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim());
    const window = '1 Nov 2026 to 1 Nov 2027';
    expect(texts).toEqual(['', 'Cyber Excess', 'Active', window, '11 buckets', 'v6v7 draft', 'Edit View']);
  });

  test('hits are marked in name, tags and summary, also with typos', async () => {
    const found = dialRow(1, { name: 'Cyber excess', tags: ['Cyber'], dimensions: { is_primary: 'excess' } });
    const { api } = listApi(() => answer([found], COUNTS, null, ['cyber', 'excess']));
    await open(api, '/dials?q=cybr+excess');
    await expect.element(row('Cyber excess')).toBeVisible();
    const marks = [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
    expect(marks).toEqual(['Cyber', 'excess', 'Excess', 'Cyber']);
    await expect.element(page.getByRole('button', { name: 'Sorted by best match' })).toBeVisible();
  });

  test('the name links to the dial; heads sort the list and say so', async () => {
    const { api, calls } = listApi(() => answer([dialRow(1)]));
    await open(api);
    await expect
      .element(page.getByRole('link', { name: 'Dial 0001', exact: true }))
      .toHaveAttribute('href', `/dials/${dialId(1)}`);
    const head = (name: string) => page.getByRole('columnheader', { name });
    await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending');
    await head('In use').getByRole('button').click();
    await expect.poll(() => calls.at(-1)?.query).toEqual({ sort: 'used' });
    await expect.element(head('In use')).toHaveAttribute('aria-sort', 'descending');
    await expect.element(head('Name')).not.toHaveAttribute('aria-sort');
    await expect.element(page.getByRole('button', { name: 'Sorted by use' })).toBeVisible();
  });

  test('Enter in the search opens the only hit, waiting for it; with several it opens none', async () => {
    const { api } = listApi((query) => answer(query?.q === 'one' ? [dialRow(1)] : [dialRow(1), dialRow(2)]));
    const { router } = await open(api);
    await search().fill('two');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.search).toBe('?q=two');
    expect(router.state.location.pathname).toBe('/dials');
    await search().fill('one');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe(`/dials/${dialId(1)}`);
  });

  test('Edit and View link to the dial; Edit only with permission, and never without create', async () => {
    const { api } = listApi(() => answer([dialRow(1), dialRow(2, { editable: false })]));
    const { screen } = await open(api);
    await expect.element(page.getByRole('link', { name: /^Edit/ })).toHaveAttribute('href', `/dial/${dialId(1)}`);
    await expect
      .element(page.getByRole('link', { name: /^View/ }).first())
      .toHaveAttribute('href', `/dials/${dialId(1)}`);
    await expect.element(page.getByRole('link', { name: 'Create Dial' })).toHaveAttribute('href', '/dial');
    await screen.unmount();
    await open(api, '/dials', ['dials:view']);
    await expect.element(page.getByRole('link', { name: /^View/ }).first()).toBeVisible();
    expect(page.getByRole('link', { name: /^Edit/ }).elements()).toEqual([]);
    expect(page.getByRole('link', { name: 'Create Dial' }).elements()).toEqual([]);
  });

  test('values are columns on request', async () => {
    const { api } = listApi(() => answer([dialRow(1, { values: { max_line: 2_500_000, lead_share_cap: 30 } })]));
    await open(api);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Show values' }).click();
    for (const name of VALUE_KEYS.map(shortLabelOf))
      await expect.element(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
    await expect.element(row('Dial 0001').getByText('2,500,000')).toBeVisible();
    await expect.element(row('Dial 0001').getByText('30%')).toBeVisible();
    expect(page.getByRole('columnheader', { name: 'Tags' }).elements()).toEqual([]);
  });

  test('a capped count is shown as 100+', async () => {
    const { api } = listApi(({ cursor }) =>
      cursor === undefined
        ? answer([dialRow(1)], { ...COUNTS, all: 101, draft: 100, ready: 99 }, 'more')
        : new Promise(() => undefined),
    );
    await open(api, '/dials?q=cyber');
    for (const name of ['All 100+', 'Draft 100', 'Ready 99'])
      await expect.element(page.getByRole('tab', { name, exact: true })).toBeVisible();
    await expect.element(page.getByText('Showing 1 of more than 100 dials, by best match')).toBeVisible();
  });

  test('someone without view on dials sees why, and nothing is fetched', async () => {
    const { api, calls } = listApi(() => answer([]));
    const people = [{ name: 'Ada', email: 'ada@ls.example' }];
    const access = { text: null, people, takes_requests: false, is_granted: false, by_mail: false, request: null };
    await open({ ...api, getMyAccess: async () => access }, '/dials', ['user:view']);
    await expect
      .element(page.getByText('Nothing to see here. Please request permissions to get started.'))
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', 'mailto:ada@ls.example');
    expect(calls).toEqual([]);
  });
});

describe('tabs, search and filters are in the URL', () => {
  test('under a class, dials for every class come last, below a heading', async () => {
    const { api } = listApi(() => answer([dialRow(1), dialRow(2, { for_every_class: true })]));
    const { screen } = await open(api, '/dials?cob=hull');
    await expect.element(row('For every class')).toBeVisible();
    const rows = page
      .getByRole('row')
      .elements()
      .map((one) => one.textContent.slice(0, 15));
    expect(rows.slice(1)).toEqual([
      expect.stringMatching(/^Dial 0001/),
      'For every class',
      expect.stringMatching(/^Dial 0002/),
    ]);
    await screen.unmount();
    await open(api);
    await expect.element(row('Dial 0002')).toBeVisible();
    expect(row('For every class').elements()).toEqual([]);
  });

  test('a tab filters, and Back removes it', async () => {
    const { api, calls } = listApi(() => answer([dialRow(1)]));
    const { router } = await open(api);
    await expect.element(page.getByRole('tab', { name: 'Active 86' })).toBeVisible();
    await page.getByRole('tab', { name: 'Draft 14' }).click();
    expect(router.state.location.search).toBe('?tab=draft');
    await expect.poll(() => calls.at(-1)?.query).toEqual({ status: 'draft', sort: 'name' });
    await router.navigate(-1);
    await expect.element(page.getByRole('tab', { name: 'All 148', selected: true })).toBeVisible();
  });

  test('in a small window every tab is visible', async () => {
    const { api } = listApi(() => answer([dialRow(1)]));
    await open(api);
    await page.viewport(800, 768);
    await expect.element(page.getByRole('tab', { name: /^Upcoming \d/ })).toBeVisible();
    // The layout follows the window in a later frame.
    const cut = () => {
      const { scrollWidth, clientWidth } = page.getByRole('tablist').first().element();
      return scrollWidth - clientWidth;
    };
    await expect.poll(cut).toBeLessThanOrEqual(0);
  });

  test('the first key is sent at once, the following ones are throttled; Back removes the search', async () => {
    const { api, calls } = listApi(() => answer([dialRow(1)]));
    const { router } = await open(api, '/dials?tab=ready');
    await expect.element(row('Dial 0001')).toBeVisible();
    typeQuickly('c', 'cy', 'cyb', 'cybe', 'cyber', 'cyber ');
    await expect.poll(() => router.state.location.search).toBe('?tab=ready&q=cyber');
    await expect.poll(() => calls.map(({ query }) => query?.q)).toEqual([undefined, 'c', 'cyber']);
    await expect.element(search()).toHaveValue('cyber ');
    await search().fill('cyber war');
    await expect.poll(() => router.state.location.search).toBe('?tab=ready&q=cyber+war');
    await router.navigate(-1);
    await expect.element(search()).toHaveValue('');
    expect(router.state.location.search).toBe('?tab=ready');
  });

  test('a tab chosen right after typing keeps the search', async () => {
    const { api } = listApi(() => answer([dialRow(1)]));
    const { router } = await open(api);
    await search().fill('cyber');
    await page.getByRole('tab', { name: 'Ready 9' }).click();
    expect(router.state.location.search).toBe('?tab=ready&q=cyber');
  });

  test('rows stay until the next response, and a superseded request is aborted', async () => {
    const waiting: ((rows: ReturnType<typeof answer>) => void)[] = [];
    const { api, calls } = listApi((query) =>
      query?.q === undefined ? answer([dialRow(1)]) : new Promise((resolve) => waiting.push(resolve)),
    );
    await open(api);
    await expect.element(row('Dial 0001')).toBeVisible();
    await search().fill('first');
    await expect.poll(() => calls.length).toBe(2);
    await search().fill('second');
    await expect.poll(() => calls.length).toBe(3);
    await expect.element(row('Dial 0001')).toBeVisible();
    expect(page.getByText('Loading...').elements()).toEqual([]);
    await expect.poll(() => calls.map(({ signal }) => signal?.aborted)).toEqual([false, true, false]);
    waiting.at(-1)?.(answer([dialRow(2)]));
    await expect.element(row('Dial 0002')).toBeVisible();
    expect(row('Dial 0001').elements()).toEqual([]);
  });

  test('a tag filters, and its chip removes it', async () => {
    const { api, calls } = listApi(() => answer([dialRow(1)]));
    const { router } = await open(api);
    await page.getByRole('button', { name: 'Only tag SME' }).click();
    expect(router.state.location.search).toBe('?tag=SME');
    await expect.poll(() => calls.at(-1)?.query).toEqual({ tag: 'SME', sort: 'name' });
    await page.getByRole('button', { name: 'Remove filter: Tag: SME' }).click();
    expect(router.state.location.search).toBe('');
  });

  test('a class filters, and the order can be changed', async () => {
    const { api } = listApi(() => answer([dialRow(1)]));
    const { router } = await open(api);
    await page.getByRole('combobox', { name: 'Class of business' }).click();
    await page.getByRole('option', { name: 'D&O WW' }).click();
    expect(router.state.location.search).toBe('?cob=d-and-o-ww');
    await page.getByRole('button', { name: 'Sorted by name' }).click();
    await page.getByRole('menuitem', { name: 'By last saved' }).click();
    expect(router.state.location.search).toBe('?cob=d-and-o-ww&sort=saved');
    await expect.element(page.getByText('by last saved')).toBeVisible();
  });

  test('the search has the specified placeholder, and / focuses it', async () => {
    const { api } = listApi(() => answer([dialRow(1)]));
    await open(api);
    await expect.element(page.getByPlaceholder('Search for dial e.g. “Cyber”, “Risk Code”')).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(search()).toHaveFocus();
  });
});

describe('nothing to list', () => {
  test('no results repeat the search and offer a wider one', async () => {
    const { api } = listApi((query) =>
      query?.q === undefined
        ? answer([dialRow(1)])
        : answer([], { all: 0, active: 0, draft: 0, expired: 0, ready: 0, upcoming: 0 }),
    );
    const { router } = await open(api, '/dials?tab=ready&q=cybr');
    await expect
      .element(page.getByText('No dials match “cybr” in Ready. Search all 148 or Create Dial', { exact: true }))
      .toBeVisible();
    await page.getByRole('button', { name: 'Search all 148' }).click();
    expect(router.state.location.search).toBe('?q=cybr');
    await expect.element(page.getByText('No dials match “cybr”. Show all 148 or Create Dial')).toBeVisible();
    await page.getByRole('button', { name: 'Show all 148' }).click();
    await expect.element(row('Dial 0001')).toBeVisible();
    await expect.element(search()).toHaveValue('');
  });

  test('without any dial there is one action', async () => {
    const none = { all: 0, active: 0, draft: 0, expired: 0, ready: 0, upcoming: 0 };
    const { api } = listApi(() => answer([], none));
    await open(api);
    await expect.element(page.getByRole('heading', { name: 'No dials yet' })).toBeVisible();
    expect(page.getByRole('link', { name: 'Create Dial' }).elements()).toHaveLength(2);
  });

  test('before the first response there is a skeleton', async () => {
    const { api } = listApi(() => new Promise(() => undefined));
    await open(api);
    await expect.element(page.getByText('Loading...')).toBeInTheDocument();
  });

  test('an error is shown in place with Retry', async () => {
    const { api } = listApi((_query, call) => (call === 1 ? broken() : answer([dialRow(1)])));
    await open(api);
    await expect.element(page.getByText('An error has occurred')).toBeVisible();
    await expect.element(page.getByText(/Reference 7f3a-19c2\./)).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(row('Dial 0001')).toBeVisible();
    expect(page.getByText('An error has occurred').elements()).toEqual([]);
  });
});
