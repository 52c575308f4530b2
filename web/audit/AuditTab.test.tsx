import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AuditGroup, AuditRow } from '#contract/audit.ts';
import { Problem } from '#contract/problem.ts';
import { writeDay } from '#domain/day/day.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { AT, fakeAdmin, openAdmin, OTHER } from '#web/admin/testing.tsx';
import { momentInDays } from '#web/testing/screenDate.ts';
import { listOf, makeRow, makeUser } from '#web/user/testing.tsx';

const rowOf = (seq: number, more: Partial<AuditRow>) => makeRow(seq, { at: AT, by: OTHER, ...more });
const ROWS: readonly AuditRow[] = [
  rowOf(3, {
    action: 'bucket_appetite_changed',
    object: { type: 'bucket', id: '9101/cargo' },
    about: 'Cargo, 9101 Alder',
    detail: { was: 1, became: 1.25 },
  }),
  rowOf(2, {
    action: 'dial_change_refused',
    object: { type: 'dial', id: 'd1' },
    about: 'Cyber excess',
    refused: true,
    detail: { attempt: 'dial_published', because: 'stale', message: 'Someone saved in between.' },
  }),
];
const OLDEST = rowOf(1, {
  by: null,
  action: 'flag_defined',
  object: { type: 'flag', id: 'usage-analytics' },
  about: 'usage-analytics',
  detail: { became: { enabled: true } },
});

type Options = Readonly<{
  rows?: readonly (AuditRow | AuditGroup)[];
  /** The records of sets, by id. */
  sets?: Readonly<Record<string, readonly AuditRow[]>>;
  address?: string;
  permissions?: readonly string[];
  cut?: boolean;
  broken?: boolean;
}>;

async function open({
  rows = ROWS,
  sets = {},
  address = '/admin?tab=audit',
  permissions,
  cut = false,
  broken = false,
}: Options = {}) {
  const fake = fakeAdmin();
  const { record, server } = fake;
  const api: typeof fake.api = {
    ...fake.api,
    listAudit: async ({ query }) => {
      record('listAudit', query);
      const items = query?.cursor === 'next' ? [OLDEST] : query?.set === undefined ? rows : (sets[query.set] ?? []);
      return {
        items: items.map((row) => ({ set: null, ...row })),
        next: items === rows ? 'next' : null,
        looked_to: null,
      };
    },
    getReferenceData: async () => Object.fromEntries(REFERENCE_LISTS.map((list) => [list, []])) as never,
    getBucketMatrix: async () => ({
      partners: [{ number: 9101, name: 'Alder' }],
      cells: [{ cob: 'cargo', partner: 9101, appetite: 1, status: 'active', stopped: false, dials: 2 }],
    }),
    listAuditWords: async () => ({
      actions: ['bucket_appetite_changed', 'dial_saved'],
      object_types: ['bucket', 'dial'],
    }),
    listUsers: async ({ query }) => listOf(query?.state === 'deactivated' ? [] : [makeUser(2, OTHER)]),
    exportAudit: async ({ query }) => {
      record('exportAudit', query);
      if (broken) throw new Problem('unavailable', 'The database cannot be reached.');
      return { records: ROWS.map((row) => ({ ...row, previous_hash: 'p', hash: 'h' })), cut };
    },
  };
  const opened = await openAdmin({ api, address, ...(permissions && { permissions }) });
  await expect.element(page.getByRole('cell', { name: 'Changed appetite' })).toBeVisible();
  return { server, ...opened };
}

afterEach(() => vi.restoreAllMocks());

/** Captures downloads instead of saving them. */
function catchFiles() {
  const files: { name: string; text: Promise<string> }[] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set('blob:test', blob as Blob);
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push({ name: this.download, text: blobs.get(this.href)?.text() ?? Promise.resolve('') });
  });
  return files;
}

