import { expect, test } from 'vitest';
import { MAX_EVIDENCE_RECORDS } from '#contract/evidence.ts';
import { type PendingReview, type Review, type ReviewRound } from '#contract/review.ts';
import { type BucketAddress, bucketEvent } from '#domain/event/event.ts';
import { isWaiting } from '#domain/review/queue.ts';
import { useTestApp } from '#server/testing/app.ts';
import { execute } from '#server/testing/execute.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Evidence } from './review.evidence.ts';
import { readPages } from '#server/testing/calls.ts';

let clock = Date.parse('2026-11-15T09:00:00.000Z');
const now = () => new Date((clock += 1000));
const server = useTestApp({ now });
const tester = useReviews(server);
const { good, call, get, review, vote, submitted, submit, save, cancel, comment, urlOf, bucket, entries, dials } =
  tester;
const [one, two, administrator] = REVIEWERS;
type Paged<T> = { items: T[]; next: string | null };

test('[R14] reviewers and bucket editors comment on the draft or on one of its dials', async () => {
  const at = bucket();
  await submitted(at, entries(0, 1));
  expect((await comment(one, at, { text: ' Why so wide? ' })).status).toBe(200);
  const answer = await comment(UNDERWRITER, at, { text: 'Because of Q4', dial_id: dials[1]?.id });
  expect(answer.json<Review>().round?.comments).toMatchObject([
    { by: { id: one, name: 'Demo Reviewer One' }, text: 'Why so wide?', dial: null, vote: null },
    { by: { id: UNDERWRITER }, text: 'Because of Q4', dial: { id: dials[1]?.id, name: 'Two' } },
  ]);
  expect((await get(at)).status).toBe('pending_review');
});

test('[R14] a comment is refused on a dial outside the draft, when it is empty, and without permission', async () => {
  const at = bucket();
  await submitted(at, entries(0));
  const elsewhere = await comment(one, at, { text: 'This one?', dial_id: dials[2]?.id });
  expect([elsewhere.status, elsewhere.body]).toEqual([400, expect.stringContaining('This dial is not in the draft')]);
  expect((await comment(one, at, { text: '  ' })).status).toBe(400);
  const [onlooker = ''] = await tester.addPeople(1, ['review:view', 'bucket:view']);
  expect((await comment(onlooker, at, { text: 'Me too' })).status).toBe(403);
  expect((await review(at, onlooker)).abilities).toEqual({ vote: false, comment: false });
  expect((await review(at)).round?.comments).toEqual([]);
});

test('[R17] the review queue lists what waits, longest first, with the vote counts and the caller’s own vote', async () => {
  const before = await good<Paged<PendingReview> & { total: number }>(one, 'GET', '/api/reviews');
  const places = [bucket(), bucket(), bucket()];
  const hashes: string[] = [];
  for (const at of places) hashes.push(await submitted(at, entries(0, 1)));
  await vote(one, places[1] as BucketAddress, hashes[1] ?? '', 'approve');
  await vote(two, places[1] as BucketAddress, hashes[1] ?? '', 'reject');
  const items = await readPages(async (cursor) => {
    const page = await good<Paged<PendingReview> & { total: number }>(one, 'GET', `/api/reviews?limit=2${cursor}`);
    expect(page.total).toBe(before.total + 3);
    return page;
  });
  expect(items).toHaveLength(before.total + 3);
  expect(items.slice(-3)).toMatchObject([
    { cob: places[0]?.cob, approvals: 0, rejections: 0, mine: null, barred: null, required: 2 },
    { cob: places[1]?.cob, approvals: 1, rejections: 1, mine: 'approve', changes: { added: 2 } },
    { cob: places[2]?.cob, description: 'Because', submitted_by: { id: UNDERWRITER, name: 'Demo Underwriter' } },
  ]);
  const mine = await good<Paged<PendingReview>>(UNDERWRITER, 'GET', '/api/reviews?limit=200');
  expect(mine.items.slice(-1)).toMatchObject([{ barred: 'submitter', mine: null }]);
});

