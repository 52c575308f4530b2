import { expect, test } from 'vitest';
import type { AuditGroup } from '#contract/audit.ts';
import type { BucketRow } from '#contract/bucket.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import type { DraftNote } from '#contract/rollout.ts';
import { DRAFT_SET_REFUSALS } from '#domain/bucket/policy.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type BucketAddress, bucketId } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { dialTester } from '#server/testing/dials.ts';
import { auditRecords } from '#server/testing/records.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

let clock = Date.parse('2026-11-15T09:00:00.000Z');
const server = useTestApp({ now: () => new Date((clock += 1000)) });
const tester = useReviews(server, 40);
const { good, call, get, change, save, submit, bucket, entries, dials, published, voteOnSet } = tester;
const [one, two, administrator] = REVIEWERS;
type Saved = { set: string | null; draft_set: string | null };

const some = (count: number): BucketAddress[] => Array.from({ length: count }, bucket);
const add = (place: number) => ({ kind: 'add', dial_id: dials[place]?.id, version: 1, place: { at: 'end' } });

async function saveTogether(addresses: readonly BucketAddress[], place = 0): Promise<string> {
  const answer = await change(UNDERWRITER, addresses, [add(place)]);
  expect(answer.status).toBe(200);
  return answer.json<Saved>().draft_set ?? '';
}
const draftsOf = (addresses: readonly BucketAddress[]) =>
  Promise.all(addresses.map(async (address) => (await get(address)).draft?.entries));
const undo = (set: string, who = UNDERWRITER) => call(who, 'POST', `/api/draft-sets/${set}/undo`);
const rowsOf = async (who: string) =>
  (await good<{ items: BucketRow[] }>(who, 'GET', '/api/buckets?status=draft&limit=200')).items;
const setsIn = async (who: string) => (await rowsOf(who)).map(({ draft }) => draft?.set?.id ?? null);

test('Undo gives each bucket back the draft it had before, or none, in one change', async () => {
  const at = some(3);
  const [own, ...others] = at as [BucketAddress, BucketAddress, BucketAddress];
  await save(UNDERWRITER, own, (await get(own)).revision, entries(1));
  const set = await saveTogether(at);
  expect(await draftsOf(at)).toEqual([[...entries(1), ...entries(0)], entries(0), entries(0)]);
  expect((await undo(set)).status).toBe(200);
  expect(await draftsOf([own, ...others])).toEqual([entries(1), undefined, undefined]);
  expect((await undo(set)).json<ProblemDocument>()).toMatchObject({ status: 409, detail: DRAFT_SET_REFUSALS.changed });
});

test('Undo is refused as a whole once one of the drafts changed, and is for the person who saved them', async () => {
  const at = some(3);
  const [first, second] = at as [BucketAddress, BucketAddress, BucketAddress];
  const set = await saveTogether(at);
  expect((await undo(set, administrator)).status).toBe(404);
  await save(administrator, first, (await get(first)).revision, entries(0, 1));
  const refusal = await undo(set);
  expect(refusal.json<ProblemDocument>()).toMatchObject({
    status: 412,
    refused: [{ ...first, detail: 'Demo Administrator saved this draft.' }],
  });
  expect((await get(second)).draft?.entries).toEqual(entries(0));
  const row = (await rowsOf(UNDERWRITER)).find((one) => bucketId(one) === bucketId(second));
  expect(row?.draft?.set).toMatchObject({ id: set, title: 'One, v1', can_undo: false });
});

