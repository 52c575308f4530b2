import { beforeEach, expect, test } from 'vitest';
import type { BucketUse, Dial } from '#contract/dial.ts';
import type { Page } from '#contract/page.ts';
import { BUCKET_MESSAGES } from '#domain/bucket/check.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { refusalOf, type Sent } from '#server/testing/calls.ts';

const DAY_MS = 86_400_000;
let start = new Date('2026-11-15T10:58:00.000Z');
let now = start;
const server = useTestApp({ now: () => now });
beforeEach(() => {
  // A day after the previous test: no record is older than the last.
  start = new Date(start.getTime() + DAY_MS);
  now = start;
});
const tester = dialTester(server);
const { call, good, create, save, publish, published, lastRefusal, records } = tester;
const later = (minutes: number) => (now = new Date(start.getTime() + minutes * 60_000));
const startNext = ({ id }: Dial) => good('POST', `/api/dials/${id}/draft`);
const discard = ({ id, revision }: Dial, sent: Sent = {}) =>
  call('DELETE', `/api/dials/${id}/draft`, { ifMatch: revision, ...sent });

test('discarding a draft returns the published dial; the published version stays, the draft is gone', async () => {
  const first = await published({ reason: 'First', tags: ['a'] });
  later(5);
  const draft = await startNext(first);
  expect(draft.abilities).toMatchObject({ discard: true });
  const saved = (await save(draft, { reason: 'Second', tags: ['b'] })).json<Dial>();
  const answer = await discard(saved);
  expect(answer.statusCode).toBe(200);
  const dial = answer.json<Dial>();
  expect(dial).toMatchObject({ version: 1, state: 'published', status: 'ready', data: first.data });
  expect(dial.versions.map(({ version }) => version)).toEqual([1]);
  expect(dial.abilities).toMatchObject({ edit: true, publish: false, discard: false });
  expect(await good('GET', `/api/dials/${first.id}?draft=yes`)).toEqual(dial);
  expect((await call('GET', `/api/dials/${first.id}/versions/2`)).statusCode).toBe(404);
  const { dial_id: _, ...was } = saved.data;
  expect((await records(first.id)).at(-1)).toEqual({
    action: 'dial_draft_discarded',
    by: 'demo|underwriter',
    detail: { version: 2, was },
  });
});

test('discarding a draft leaves no trace in the list: no open draft, and the save time of the publication', async () => {
  const first = await published({ name: 'Listed again', tags: ['DL71'] });
  later(5);
  await published({ name: 'Saved in between', tags: ['DL71'] });
  later(9);
  await discard(await startNext(first));
  const { items } = await good<{ items: object[] }>('GET', '/api/dials?tag=DL71&sort=saved');
  expect(items).toMatchObject([
    { name: 'Saved in between' },
    { name: 'Listed again', version: 1, draft_version: null },
  ]);
});

test('the next version reuses the number, starting from the published version', async () => {
  const first = await published({ reason: 'First', description: 'In force' });
  const draft = await startNext(first);
  const saved = (await save(draft, { reason: 'Second', description: 'Dropped' })).json<Dial>();
  await discard(saved);
  const again = await startNext(first);
  expect(again).toMatchObject({ version: 2, state: 'draft', data: { ...first.data, reason: '' } });
  expect(Number(again.revision)).toBeGreaterThan(Number(saved.revision));
  const second = await publish((await save(again, { reason: 'Better' })).json<Dial>());
  expect(second).toMatchObject({ version: 2, state: 'published' });
});

test('discarding a draft needs a revision: without one 428, with a stale one 412 that says who saved', async () => {
  const draft = await startNext(await published());
  await save(draft, { reason: 'Newer' }, { who: 'underwriter.two' });
  expect((await call('DELETE', `/api/dials/${draft.id}/draft`)).statusCode).toBe(428);
  expect(await refusalOf(discard(draft))).toBe('412 Demo Second Underwriter saved this draft.');
  expect((await good('GET', `/api/dials/${draft.id}?draft=yes`)).data.reason).toBe('Newer');
  expect(await lastRefusal(draft.id)).toBe('dial_draft_discarded: stale');
});

test('discarding a draft needs the same permission as changing it', async () => {
  const draft = await startNext(await published());
  expect(await refusalOf(discard(draft, { who: ['dials:view', 'dials:create', 'dials:delete'] }))).toBe(
    '403 Changing a draft that someone else started needs edit on dials.',
  );
  expect(await lastRefusal(draft.id)).toBe('dial_draft_discarded: not-allowed');
  expect((await discard(draft, { who: ['dials:view', 'dials:edit'] })).statusCode).toBe(200);
});

test('a draft that was never published cannot be discarded, only deleted with Delete Dial', async () => {
  const draft = await create();
  expect(draft.abilities).toMatchObject({ publish: true, discard: false });
  expect(await refusalOf(discard(draft))).toBe(
    '409 This dial was never published, so nothing would be left of it. To remove it, please use Delete Dial.',
  );
  expect((await good('GET', `/api/dials/${draft.id}`)).state).toBe('draft');
});

test('without an open draft there is nothing to discard', async () => {
  expect(await refusalOf(discard(await published()))).toBe(
    '409 This dial has no open draft. There is nothing to discard.',
  );
});

test('a save after a discard learns who discarded the draft, and when', async () => {
  now = start = new Date('2026-12-25T10:58:00.000Z');
  const draft = await startNext(await published());
  later(3);
  await discard(draft, { who: 'underwriter.two' });
  expect((await save(draft, { reason: 'Late' })).json()).toMatchObject({
    status: 412,
    detail: 'Demo Second Underwriter discarded the draft.',
    changed: { at: '2026-12-25T11:01:00.000Z' },
  });
});

