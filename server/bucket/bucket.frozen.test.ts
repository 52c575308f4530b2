import { beforeAll, describe, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { execute } from '#server/testing/execute.ts';
import { randomUUID } from 'node:crypto';

const now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
let [one, two] = [] as unknown as [Dial, Dial];
const tester = bucketTester(server);
const { add, goLive, saved, submit, reset, get } = tester;
/** Runs as the database owner: even they cannot bypass the triggers. */
const run = (statement: string) => execute(server.database.config, statement);

beforeAll(async () => {
  one = await tester.published({ name: 'One' });
  two = await tester.published({ name: 'Two' });
  const live = await goLive(await add(9101, 'cargo'), [entryOf(one)]);
  await goLive(live, [entryOf(one, { max_line: 5 })]);
  await submit(await saved(await add(9101, 'hull'), [entryOf(one)]), 'Why');
  await reset(await saved(await add(9101, 'specie'), [entryOf(one)]));
  await saved(await add(9101, 'flood'), [entryOf(one)]);
});

const versionIn = (state: string) => `(select id from bucket_version where state = '${state}' and dials > 0 limit 1)`;

describe('the database itself', () => {
  describe.each(['live', 'superseded', 'pending_review', 'discarded'])('for a version that is %s', (state) => {
    test.each([
      ['change', `update bucket_entry set overrides = '{"max_line":9}' where bucket_version_id = `],
      ['move', `update bucket_entry set position = 9 where bucket_version_id = `],
      ['take away', `delete from bucket_entry where bucket_version_id = `],
    ])('lets nobody %s an entry', async (_what, statement) => {
      await expect(run(statement + versionIn(state))).rejects.toThrow('Only a draft of a bucket can change.');
    });

    test('refuses to add an entry, and to move one over from a draft', async () => {
      await expect(
        run(`insert into bucket_entry values (${versionIn(state)}, 2, '${two.id}', 1, '{}')`),
      ).rejects.toThrow('Only a draft of a bucket can change.');
      await expect(
        run(`update bucket_entry set bucket_version_id = ${versionIn(state)}, position = 7
          where bucket_version_id = ${versionIn('draft')}`),
      ).rejects.toThrow('Only a draft of a bucket can change.');
    });
  });

  test.each(['live', 'superseded', 'discarded'])('a version that is %s cannot change', async (state) => {
    for (const change of [`description = 'Other'`, 'dials = 7', `state = 'draft', number = null, live_at = null`])
      await expect(run(`update bucket_version set ${change} where id = ${versionIn(state)}`)).rejects.toThrow(
        'A version of a bucket that is or was live cannot change.',
      );
    await expect(run(`delete from bucket_version where id = ${versionIn(state)}`)).rejects.toThrow(
      /cannot change|Only a draft/,
    );
  });

  test('entries cannot be truncated', async () => {
    await expect(run('truncate bucket_entry')).rejects.toThrow('Versions of buckets stay.');
  });

  test('allows one live version and one draft per bucket, numbers and times only where they belong', async () => {
    const { id } = await server.database.db
      .selectFrom('bucket')
      .select('id')
      .where('cob', '=', 'flood')
      .executeTakeFirstOrThrow();
    const insert = (columns: string, values: string) =>
      run(`insert into bucket_version (id, bucket_id, created_at, saved_at, ${columns})
        values ('${randomUUID()}', '${id}', now(), now(), ${values})`);
    await expect(insert('state, number, live_at', `'live', 2, now()`)).rejects.toThrow('bucket_version_one_live');
    await expect(insert('state, based_on, changes, saved_by', `'draft', 1, '{}', 'demo|underwriter'`)).rejects.toThrow(
      'bucket_version_one_draft',
    );
    await expect(insert('state, live_at, superseded_at', `'superseded', now(), now()`)).rejects.toThrow(
      'bucket_version_number',
    );
    await expect(insert('state, number, live_at, superseded_at', `'superseded', 1, now(), now()`)).rejects.toThrow(
      'bucket_version_numbers',
    );
    await expect(insert('state, number', `'discarded', 7`)).rejects.toThrow(/bucket_version_/);
    await expect(insert('state, saved_by', `'pending_review', 'demo|underwriter'`)).rejects.toThrow(/bucket_version_/);
  });

  test('allows one open round per draft, closed with an outcome', async () => {
    await expect(
      run(`insert into review_round
        select (jsonb_populate_record(open, '{"id":"${randomUUID()}","number":2}')).*
        from review_round open where outcome is null`),
    ).rejects.toThrow('review_round_one_open');
    await expect(run(`update review_round set closed_at = now() where outcome is null`)).rejects.toThrow('check');
  });

  test('refused statements changed nothing', async () => {
    const bucket: Bucket = await get({ partner: 9101, cob: 'cargo' });
    expect(bucket.live).toMatchObject({ number: 3, entries: [entryOf(one, { max_line: 5 })] });
  });
});
