import { beforeAll, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { execute } from '#server/testing/execute.ts';
import { useTestServers } from '#server/testing/servers.ts';
import { sortedStatuses } from '#server/testing/calls.ts';

const now = new Date('2026-11-15T10:58:00.000Z');
/** Calls are spread over two servers on one database. */
const servers = useTestServers(2, { now: () => now });
const dials: Dial[] = [];
const tester = bucketTester(servers);
const { add, get, save, saved, submit, recordsOf, published } = tester;
beforeAll(async () => {
  for (let index = 0; index < 6; index += 1) dials.push(await published({ name: `Dial ${index}` }));
});
const dial = (index: number): Dial => dials[index % dials.length] as Dial;

test('[B30] of ten concurrent saves on several servers exactly one wins; the others learn who did', async () => {
  const bucket = await add(9101, 'cargo');
  const people = ['underwriter', 'underwriter.two'];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => save(bucket, [entryOf(dial(index))], { who: people[index % 2] ?? '' })),
  );
  expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<Bucket>();
  expect((await get({ partner: 9101, cob: 'cargo' })).draft?.entries).toEqual(winner?.draft?.entries);
  for (const { statusCode, body } of answers)
    if (statusCode === 412) expect(body).toContain(`${winner?.draft?.saved_by.name} saved this draft.`);
  expect((await recordsOf(bucket)).filter(({ action }) => action === 'bucket_draft_saved')).toHaveLength(1);
});

test('[B31] of a save and two submits at once one wins, and the pending content is what was submitted', async () => {
  for (const cob of ['specie', 'hull', 'flood', 'terrorism']) {
    const draft = await saved(await add(9101, cob), [entryOf(dial(0))]);
    const answers = await Promise.all([
      submit(draft, 'One'),
      save(draft, [entryOf(dial(1))], { who: 'underwriter.two' }),
      submit(draft, 'Two', { who: 'underwriter.two' }),
    ]);
    expect(sortedStatuses(answers)).toEqual([200, 412, 412]);
    const after = await get({ partner: 9101, cob });
    const wasSaved = answers[1].statusCode === 200;
    expect([after.status, after.draft?.entries[0]?.dial_id]).toEqual(
      wasSaved ? ['draft', dial(1).id] : ['pending_review', dial(0).id],
    );
  }
});

test('concurrent saves of many buckets that share dials lock in order, and none is lost', async () => {
  const partners = [9112, 9120, 9133, 9147, 9158, 9164];
  const buckets: Bucket[] = [];
  for (const partner of partners) buckets.push(await add(partner, 'fi'));
  for (let time = 0; time < 4; time += 1) {
    const answers = await Promise.all(
      buckets.map((bucket, index) =>
        save(
          bucket,
          Array.from({ length: 4 }, (_, offset) => entryOf(dial(index * 5 + time + offset))),
        ),
      ),
    );
    expect(sortedStatuses(answers)).toEqual(partners.map(() => 200));
    for (const [index, answer] of answers.entries()) buckets[index] = answer.json<Bucket>();
  }
  const rows = await execute(
    servers.database.config,
    `select d.bucket_count as stored, (select count(distinct v.bucket_id)::int from bucket_entry e
       join bucket_version v on v.id = e.bucket_version_id and v.state in ('live', 'draft', 'pending_review')
       where e.dial_id = d.id) as counted from dial d`,
  );
  expect(rows).toHaveLength(dials.length);
  for (const { stored, counted } of rows) expect(stored).toBe(counted);
});

test('a dial deleted while a bucket adds it: one of both is refused with a message', async () => {
  for (const cob of ['pi-us', 'pl-int', 'fi-pi', 'fi-crime']) {
    const gone = await published({ name: 'Going' });
    const bucket = await add(9101, cob);
    const [deleted, taken] = await Promise.all([
      tester.call('DELETE', `/api/dials/${gone.id}`, { ifMatch: gone.revision }),
      save(bucket, [entryOf(gone)]),
    ]);
    expect([
      [200, 400],
      [409, 200],
    ]).toContainEqual([deleted.statusCode, taken.statusCode]);
  }
});

test('the races of buckets ran on every server', () => {
  expect(Math.min(...servers.served)).toBeGreaterThan(20);
});