test('shows who did what to what, newest first; a row expands to old and new values; more on demand', async () => {
  await open();
  const row = page.getByRole('row').filter({ hasText: 'Changed appetite' });
  await expect.element(row.getByText(OTHER.name)).toBeVisible();
  await expect.element(row.getByRole('link', { name: 'Cargo, 9101 Alder' })).toBeVisible();
  await page.getByRole('button', { name: 'Detail of record 3: Changed appetite' }).click();
  await expect.element(page.getByText('From 1.00 to 1.25.')).toBeVisible();
  await page.getByRole('button', { name: 'Detail of record 2: Refused: publish dial' }).click();
  await expect.element(page.getByText('Someone saved in between.')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByText('Defined flag')).toBeVisible();
  await expect.element(page.getByText('The system')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('a search goes on into older records by itself, and says so until it has looked into all', async () => {
  const later = Promise.withResolvers<void>();
  const { api } = fakeAdmin();
  const listAudit: typeof api.listAudit = async ({ query }) => {
    if (query?.cursor === undefined) return { items: [], next: 'further', looked_to: '2026-10-03T14:05:00.000Z' };
    await later.promise;
    return { items: [{ ...OLDEST, set: null }], next: null, looked_to: null };
  };
  await openAdmin({ api: { ...api, listAudit }, address: '/admin?tab=audit&q=zebra' });
  await expect.element(page.getByText(/^Looked back to 3 Oct 2026 .*\. Looking further …$/)).toBeVisible();
  await expect.element(page.getByText('Nothing matches “zebra”.')).not.toBeInTheDocument();
  later.resolve();
  await expect.element(page.getByText('Defined flag')).toBeVisible();
  await expect.element(page.getByText(/^Looked back/)).not.toBeInTheDocument();
});

test('a saved draft is shown dial by dial, by name, with links and without ids', async () => {
  const changes = {
    added: [{ entry: { dial_id: 'd1', version: 5, overrides: {} }, position: 3 }],
    removed: [],
    updated: [{ dial_id: 'd2', before: 1, after: 2 }],
    overridden: [{ dial_id: 'd2', before: {}, after: { max_line: 2_500_000 } }],
    reordered: [{ dial_id: 'gone', from: 4, to: 1 }],
  };
  const names = { d1: 'Cyber excess', d2: 'Cyber primary' };
  const saved = rowOf(4, { action: 'bucket_draft_saved', detail: { changes }, names });
  await open({ rows: [saved, ...ROWS], permissions: ['admin:view', 'bucket:view', 'dials:view'] });
  await page.getByRole('button', { name: 'Detail of record 4: Saved draft' }).click();
  const detail = page.getByRole('row').filter({ hasText: 'Record 4' });
  await expect
    .element(detail)
    .toMatchTextContent(
      /Added 1Cyber excess v5 at 3.*Updated 1Cyber primary from v1 to v2.*Overridden 1Cyber primaryMax linethe dial’s own → 2,500,000.*Reordered 1an unknown dial from 4 to 1/i,
    );
  await expect
    .element(detail.getByRole('link', { name: 'Cyber excess' }))
    .toHaveAttribute('href', '/dials/d1?version=5');
});

test('person, object, action and id filter, and are in the URL', async () => {
  const { router, server } = await open();
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: OTHER.name }).click();
  await page.getByRole('combobox', { name: 'Object' }).click();
  await page.getByRole('option', { name: 'Bucket' }).click();
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Changed appetite' }).click();
  await page.getByRole('combobox', { name: 'Bucket' }).click();
  await page.getByRole('option', { name: 'Cargo, 9101 Alder' }).click();
  await expect
    .poll(() => router.state.location.search)
    .toBe('?tab=audit&person=u2&object_type=bucket&object_id=9101%2Fcargo&action=bucket_appetite_changed');
  await expect
    .poll(() => server.sent.at(-1)?.input)
    .toEqual({
      person: 'u2',
      object_type: 'bucket',
      object_id: '9101/cargo',
      action: 'bucket_appetite_changed',
      by: 'set',
    });
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => router.state.location.search).toBe('?tab=audit');
});

test('days in the URL are whole days', async () => {
  const { server } = await open({ address: '/admin?tab=audit&from=2026-11-01&to=2026-11-15' });
  await expect.element(page.getByRole('textbox', { name: 'From' })).toHaveValue('1 Nov 2026');
  expect(server.sent[0]?.input).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-16T00:00:00.000Z',
    by: 'set',
  });
});

test('only the last row has the corners of the card', async () => {
  await open();
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('td'));
  const radii = rows.map((cell) => cell && getComputedStyle(cell).borderEndStartRadius);
  expect(radii).toEqual(['0px', '9px']);
});

test('From opens with last week and this month, and a day without a year is the last one', async () => {
  const from = page.getByRole('textbox', { name: 'From' });
  const { router } = await open({ address: '/admin?tab=audit&to=2024-01-05' });
  await page.getByRole('button', { name: 'Calendar for From' }).click();
  await page.getByRole('button', { name: 'Last week' }).click();
  await expect.element(from).toHaveValue(writeDay(momentInDays(-7).slice(0, 10)));
  expect(router.state.location.search).toBe(`?tab=audit&from=${momentInDays(-7).slice(0, 10)}`);
  await page.getByRole('button', { name: 'Calendar for From' }).click();
  await page.getByRole('button', { name: 'This month' }).click();
  await expect.element(from).toHaveValue(writeDay(`${momentInDays(0).slice(0, 7)}-01`));
  const day = writeDay(momentInDays(-20).slice(0, 10));
  await from.fill(day.slice(0, -5));
  await userEvent.keyboard('{Enter}');
  await expect.element(from).toHaveValue(day);
});

