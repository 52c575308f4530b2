import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

const server = useTestApp();
const reviews = useReviews(server, 6);
const { bucket, call, entries, get, good, published, review, save, submit, submitted, urlOf, vote } = reviews;

const rejectIt = async (address: BucketAddress) => {
  const { round } = await review(address);
  for (const reviewer of REVIEWERS.slice(0, 2))
    await vote(reviewer, address, round?.hash ?? '', 'reject', `No, says ${reviewer}`);
};

test('R28: a rejected draft without a change is submitted again only with a reply, which joins the thread', async () => {
  const address = bucket();
  await submitted(address, entries());
  await rejectIt(address);
  const { revision } = await get(address);
  const silent = await submit(UNDERWRITER, address, revision, 'Again', '');
  expect([silent.status, silent.json<ProblemDocument>().errors?.[0]?.path]).toEqual([409, 'reply']);
  const again = await submit(UNDERWRITER, address, revision, 'Again', 'Agreed with both of you');
  expect(again.status).toBe(200);
  const { earlier } = await review(address);
  const rejection = earlier[0]?.comments.findLast((one) => one.vote === 'reject');
  expect(earlier[0]?.comments.at(-1)).toMatchObject({ text: 'Agreed with both of you', reply_to: rejection?.id });
});

test('R28: a rejected draft that was changed needs no reply', async () => {
  const address = bucket();
  await submitted(address, entries());
  await rejectIt(address);
  const saved = await save(UNDERWRITER, address, (await get(address)).revision, entries(0, 1));
  const again = await submit(UNDERWRITER, address, saved.json<Bucket>().revision, 'Narrower', '');
  expect(again.status).toBe(200);
});

test('R29: examples that pass live and break in the draft are named by who submits it, and kept with the round', async () => {
  const address = bucket();
  const line = await published({ name: 'Line', values: { max_line: 1000 } });
  const base = [{ dial_id: line.id, version: 1, overrides: {} }];
  const hash = await submitted(address, base);
  for (const reviewer of REVIEWERS.slice(0, 2)) await vote(reviewer, address, hash, 'approve');
  const add = (name: string, max_line: number) =>
    good<{ id: string }>(UNDERWRITER, 'POST', `${urlOf(address)}/examples`, {
      body: { name, risk: { date: '2026-11-16', journey: null, dimensions: {} }, expected: { max_line } },
    });
  const breaks = await add('Breaks', 1000);
  await add('Broke before', 7);
  const lower = [{ dial_id: line.id, version: 1, overrides: { max_line: 900 } }];
  const { revision } = (await save(UNDERWRITER, address, (await get(address)).revision, lower)).json<Bucket>();
  const send = (broken_examples: readonly string[]) =>
    call(UNDERWRITER, 'POST', `${urlOf(address)}/draft/submit`, {
      ifMatch: revision,
      body: { description: 'Lower', broken_examples },
    });
  const unaware = await send([]);
  expect(unaware.status).toBe(409);
  expect(unaware.json<ProblemDocument>()).toMatchObject({
    errors: [{ path: 'broken_examples' }],
    examples: [{ id: breaks.id, name: 'Breaks' }],
  });
  expect((await send([breaks.id])).status).toBe(200);
  expect((await review(address)).round?.broken_examples).toEqual([{ id: breaks.id, name: 'Breaks' }]);
  const recorded = await server.database.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'bucket_submitted')
    .where('object_id', '=', `${address.partner}/${address.cob}`)
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  expect(recorded?.detail).toMatchObject({ broken_examples: ['Breaks'] });
});

test('R29: of drafts submitted together each refused one says which of its examples break', async () => {
  const [first, second] = [bucket(), bucket()];
  const risk = { date: '2026-11-16', journey: null, dimensions: {} };
  await good(UNDERWRITER, 'POST', `${urlOf(first)}/examples`, {
    body: { name: 'Nothing is set', risk, expected: { max_line: 'none' } },
  });
  const line = await published({ name: 'Any line', values: { max_line: 5 } });
  const edit = { kind: 'add', dial_id: line.id, version: 1, overrides: {}, place: { at: 'end' } };
  const refused = await reviews.change(UNDERWRITER, [first, second], [edit], 'Both');
  expect(refused.json<ProblemDocument>().refused).toMatchObject([{ ...first, examples: [{ name: 'Nothing is set' }] }]);
  expect((await get(second)).draft).toBeNull();
});