test('The list shows what its reader saved together first, the newest set on top, page by page', async () => {
  const older = await saveTogether(some(2));
  const newer = await saveTogether(some(2), 1);
  expect((await setsIn(UNDERWRITER)).slice(0, 4)).toEqual([newer, newer, older, older]);
  expect((await setsIn(one)).filter(Boolean)).toEqual([]);
  const paged: (string | null)[] = [];
  for (let cursor = ''; paged.length < 4;) {
    const url = `/api/buckets?status=draft&limit=1${cursor && `&cursor=${cursor}`}`;
    const page = await good<{ items: BucketRow[]; next: string }>(UNDERWRITER, 'GET', url);
    paged.push(...page.items.map(({ draft }) => draft?.set?.id ?? null));
    cursor = page.next;
  }
  expect(paged).toEqual([newer, newer, older, older]);
});

test('Saved together, submitted together: one set from the save to the vote in every record', async () => {
  const at = some(2);
  const set = await saveTogether(at);
  const submitted = await change(UNDERWRITER, at, [], 'Both');
  expect(submitted.json<Saved>()).toMatchObject({ set, draft_set: null });
  for (const who of [one, two]) expect((await voteOnSet(who, set, 'approve')).status).toBe(200);
  expect((await Promise.all(at.map((address) => get(address)))).map(({ status }) => status)).toEqual([
    'active',
    'active',
  ]);
  const [first] = at as [BucketAddress];
  const records = await auditRecords(server.database.db, { object: bucketId(first) });
  expect(records.map(({ action, detail }) => [action, (detail as { set?: string }).set])).toEqual(
    [
      'bucket_draft_started',
      'bucket_draft_saved',
      'bucket_submitted',
      'bucket_voted',
      'bucket_voted',
      'bucket_activated',
    ].map((action) => [action, set]),
  );
});

test('A set of which some were submitted before starts another review set', async () => {
  const at = some(4);
  const set = await saveTogether(at);
  expect((await change(UNDERWRITER, at.slice(0, 2), [], 'Two')).json<Saved>().set).toBe(set);
  const rest = (await change(UNDERWRITER, at.slice(2), [], 'The others')).json<Saved>().set;
  expect([rest, rest === set]).toEqual([expect.any(String), false]);
});

test('Several drafts are discarded together, all or none', async () => {
  const at = some(2);
  const [first, second] = at as [BucketAddress, BucketAddress];
  await saveTogether(at);
  const revisions = await Promise.all(
    at.map(async (address) => ({ ...address, revision: (await get(address)).revision })),
  );
  const discard = () => call(UNDERWRITER, 'POST', '/api/bucket-drafts/discard', { body: { buckets: revisions } });
  await submit(UNDERWRITER, first, revisions[0]?.revision ?? '');
  expect((await discard()).json<ProblemDocument>()).toMatchObject({ status: 412, refused: [first] });
  expect((await get(second)).status).toBe('draft');
  await tester.cancel(UNDERWRITER, first, (await get(first)).revision);
  revisions[0] = { ...first, revision: (await get(first)).revision };
  expect((await discard()).json()).toEqual({ buckets: 2 });
  expect(await draftsOf(at)).toEqual([undefined, undefined]);
});

test('Notes name the one value that changes, newly broken examples, gaps and unusual values', async () => {
  const dial = await published({ name: 'Cap', values: { max_line: 1_000_000 } });
  const later = await published({ name: 'Later', values: { max_line: 1_000_000 } });
  const live: BucketEntries = [entryOf(dial)];
  const at = some(2);
  const [first, second] = at as [BucketAddress, BucketAddress];
  for (const address of at) {
    const hash = await tester.submitted(address, live);
    for (const who of [one, two]) await tester.vote(who, address, hash, 'approve');
  }
  const example = {
    name: 'Any risk',
    risk: { date: '2026-11-15', journey: null, dimensions: {} },
    expected: { max_line: 1_000_000 },
  };
  expect((await call(UNDERWRITER, 'POST', `${tester.urlOf(first)}/examples`, { body: example })).status).toBe(200);
  await save(UNDERWRITER, first, (await get(first)).revision, [entryOf(dial, { max_line: 20_000_000 })]);
  await save(UNDERWRITER, second, (await get(second)).revision, [...live, entryOf(later)]);
  const body = { buckets: at };
  const { items } = await good<{ items: DraftNote[] }>(UNDERWRITER, 'POST', '/api/bucket-drafts/notes', { body });
  const noteOf = (address: BucketAddress) => items.find((item) => bucketId(item) === bucketId(address));
  expect(noteOf(first)).toMatchObject({
    move: { value: 'max_line', before: 1_000_000, after: 20_000_000, overridden: true },
    broken: [{ id: expect.any(String), name: expect.any(String) }],
    broken_before: [],
    examples: 1,
    gaps: [],
    unusual: [{ key: 'max_line', kind: 'far_above_own', count: 1 }],
    unresolved: 0,
  });
  expect(noteOf(second)).toMatchObject({ move: null, examples: 0, broken: [], gaps: [], unusual: [] });
});