test('[R17] the first of several pages says how many of all wait for the caller', async () => {
  type Queue = Paged<PendingReview> & { total: number; waiting: number | null };
  const before = await good<Queue>(one, 'GET', '/api/reviews?limit=200');
  const places = [bucket(), bucket(), bucket()];
  const hashes: string[] = [];
  for (const at of places) hashes.push(await submitted(at, entries(0, 1)));
  await vote(one, places[1] as BucketAddress, hashes[1] ?? '', 'approve');
  const read = (query: string, who: string = one) => good<Queue>(who, 'GET', `/api/reviews?${query}`);
  const first = await read('limit=2');
  expect(first.waiting).toBe(before.items.filter(isWaiting).length + 2);
  expect((await read('limit=2', UNDERWRITER)).waiting).toBe(
    (await read('limit=200', UNDERWRITER)).items.filter(isWaiting).length,
  );
  // Where all are there, or the first ones were read, the reader knows.
  expect([before.waiting, (await read(`limit=2&cursor=${first.next}`)).waiting]).toEqual([null, null]);
});

test('[R17] the review queue takes one query, however long it is', async () => {
  const seen: string[] = [];
  const { db } = server.database;
  const { listWaiting } = await import('./review.queue.store.ts');
  const watched = db.withPlugin({
    transformQuery: ({ node }) => (seen.push(node.kind), node),
    transformResult: async ({ result }) => result,
  });
  expect(
    (await listWaiting(watched, one, { order: 'impact', limit: 100, after: undefined })).rows.length,
  ).toBeGreaterThan(2);
  expect(seen).toHaveLength(1);
});

/** Cancelled, then rejected, then approved. */
async function history(): Promise<{ at: BucketAddress; hash: string }> {
  const at = bucket();
  const first = await submitted(at, entries(0));
  await vote(one, at, first, 'approve', 'Good');
  await cancel(UNDERWRITER, at, (await get(at)).revision);
  const second = await submitted(at, entries(0, 1));
  await vote(one, at, second, 'reject', 'No');
  await vote(two, at, second, 'reject', 'Never');
  // An earlier voter may edit now; that does not make them an author of the earlier rounds.
  const edited = await save(administrator, at, (await get(at)).revision, entries(1, 0));
  expect(edited.status).toBe(200);
  await submit(UNDERWRITER, at, edited.json<{ revision: string }>().revision, 'Third time');
  const hash = (await review(at)).round?.hash ?? '';
  await comment(one, at, { text: 'Better', dial_id: dials[0]?.id });
  await vote(one, at, hash, 'approve');
  await vote(two, at, hash, 'approve', 'Yes');
  return { at, hash };
}

test('[R18] every round can be read, newest first, with its votes, comments and authors at the time', async () => {
  const { at } = await history();
  const first = await good<Paged<ReviewRound>>(one, 'GET', `${urlOf(at)}/rounds?limit=2`);
  const rest = await good<Paged<ReviewRound>>(one, 'GET', `${urlOf(at)}/rounds?limit=2&cursor=${first.next}`);
  expect(rest.next).toBeNull();
  expect([...first.items, ...rest.items]).toMatchObject([
    {
      number: 3,
      outcome: 'approved',
      description: 'Third time',
      votes: [{ by: { id: one } }, { by: { id: two }, comment: 'Yes' }],
      authors: [{ id: administrator }, { id: UNDERWRITER }],
      comments: [
        { text: 'Better', dial: { name: 'One' } },
        { text: 'Yes', vote: 'approve' },
      ],
    },
    {
      number: 2,
      outcome: 'rejected',
      authors: [{ id: UNDERWRITER }],
      votes: [{ comment: 'No' }, { comment: 'Never' }],
    },
    { number: 1, outcome: 'cancelled', votes: [{ choice: 'approve', comment: 'Good' }] },
  ]);
  expect((await review(at)).earlier).toMatchObject([
    { number: 1, outcome: 'cancelled' },
    { number: 2, outcome: 'rejected', comments: [{ text: 'No', vote: 'reject' }, { text: 'Never' }] },
  ]);
  expect((await call(one, 'GET', '/api/buckets/10000/cargo/rounds?cursor=x')).status).toBe(400);
  expect((await call(one, 'GET', '/api/buckets/99999/cargo/rounds')).status).toBe(404);
});

