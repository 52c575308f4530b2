import { beforeAll, expect, test } from 'vitest';
import type { Bucket, BucketRow, KnownBucketDial } from '#contract/bucket.ts';
import { CONTENT } from '#contract/example-content.ts';
import type { Example } from '#contract/example.ts';
import type { DialRow, TabCounts } from '#contract/dial.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { brokenOf, checkExamples } from '#domain/example/check.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { type Findings, verifySync } from '#domain/evaluation/verify/verify.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { sentence } from '#domain/dial/sentence.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { verifyAudit } from '#server/audit/audit.verify.report.ts';
import { everLiveVersions } from '#server/review/review.evidence.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { readAccess } from '#server/user/user.service.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { DEMO_BOOK } from './demo-buckets.ts';
import { isPioneer } from './demo-partners.ts';
import { DEMO_DIALS } from './demo-dials.ts';
import type { ImportedLimits } from '#contract/capacity.ts';
import { checkLimits } from '#domain/capacity/check.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { DEMO_REFERENCE } from './demo-reference.ts';
import { addDemoContent, addDemoReference } from './demo.service.ts';
import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';

const now = new Date('2026-11-15T00:20:00.000Z');
const server = useTestApp({ now: () => now });
beforeAll(async () => {
  await addDemoContent(server.database.db, now);
  await server.runJob('dialStatuses');
});
const { good } = dialTester(server);

test('the examples of the API show dials and partners of the demo', () => {
  expect(DEMO_DIALS.map(({ name }) => name)).toEqual(
    expect.arrayContaining([CONTENT['DialRow.name'], CONTENT['ComingDial.name']]),
  );
  expect(DEMO_REFERENCE.partners).toContainEqual({ number: CONTENT['partner.number'], name: CONTENT['partner.name'] });
});

test('the demo has dials of every status, with and without a draft', async () => {
  const { items, counts } = await good<{ items: DialRow[]; counts: TabCounts }>('GET', '/api/dials?limit=200');
  expect(items).toHaveLength(DEMO_DIALS.length);
  for (const tab of ['draft', 'expired', 'upcoming'] as const) expect(counts[tab]).toBeGreaterThanOrEqual(3);
  expect(counts.ready).toBeGreaterThanOrEqual(1);
  expect(items.filter(({ status }) => status === 'active').length).toBeGreaterThanOrEqual(10);
  expect(items.filter(({ draft_version }) => draft_version !== null).length).toBeGreaterThanOrEqual(3);
  const used = new Set(items.flatMap(({ dimensions }) => Object.keys(dimensions)));
  expect([...used].toSorted()).toEqual([...DIMENSION_KEYS].toSorted());
  expect(new Set(DEMO_DIALS.flatMap(({ values }) => Object.keys(values)))).toEqual(new Set(VALUE_KEYS));
});

test('the demo has the dial of the picture, with its six versions and the draft', async () => {
  const { items } = await good<{ items: DialRow[] }>('GET', '/api/dials?q=cyber+excess+10m+50m+privacy');
  const dial = await good('GET', `/api/dials/${items[0]?.id}`);
  expect(dial).toMatchObject({
    version: 6,
    status: 'active',
    data: { name: 'Cyber excess, $10m to $50m', active_from: '2026-11-01', active_until: '2027-11-01' },
  });
  expect(dial.use.live.map(({ version }) => version)).toEqual([5, 4]);
  expect(dial.versions.map(({ version, reason }) => `${version} ${reason}`).slice(0, 4)).toEqual([
    '7 Attach from $5m, add Canada',
    '6 Extend to $50m, max line 3.5m',
    '5 Lead share cap 35%',
    '4 Min line 350,000',
  ]);
  const parts = sentence(dial.data, (_list, code) => (code === 'US' ? 'the United States' : code));
  expect(parts.map(({ text }) => text).join('')).toMatch(
    /^the risk code is CY or CZ, the layer is excess, it attaches/,
  );
});

test('every list of the demo has options', async () => {
  const lists = await good<Record<string, { code: string; label: string }[]>>('GET', '/api/reference');
  expect(Object.keys(lists).toSorted()).toEqual([...REFERENCE_LISTS].toSorted());
  for (const list of REFERENCE_LISTS) expect(lists[list]?.length, list).toBeGreaterThanOrEqual(5);
  expect(lists['partners']?.[0]).toMatchObject({ code: '9101', label: 'Alder' });
  expect(lists['risk_codes']?.[0]).toMatchObject({ code: 'CY', group: 'Cyber', retired: false });
});