test('Notes name the gap of a version that starts later, and count comments for those who may view reviews', async () => {
  const dialTools = dialTester(server);
  const dial = await published({ name: 'Cap', values: { max_line: 1_000_000 } });
  const at = bucket();
  const hash = await tester.submitted(at, [entryOf(dial)]);
  for (const who of [one, two]) await tester.vote(who, at, hash, 'approve');
  const later = await dialTools.nextVersion(dial, { active_from: '2027-01-01', reason: 'From January' });
  await tester.submitted(at, [entryOf(later)]);
  for (const text of ['Why?', 'Since when?']) await tester.comment(one, at, { text });
  const [open, closed] = (await tester.review(at)).round?.comments ?? [];
  await tester.comment(one, at, { text: 'As agreed', reply_to: open?.id });
  await tester.resolve(one, at, closed?.id ?? '');
  const [viewer = ''] = await tester.addPeople(1, ['bucket:view']);
  const noteFor = async (who: string) =>
    (await good<{ items: DraftNote[] }>(who, 'POST', '/api/bucket-drafts/notes', { body: { buckets: [at] } })).items[0];
  expect(await noteFor(UNDERWRITER)).toMatchObject({
    gaps: [{ dial_id: dial.id, name: 'Cap', kind: 'starts', day: '2027-01-01', values: ['max_line'] }],
    unresolved: 1,
  });
  expect(await noteFor(viewer)).toMatchObject({ unresolved: 0 });
});

test('The audit shows a set as one row, and finds it by its words', async () => {
  const at = some(3);
  const [first] = at as [BucketAddress];
  const set = await saveTogether(at);
  await change(UNDERWRITER, at, [], 'Quillback appetite');
  for (const who of [one, two]) await voteOnSet(who, set, 'approve');
  const list = (query: string) =>
    good<{ items: AuditGroup[]; next: string | null }>(administrator, 'GET', `/api/audit?${query}`);
  const { items } = await list('by=set&limit=1');
  expect(items).toMatchObject([
    {
      action: 'bucket_activated',
      set: { id: set, title: 'One, v1', buckets: 3, people: 3, records: 18, matching: 18 },
    },
  ]);
  const records = (await list(`set=${set}&limit=200`)).items;
  expect([records.length, new Set(records.map(({ action }) => action)).size]).toEqual([18, 5]);
  expect((await list('by=set&q=appetite+quillback')).items).toMatchObject([
    { action: 'bucket_submitted', set: { id: set, records: 18, matching: 3 } },
  ]);
  expect((await list('q=quillback&limit=200')).items).toHaveLength(3);
  expect((await list('q=quillbacks')).items).toEqual([]);
  // Page by page, nothing twice.
  const seen: number[] = [];
  for (let cursor = ''; cursor !== undefined && seen.length < 6;) {
    const page = await list(`by=set&limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items.map(({ seq }) => seq));
    cursor = page.next ?? '';
  }
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
  const named = (await list(`by=set&q=${first.partner}&limit=200`)).items;
  expect(named.some((row) => row.set?.id === set)).toBe(true);
});