test('[R19] the evidence of a version is consistent: content, difference, votes, records, hashes', async () => {
  const { at, hash } = await history();
  const evidence = await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/2/evidence`);
  expect(evidence).toMatchObject({
    made_by: { id: one, name: 'Demo Reviewer One' },
    bucket: { cob: at.cob, partner: { number: at.partner }, appetite: 1 },
    version: { number: 2, entries: entries(1, 0), superseded_at: null },
    content_hash: hash,
    dials: [{ data: { name: 'Two' } }, { data: { name: 'One' } }],
    difference: { counts: { added: 2, removed: 0 }, before: [], after: [dials[1]?.id, dials[0]?.id] },
    rounds: [{ outcome: 'cancelled' }, { outcome: 'rejected' }, { outcome: 'approved', hash }],
  });
  const actions = evidence.audit.map(({ action }) => action.replace('bucket_', '')).join(' ');
  expect(actions).toBe(
    'draft_started draft_saved submitted voted reviews_cancelled ' +
      'draft_saved submitted voted voted sent_back ' +
      'draft_saved submitted commented voted voted activated',
  );
  expect(evidence.audit.at(-1)).toMatchObject({
    by: { id: two },
    detail: { number: 2, content_hash: hash },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(evidence.agreement).toMatchObject({
    verdict: 'agrees',
    sentence: 'The content of this version, its activation record, its review and the signed checkpoint agree.',
    checkpoint: { seq: evidence.audit.at(-1)?.seq, hash: evidence.audit.at(-1)?.hash },
  });
  const first = await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/1/evidence`);
  expect(first).toMatchObject({
    difference: null,
    rounds: [],
    dials: [],
    agreement: { verdict: 'nothing-to-compare', checkpoint: null },
  });
  expect((await call(one, 'GET', `${urlOf(at)}/versions/3/evidence`)).status).toBe(404);
});

test('[R19] the evidence of a bucket with very many records lists the newest, says so, and still compares', async () => {
  const { at } = await history();
  const commented = bucketEvent('bucket_commented', at, { round: 1, text: 'Again', dial_id: null });
  const many = Array.from({ length: MAX_EVIDENCE_RECORDS + 1 }, () => commented);
  await transaction(server.database.db, (trx) => recordAudit(trx, one, many, new Date()));
  const evidence = await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/2/evidence`);
  expect(evidence.audit).toHaveLength(MAX_EVIDENCE_RECORDS);
  expect(evidence.audit_cut).toBe(true);
  expect(evidence.agreement.verdict).toBe('agrees');
  expect((await good<Evidence>(one, 'GET', `${urlOf((await history()).at)}/versions/2/evidence`)).audit_cut).toBe(
    false,
  );
});

test.each([
  ['the content', `update bucket_entry set position = position + 5 where position = 1`, /not what its activation/],
  ['the approved hash', `update review_round set content_hash = 'x'`, /not what its review approved/],
  ['the record', `update audit_event set at = at - interval '1 day' where action = 'bucket_activated'`, /record was/],
  ['the signature', `update audit_checkpoint set signature = 'x'`, /not those that were signed/],
  ['the signed hash', `update audit_event set hash = 'x' where action = 'bucket_activated'`, /record was changed/],
])('[R25] the evidence reports that a version cannot be trusted once %s was changed', async (_what, change, says) => {
  const { at } = await history();
  const { config } = server.database;
  const tables = ['bucket_entry', 'review_round', 'audit_event', 'audit_checkpoint'];
  const asOwner = (sql: string[]) => execute(config, `set session_replication_role = replica; ${sql.join(';')}`);
  await asOwner(tables.map((table) => `create table kept_${table} as table ${table}`));
  try {
    const scoped = change.includes('audit_event') ? `${change} and object_id = '${at.partner}/${at.cob}'` : change;
    await asOwner([scoped]);
    const { agreement } = await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/2/evidence`);
    expect(agreement).toMatchObject({ verdict: 'differs', sentence: expect.stringMatching(says) });
  } finally {
    await asOwner(
      tables.map(
        (table) =>
          `delete from ${table}; insert into ${table} overriding system value select * from kept_${table};
           drop table kept_${table}`,
      ),
    );
  }
});