test('every risk code of the demo has classes, by which dials are found, and no others', async () => {
  const named = DEMO_REFERENCE.lists.risk_codes?.map(({ classes = [] }) => classes) ?? [];
  expect(named.every(({ length }) => length > 0)).toBe(true);
  expect(named.flat().filter((slug) => findClass(slug) === undefined)).toEqual([]);
  const { items } = await good<{ items: DialRow[] }>('GET', '/api/dials?cob=marine-war&limit=200');
  expect(items.map(({ name }) => name)).toContain('Marine war breach voyages, Red Sea');
  expect(items.filter(({ tags }) => tags.includes('Cyber') || tags.includes('Hull'))).toEqual([]);
});

test('the history of the demo lies in the past and in order, each action with its record', async () => {
  const rows = await server.database.db
    .selectFrom('audit_event')
    .select('at')
    .where((of) => of.or([of('action', 'like', 'dial_%'), of('action', 'like', 'bucket_%')]))
    .orderBy('seq')
    .execute();
  const times = rows.map(({ at }) => at.getTime());
  expect(times.length).toBeGreaterThan(150);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(now.getTime());
});

test('versions, reviews and records of the demo are consistent', async () => {
  const { versions, problems } = await verifyAudit(server.database.db, {
    keys: [],
    outside: [],
    versions: everLiveVersions,
    people: readAccess,
  });
  expect(versions).toBeGreaterThan(20);
  expect(problems).toEqual([]);
});

test('the demo has the bucket of the pictures: live v12, and a draft with every kind of change', async () => {
  const url = '/api/buckets/9101/cyber-privacy-and-tech';
  const bucket = await good<Bucket>('GET', url);
  expect(bucket).toMatchObject({ status: 'draft', appetite: 1.25, live: { number: 12 }, draft: { based_on: 12 } });
  expect(await good('GET', `${url}/changes`)).toMatchObject({
    counts: { added: 1, removed: 1, updated: 2, overridden: 2, reordered: 1 },
  });
  expect(bucket.draft?.notes.map(({ kind }) => kind)).toEqual(['upcoming']);
  const pins = (bucket.draft?.entries ?? []).map(({ dial_id, version }) => ({ dial_id, version }));
  const { items } = await good<{ items: KnownBucketDial[] }>('POST', '/api/bucket-dials', { body: { pins } });
  expect(items.filter(({ newer }) => newer !== null).map(({ data }) => data.name)).toEqual([
    'Cyber distressed balance sheet',
    'Cyber primary $100m to $1bn revenue',
  ]);
});

/** The dials of a bucket with what they say. */
async function rated(entries: BucketEntries) {
  const pins = entries.map(({ dial_id, version }) => ({ dial_id, version }));
  const dials = await good<{ items: KnownBucketDial[] }>('POST', '/api/bucket-dials', { body: { pins } });
  const dataOf = new Map(dials.items.map(({ dial_id, data }) => [dial_id, data]));
  return entries.map((entry) => ({ ...entry, dial: dataOf.get(entry.dial_id) ?? EMPTY_DIAL }));
}

test('the demo has examples that pass on live; the draft of the pictures breaks one', async () => {
  for (const [partner, count] of [
    [9101, 7],
    [9120, 4],
  ] as const) {
    const url = `/api/buckets/${partner}/cyber-privacy-and-tech`;
    const { live, draft } = await good<Bucket>('GET', url);
    const { items, changes } = await good<{ items: Example[]; changes: unknown[] }>('GET', `${url}/examples`);
    const broken = async (entries: BucketEntries) =>
      brokenOf(checkExamples(await rated(entries), items)).map(({ example, values }) => [example.name, values]);
    expect([items.length, changes]).toEqual([count, []]);
    expect(await broken(live.entries)).toEqual([]);
    expect(await broken(draft?.entries ?? [])).toMatchObject([['US hospital group, $640m', expect.anything()]]);
  }
});

