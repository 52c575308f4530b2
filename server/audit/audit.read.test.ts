import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditRow } from '#contract/audit.ts';
import type { Page } from '#contract/page.ts';
import type { DomainEvent } from '#domain/event/event.ts';
import { transaction } from '#server/db/transaction.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { auditReader } from './audit.read.ts';
import { recordAudit } from './audit.service.ts';

const now = new Date('2031-03-04T10:58:00.000Z');
const server = useTestApp({ now: () => now });
const tester = bucketTester(server);
const { call, good } = tester;

const VIEW = ['admin:view', 'dials:view', 'bucket:view', 'review:view', 'user:view'];
type Exported = AuditRow & { hash: string; previous_hash: string };
const list = (query: Record<string, string> = {}) =>
  good<Page<AuditRow>>('GET', `/api/audit?${new URLSearchParams(query).toString()}`, { who: VIEW });
const exported = (query: Record<string, string> = {}) =>
  good<{ records: Exported[]; cut: boolean }>('GET', `/api/audit/export?${new URLSearchParams(query).toString()}`, {
    who: VIEW,
  });
const record = (events: readonly DomainEvent[], at: Date = now, by: string | null = 'demo|viewer') =>
  transaction(server.database.db, (trx) => recordAudit(trx, by, events, at));
const signedIn = (id: string): DomainEvent => ({
  action: 'signed_in',
  object: { type: 'person', id },
  detail: { name: 'Ada', email: 'ada@example.test' },
});

test('an audit record has who, what, when, and the name of its object', async () => {
  const dial = await tester.published({ name: 'Cyber excess' });
  const [row] = (await list({ object_id: dial.id })).items;
  expect(row).toEqual({
    seq: expect.any(Number),
    at: now.toISOString(),
    by: { id: 'demo|underwriter', name: 'Demo Underwriter' },
    action: 'dial_published',
    object: { type: 'dial', id: dial.id },
    about: 'Cyber excess, v1',
    refused: false,
    hidden: false,
    detail: { version: 1, name: 'Cyber excess', reason: '' },
    names: {},
    needs: [],
    set: null,
  });
});

test('a refusal is marked, and a bucket is named by class and partner', async () => {
  const bucket = await tester.add(9101, 'cyber-privacy-and-tech');
  const dial = await tester.published({ name: 'One' });
  await tester.saved(bucket, [entryOf(dial)]);
  expect((await tester.save(bucket, [])).statusCode).toBe(412);
  const { items } = await list({ object_type: 'bucket', object_id: '9101/cyber-privacy-and-tech' });
  expect(items.map(({ action, refused }) => [action, refused])).toEqual([
    ['bucket_change_refused', true],
    ['bucket_draft_saved', false],
    ['bucket_draft_started', false],
  ]);
  expect(new Set(items.map(({ about }) => about))).toEqual(new Set(['Cyber Privacy & Tech, 9101 Alder']));
  expect(items.map(({ names }) => names)).toEqual([{}, { [dial.id]: 'One' }, {}]);
});

test('people in a detail are named; unknown ones are left out', async () => {
  const invited = (shown_to: string): DomainEvent => ({
    action: 'person_invited',
    object: { type: 'person', id: 'demo|viewer' },
    detail: { expires_at: now.toISOString(), shown_to },
  });
  await record([invited('demo|administrator'), invited('command line')]);
  const { items } = await list({ limit: '2' });
  expect(items.map(({ names }) => names)).toEqual([{}, { 'demo|administrator': 'Demo Administrator' }]);
});

const option = { label: 'Marsh', group: null, retired: false };
const brokers = { type: 'reference_list', id: 'brokers' } as const;
const named: [string, DomainEvent, string][] = [
  ['a person', signedIn('demo|viewer'), 'Demo Viewer'],
  ['a person nobody knows', signedIn('gone'), 'gone'],
  [
    'a flag',
    { action: 'flag_defined', object: { type: 'flag', id: 'a-flag' }, detail: { became: { state: 'on', emails: [] } } },
    'a-flag',
  ],
  [
    'a partner',
    { action: 'partner_added', object: { type: 'partner', id: '9101' }, detail: { name: 'Alder' } },
    '9101 Alder',
  ],
  [
    'a partner that there is none of',
    { action: 'partner_added', object: { type: 'partner', id: '99' }, detail: { name: 'X' } },
    '99',
  ],
  [
    'an option',
    { action: 'reference_added', object: brokers, detail: { became: [{ code: 'M', label: 'Marsh' }] } },
    'Brokers, Marsh',
  ],
  ['several options', { action: 'reference_added', object: brokers, detail: { became: [option, option] } }, 'Brokers'],
  [
    'a renamed option',
    {
      action: 'reference_changed',
      object: brokers,
      detail: { code: 'M', was: option, became: { ...option, label: 'Marsh Ltd' } },
    },
    'Brokers, Marsh Ltd',
  ],
  [
    'an option taken out',
    { action: 'reference_deleted', object: brokers, detail: { code: 'M', was: option } },
    'Brokers, Marsh',
  ],
  [
    'an import',
    {
      action: 'dial_import_refused',
      object: { type: 'dials', id: 'import' },
      detail: { attempt: 'dial_imported', because: 'stale', message: '', rows: 1 },
    },
    'Import of dials',
  ],
];
test.each(named)('an audit record names %s', async (_what, event, about) => {
  await record([event]);
  expect((await list({ limit: '1' })).items).toMatchObject([{ action: event.action, about }]);
});