test('people without view on user filter by id', async () => {
  const { router } = await open({ permissions: ['admin:view'] });
  await page.getByRole('textbox', { name: 'Person' }).fill('u2');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.search).toBe('?tab=audit&person=u2');
});

test('exports the filtered records as JSON and as CSV; says when records were cut off', async () => {
  const files = catchFiles();
  const { server } = await open({ address: '/admin?tab=audit&action=dial_saved', cut: true });
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  await expect.element(page.getByText('2 records exported')).toBeVisible();
  await expect.element(page.getByText(/^The file holds the 2 oldest records\. More match/)).toBeVisible();
  expect(server.sent.at(-1)).toMatchObject({ name: 'exportAudit', input: { action: 'dial_saved' } });
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await expect
    .poll(() => files.map(({ name }) => name.replace(/\d{4}-\d\d-\d\d/, 'day')))
    .toEqual(['audit-day.json', 'audit-day.csv']);
  expect(JSON.parse((await files[0]?.text) ?? '')).toMatchObject([{ seq: 3, hash: 'h' }, { seq: 2 }]);
  expect((await files[1]?.text)?.split('\r\n')).toHaveLength(3);
});

test('a failed export shows an error in place', async () => {
  await open({ broken: true });
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await expect.element(page.getByText('Failed to export records')).toBeVisible();
  await expect.element(page.getByText('The database cannot be reached.')).toBeVisible();
});

const ofBucket = (seq: number, partner: number, more: Partial<AuditRow>) =>
  rowOf(seq, { object: { type: 'bucket', id: `${partner}/cargo` }, about: `Cargo, ${partner}`, ...more });
const SET_RECORDS = [
  ofBucket(13, 9112, { action: 'bucket_voted', detail: { choice: 'approve', comment: '' } }),
  ofBucket(12, 9101, { action: 'bucket_voted', detail: { choice: 'approve', comment: '' } }),
  ofBucket(11, 9112, { action: 'bucket_submitted', detail: { description: 'Down to 4%' } }),
  ofBucket(10, 9101, { action: 'bucket_submitted', detail: { description: 'Down to 4%' } }),
];
const SET: AuditGroup = {
  ...(SET_RECORDS[0] as AuditRow),
  set: { id: 's1', title: 'Cargo, policy share', buckets: 2, people: 2, records: 4, matching: 4, first_at: AT },
};

test('the records of a set are one row, one line a step when open, and a number opens its record', async () => {
  await open({ rows: [SET, ...ROWS], sets: { s1: SET_RECORDS } });
  await expect.element(page.getByText('6 records in 3 rows, and more')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Set of 2' });
  await expect.element(row).toMatchTextContent(/2 peopleApproved 2 draftsCargo, policy shareSet of 24 records, first/);
  await row.getByRole('button', { name: /^Records of Cargo, policy share/ }).click();
  await expect
    .element(page.getByRole('row').filter({ hasText: 'Submitted 2 drafts for review' }))
    .toMatchTextContent(/“Down to 4%”/);
  await page.getByRole('button', { name: 'Record of Cargo, 9101' }).click();
  await expect.element(page.getByText(/^Record 12,/)).toBeVisible();
  expect(page.getByText(/^Record 13,/).query()).toBeNull();
});

test('a set of one person names them', async () => {
  await open({ rows: [{ ...SET, set: { ...SET.set, people: 1 } } as AuditGroup, ...ROWS] });
  const row = page.getByRole('row').filter({ hasText: 'Set of 2' });
  await expect.element(row).toMatchTextContent(new RegExp(`${SET.by?.name}Approved 2 drafts`));
});

test('the search is in the URL and marked where it hits; Every record asks for single records', async () => {
  const { server, router } = await open();
  await page.getByRole('searchbox', { name: 'Search the audit' }).fill('cargo alder');
  await expect.poll(() => server.sent.at(-1)?.input).toMatchObject({ q: 'cargo alder', by: 'set' });
  await expect
    .poll(() => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent))
    .toEqual(['Cargo', 'Alder']);
  await page.getByText('Every record').click();
  await expect.poll(() => router.state.location.search).toBe('?tab=audit&q=cargo+alder&by=record');
  await expect.poll(() => server.sent.at(-1)?.input).toMatchObject({ by: 'record' });
});

test('a hidden record says which permission it needs', async () => {
  const hidden = rowOf(4, {
    action: 'bucket_commented',
    hidden: true,
    needs: ['bucket:view', 'review:view'],
    about: '',
  });
  await open({ rows: [hidden, ...ROWS] });
  await expect.element(page.getByText('Hidden: this needs view on bucket and view on review')).toBeVisible();
});