test('of a concurrent publish, discard and save exactly one wins', async () => {
  for (let time = 0; time < 5; time += 1) {
    const started = await startNext(await published());
    const draft = (await save(started, { reason: 'Ready' })).json<Dial>();
    const answers = await Promise.all([
      call('POST', `/api/dials/${draft.id}/draft/publish`, { ifMatch: draft.revision }),
      discard(draft, { who: 'underwriter.two' }),
      save(draft, { reason: 'Later' }),
    ]);
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    const after = await good('GET', `/api/dials/${draft.id}?draft=yes`);
    const became = [
      { version: 2, state: 'published' },
      { version: 1, state: 'published' },
      { version: 2, state: 'draft', data: { reason: 'Later' } },
    ];
    expect(after).toMatchObject(became[codes.indexOf(200)] ?? {});
  }
});

test('deleting hides a dial from everyone; its history stays', async () => {
  const dial = await published({ tags: ['Gone'] });
  expect(await good('DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision })).toEqual({ deleted: true });
  expect((await call('GET', `/api/dials/${dial.id}`)).statusCode).toBe(404);
  expect((await call('GET', `/api/dials/${dial.id}/versions/1`)).statusCode).toBe(404);
  expect((await good<{ tags: string[] }>('GET', '/api/dial-words')).tags).not.toContain('Gone');
  expect(await good('GET', '/api/dials?tag=Gone')).toMatchObject({ items: [], counts: { all: 0 } });
  const { db } = server.database;
  expect(await db.selectFrom('dial_version').select('version').where('dial_id', '=', dial.id).execute()).toHaveLength(
    1,
  );
  expect((await records(dial.id)).at(-1)).toMatchObject({
    action: 'dial_deleted',
    detail: { name: 'Cyber excess', was: { published: 1, draft: null } },
  });
});

test('deleting needs a revision, too', async () => {
  const draft = await create();
  await save(draft, { description: 'x' });
  const url = `/api/dials/${draft.id}`;
  expect((await call('DELETE', url, { ifMatch: draft.revision })).statusCode).toBe(412);
  expect((await call('DELETE', url)).statusCode).toBe(428);
  expect((await call('DELETE', url, { who: ['dials:view', 'dials:edit'], ifMatch: '2' })).statusCode).toBe(403);
});

test.each([
  ['live', 'active', 'cargo', 'Cargo'],
  ['draft', 'draft', 'fi-d-and-o', 'FI D&O'],
  ['pending_review', 'pending_review', 'd-and-o-ww', 'D&O WW'],
] as const)(
  'deleting is refused while a bucket holds it (%s), and names the bucket',
  async (state, status, cob, label) => {
    const dial = await published();
    const version = await tester.putIntoBucket(dial, state, cob, 9112);
    expect(await refusalOf(call('DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision }))).toBe(
      `409 A bucket holds this dial: ${label}, 9112 Beacon. Please remove it there first.`,
    );
    expect(await lastRefusal(dial.id)).toBe('dial_deleted: conflict');
    expect(await good('GET', `/api/dials/${dial.id}`)).toMatchObject({
      bucket_count: 1,
      status: state === 'live' ? 'active' : 'ready',
      abilities: { delete: false },
    });
    expect(await good('GET', `/api/dials/${dial.id}/buckets`)).toEqual({
      items: [
        {
          cob,
          partner: { number: 9112, name: 'Beacon' },
          position: 1,
          version: 1,
          overrides: { max_line: 5 },
          status,
        },
      ],
      next: null,
    });
    await tester.takeOutOfBucket(dial, version);
    expect(await good('GET', `/api/dials/${dial.id}/buckets`)).toEqual({ items: [], next: null });
    expect((await call('DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision })).statusCode).toBe(200);
  },
);

test('the buckets of a dial come in pages, by class and partner', async () => {
  const dial = await published();
  const places = [
    ['flood', 9112],
    ['hull', 9101],
    ['hull', 9112],
  ] as const;
  for (const [cob, partner] of places.toReversed()) await tester.putIntoBucket(dial, 'draft', cob, partner);
  const read = (query: string) => good<Page<BucketUse>>('GET', `/api/dials/${dial.id}/buckets?limit=2${query}`);
  const first = await read('');
  const rest = await read(`&cursor=${first.next}`);
  const placesOf = ({ items }: Page<BucketUse>) => items.map(({ cob, partner }) => [cob, partner.number]);
  expect([placesOf(first), placesOf(rest), rest.next]).toEqual([places.slice(0, 2), places.slice(2), null]);
  expect((await call('GET', `/api/dials/${dial.id}/buckets?cursor=x`)).statusCode).toBe(400);
});

test('a deleted dial cannot be added to a bucket', async () => {
  const dial = await published();
  await good('DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision });
  await expect(tester.putIntoBucket(dial, 'live', 'specie', 9120)).rejects.toMatchObject({
    document: { errors: [{ path: 'entries.0', message: BUCKET_MESSAGES.unknown }] },
  });
  const version = await tester.putIntoBucket(await published(), 'draft', 'specie', 9120);
  const entry = { bucket_version_id: version, position: 2, dial_id: dial.id, dial_version: dial.version };
  await expect(server.database.db.insertInto('bucket_entry').values(entry).execute()).rejects.toThrow(
    'A deleted dial cannot be put into a bucket.',
  );
});