test('a record of the system itself has no person', async () => {
  await record([signedIn('demo|viewer')], now, null);
  expect((await list({ limit: '1' })).items).toMatchObject([{ by: null }]);
});

describe('filtered records', () => {
  const moments = ['2040-01-01T00:00:00.000Z', '2040-01-02T00:00:00.000Z', '2040-01-03T00:00:00.000Z'] as const;
  const ids = ({ items }: Page<AuditRow>) => items.map(({ object }) => object.id);
  beforeAll(async () => {
    for (const [index, at] of moments.entries())
      await record([signedIn(`person ${index}`)], new Date(at), 'demo|newcomer');
  });

  test('by person: what they did, not what was done to them', async () => {
    expect(ids(await list({ person: 'demo|newcomer' }))).toEqual(['person 2', 'person 1', 'person 0']);
    expect(ids(await list({ person: 'nobody' }))).toEqual([]);
  });

  test('by kind of object, by object, by action', async () => {
    const { items } = await list({ object_type: 'flag', limit: '200' });
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ object }) => object.type))).toEqual(new Set(['flag']));
    expect(ids(await list({ object_type: 'person', object_id: 'person 1' }))).toEqual(['person 1']);
    expect(ids(await list({ object_type: 'flag', object_id: 'person 1' }))).toEqual([]);
    expect(ids(await list({ object_id: 'person 1' }))).toEqual(['person 1']);
    const actions = (await list({ action: 'dial_published', limit: '200' })).items.map(({ action }) => action);
    expect(new Set(actions)).toEqual(new Set(['dial_published']));
  });

  test('by time, from inclusive and to exclusive, in any time zone', async () => {
    const [first, second, third] = moments;
    expect(ids(await list({ from: first, to: third }))).toEqual(['person 1', 'person 0']);
    expect(ids(await list({ from: third }))).toEqual(['person 2']);
    expect(ids(await list({ from: '2040-01-02T02:00:00+02:00', to: third }))).toEqual(['person 1']);
    expect(ids(await list({ from: second, to: second }))).toEqual([]);
  });

  test('criteria combine', async () => {
    const [first] = moments;
    expect(
      ids(await list({ person: 'demo|newcomer', action: 'signed_in', from: first, object_id: 'person 0' })),
    ).toEqual(['person 0']);
    expect(ids(await list({ person: 'demo|viewer', from: first }))).toEqual([]);
  });

  test('an invalid time or cursor is refused', async () => {
    for (const query of ['from=yesterday', 'cursor=nonsense', 'cursor=IjEi', 'person=', 'limit=0', 'limit=201'])
      expect((await call('GET', `/api/audit?${query}`, { who: VIEW })).statusCode).toBe(400);
  });
});

test('pages have no gaps or repeats, while more is written', async () => {
  await record(
    Array.from({ length: 23 }, (_, index) => signedIn(`paged ${index}`)),
    now,
    'demo|reviewer.one',
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<AuditRow> = await list({ person: 'demo|reviewer.one', limit: '5', ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ object }) => object.id));
    cursor = page.next ?? undefined;
    await record([signedIn('later')], now, 'demo|reviewer.one');
  } while (cursor !== undefined);
  expect(seen).toEqual(Array.from({ length: 23 }, (_, index) => `paged ${22 - index}`));
});

test('a page that ends exactly with the last record has no next page', async () => {
  const { items } = await list({ person: 'demo|newcomer' });
  expect((await list({ person: 'demo|newcomer', limit: String(items.length) })).next).toBeNull();
});

test('the export is oldest first, with chained hashes', async () => {
  const { records, cut } = await exported();
  expect(cut).toBe(false);
  expect(records.map(({ seq }) => seq)).toEqual(records.map(({ seq }) => seq).toSorted((a, b) => a - b));
  for (const [index, row] of records.entries()) if (index > 0) expect(row.previous_hash).toBe(records[index - 1]?.hash);
});

test('the export uses the same filter', async () => {
  const { records } = await exported({ person: 'demo|newcomer', object_id: 'person 1' });
  expect(records).toMatchObject([{ object: { id: 'person 1' }, about: 'person 1' }]);
});

test('the export says when it is truncated', async () => {
  const whole = (await exported({ person: 'demo|newcomer' })).records.length;
  const { db } = server.database;
  expect((await auditReader(db, whole).export(null, { person: 'demo|newcomer' })).cut).toBe(false);
  const short = await auditReader(db, whole - 1).export(null, { person: 'demo|newcomer' });
  expect(short).toMatchObject({ cut: true });
  expect(short.records).toHaveLength(whole - 1);
});

test('filter suggestions are the distinct values of the records', async () => {
  const words = await good<{ actions: string[]; object_types: string[] }>('GET', '/api/audit/words', { who: VIEW });
  const all = (await exported()).records;
  expect(words.actions).toEqual([...new Set(all.map(({ action }) => action))].toSorted());
  expect(words.object_types).toEqual([...new Set(all.map(({ object }) => object.type))].toSorted());
});

test('audit records need view on admin', async () => {
  for (const url of ['/api/audit', '/api/audit/words', '/api/audit/export']) {
    expect((await call('GET', url, { who: VIEW })).statusCode).toBe(200);
    expect((await call('GET', url, { who: ['admin:edit', 'user:view', 'review:view'] })).statusCode).toBe(403);
  }
});