const BOOK = [
  ...new Set(DEMO_BOOK.changes.flatMap(({ partners, cob }) => partners.map((partner) => `${partner}/${cob}`))),
];

test('the demo is a book: a hundred buckets with five to 25 dials, each with examples that pass', async () => {
  expect(new Set(DEMO_BOOK.changes.map(({ cob }) => cob)).size).toBe(12);
  expect(BOOK.length).toBeGreaterThanOrEqual(100);
  for (const address of BOOK) {
    const { live } = await good<Bucket>('GET', `/api/buckets/${address}`);
    expect(live.entries.length, address).toBeGreaterThanOrEqual(5);
    expect(live.entries.length, address).toBeLessThanOrEqual(25);
    const { items } = await good<{ items: Example[] }>('GET', `/api/buckets/${address}/examples`);
    expect(items.length, address).toBeGreaterThanOrEqual(2);
    expect(brokenOf(checkExamples(await rated(live.entries), items)), address).toEqual([]);
  }
});

test('partners have a character: Drumlin writes smaller lines, Cormorant takes half of Alder’s shares', async () => {
  const entriesOf = async (partner: number) => {
    const { live } = await good<Bucket>('GET', `/api/buckets/${partner}/cargo`);
    return new Map((await rated(live.entries)).map((entry) => [entry.dial.name, entry]));
  };
  const [alder, cormorant, drumlin] = [await entriesOf(9101), await entriesOf(9120), await entriesOf(9133)];
  const base = 'Cargo base appetite';
  expect(alder.get(base)?.overrides).toEqual({});
  expect(cormorant.get(base)?.overrides).toEqual({ lead_share_cap: 20, policy_share_cap: 3.75 });
  expect(drumlin.get(base)?.overrides).toEqual({ max_line: 1_500_000, policy_share_cap: 5.75 });
  const own = (dials: ReadonlyMap<string, unknown>) => [...dials.keys()].filter((name) => name.startsWith('Cargo'));
  expect(own(cormorant)).toEqual(own(alder));
});

test('three drafts of the demo have findings: a dial that never decides, an overlap, a gap and an unusual value', async () => {
  const findingsOf = async (address: string) => {
    const { live, draft } = await good<Bucket>('GET', `/api/buckets/${address}`);
    const [before, after] = [await rated(live.entries), await rated(draft?.entries ?? [])];
    return { findings: verifySync(after, before, dayOf(now)), draft };
  };
  const shown = ({ dials }: Findings) => dials.filter(({ isNew }) => isNew).map(({ kind }) => kind);
  expect(shown((await findingsOf('9158/hull')).findings)).toContain('never_decides');
  expect(shown((await findingsOf('9172/pi-us')).findings)).toEqual(['overlap']);
  const { findings, draft } = await findingsOf('9164/property-uk');
  expect(findings.gaps.filter(({ isNew }) => isNew).length).toBeGreaterThan(0);
  expect(draft?.entries.filter(({ overrides }) => overrides.max_line === 45_000_000)).toHaveLength(1);
});

test('the history of the demo has sets of eight and more partners, rejections and comments over 18 months', async () => {
  const { db } = server.database;
  const sets = await db
    .selectFrom('review_round')
    .select(({ fn }) => ['set_id', fn.countAll<string>().as('rounds')])
    .where('set_id', 'is not', null)
    .groupBy('set_id')
    .execute();
  expect(sets.filter(({ rounds }) => Number(rounds) >= 8).length).toBeGreaterThanOrEqual(12);
  const rounds = await db.selectFrom('review_round').select(['outcome', 'submitted_at']).execute();
  for (const outcome of ['approved', 'rejected'] as const)
    expect(rounds.filter((round) => round.outcome === outcome).length, outcome).toBeGreaterThan(20);
  const first = Math.min(...rounds.map(({ submitted_at }) => submitted_at.getTime()));
  expect(now.getTime() - first).toBeGreaterThan(500 * 24 * 60 * 60_000);
  const comments = await db.selectFrom('review_comment').select('text').distinct().execute();
  expect(comments.length).toBeGreaterThanOrEqual(8);
  const records = await db.selectFrom('audit_event').select('detail').where('action', '=', 'bucket_voted').execute();
  expect(records.filter(({ detail }) => 'set' in (detail as object)).length).toBeGreaterThan(200);
});

test('the demo review of a raised line says so; the value appears once', async () => {
  const url = '/api/buckets/9147/marine-war';
  const { draft } = await good<Bucket>('GET', url);
  expect(draft?.review?.description).toBe('A larger line, held below the dial’s own until the situation is calmer.');
  const { changes } = await good<{ changes: BucketChange[] }>('GET', `${url}/changes`);
  const [updated, overridden] = changes;
  expect(updated).toMatchObject({ kind: 'updated', changes: expect.not.arrayContaining([{ kind: 'value' }]) });
  expect(overridden).toMatchObject({
    kind: 'overridden',
    values: [{ value: 'max_line', before: 1_250_000, after: 2_000_000, own: { before: 1_250_000, after: 2_500_000 } }],
  });
});

test('the demo has appetites of twelve partners over most classes, drafts, a pending review and a marked expired dial', async () => {
  const { items, counts } = await good<{ items: BucketRow[]; counts: Record<string, number> }>(
    'GET',
    '/api/buckets?limit=200',
  );
  expect(counts['all']).toBeGreaterThan(300);
  expect(counts['draft']).toBeGreaterThanOrEqual(2);
  expect(counts['pending_review']).toBeGreaterThanOrEqual(2);
  expect(items.some(({ appetite }) => appetite === 0)).toBe(true);
  const matrix = await good<{ partners: object[]; cells: BucketRow[] }>('GET', '/api/bucket-matrix');
  expect([matrix.partners.length, matrix.cells.length]).toEqual([12, counts['all']]);
  const flood = matrix.cells.find(({ cob, partner }) => cob === 'property-uk' && isPioneer(partner, cob));
  const { live } = await good<Bucket>('GET', `/api/buckets/${flood?.partner}/property-uk`);
  expect(live.notes.map(({ kind }) => kind)).toContain('expired');
});

test('the demo has a review that two reviewers can vote on', async () => {
  for (const who of ['reviewer.one', 'reviewer.two']) {
    const { items } = await good<{ items: { barred: string | null }[] }>('GET', '/api/reviews?limit=200', { who });
    expect(items.length).toBeGreaterThanOrEqual(2);
    expect(items.filter(({ barred }) => barred !== null)).toEqual([]);
  }
});

test('the demo has limits of the month before, one of them from 90%, for what it has', async () => {
  const { items } = await good<ImportedLimits>('GET', '/api/admin/limits', { who: 'administrator' });
  expect(new Set(items.map(({ as_of }) => as_of))).toEqual(new Set(['2026-10-31']));
  expect(items.some(({ limit, used }) => used >= 0.9 * limit && used <= limit)).toBe(true);
  const partners = new Set(DEMO_REFERENCE.partners.map(({ number }) => number));
  const countries = new Set((DEMO_REFERENCE.lists.countries ?? []).map(({ code }) => code));
  const known = {
    hasPartner: (number: number) => partners.has(number),
    hasCountry: (code: string) => countries.has(code),
  };
  expect(checkLimits(items, { ...known, today: '2026-11-15' })).toEqual([]);
  expect(items.filter(({ cob }) => cob !== null && findClass(cob) === undefined)).toEqual([]);
});

test('the demo is added once, and never again', async () => {
  expect(await addDemoContent(server.database.db, now)).toBe(false);
  expect(await addDemoReference(server.database.db, now)).toBe(false);
});

test('[R52] the demo has rules and deputies that two people agreed on, and a class whose review is overdue', async () => {
  const { db } = server.database;
  const rows = await db
    .selectFrom('authority_change')
    .select(['kind', 'outcome', 'proposed_by', 'decided_by', 'ended_at'])
    .execute();
  expect(rows.every((row) => row.outcome === 'confirmed' && row.proposed_by !== row.decided_by)).toBe(true);
  const inForce = rows.filter(({ kind, ended_at }) => ended_at === null && kind.startsWith('add'));
  expect(inForce.map(({ kind }) => kind).toSorted()).toEqual(['add_deputy', 'add_rule', 'add_rule', 'add_rule']);
  const overdue = await db.selectFrom('class_record').select('cob').where('next_review', '<', '2026-11-15').execute();
  expect(overdue).toEqual([{ cob: 'hull' }]);
});
