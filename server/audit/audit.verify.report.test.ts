import { beforeAll, expect, test } from 'vitest';
import { CHAIN_START } from '#domain/audit/chain.ts';
import { transaction } from '#server/db/transaction.ts';
import { TEST_AUDIT_KEY, useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { dialTester } from '#server/testing/dials.ts';
import { execute } from '#server/testing/execute.ts';
import { REVIEWERS, reviewTester } from '#server/testing/reviews.ts';
import { listCheckpoints } from './audit.store.ts';
import { hashOfRecord, recordAudit } from './audit.service.ts';
import { signerOf } from './audit.key.ts';
import { everLiveVersions } from '#server/review/review.evidence.ts';
import { readAccess } from '#server/user/user.service.ts';
import { verifyAudit } from './audit.verify.report.ts';

const own = signerOf(TEST_AUDIT_KEY);
const server = useTestApp();
beforeAll(async () => {
  const tester = reviewTester(server);
  const dials = [
    await dialTester(server).published({ name: 'One' }),
    await dialTester(server).published({ name: 'Two' }),
  ];
  for (const address of await tester.addBuckets(2, ['cargo', 'terrorism'])) {
    const hash = await tester.submitted(
      address,
      dials.map((dial) => entryOf(dial)),
    );
    for (const reviewer of REVIEWERS.slice(0, 2)) await tester.vote(reviewer, address, hash, 'approve');
  }
  await record('after the last checkpoint');
});

const db = () => server.database.db;
const record = (name: string) =>
  transaction(db(), (trx) =>
    recordAudit(
      trx,
      null,
      [{ action: 'partner_added', object: { type: 'partner', id: '1' }, detail: { name } }],
      new Date(),
    ),
  );
const check = (more: Partial<Parameters<typeof verifyAudit>[1]> = {}) =>
  verifyAudit(db(), { keys: [own.key], outside: [], versions: everLiveVersions, people: readAccess, ...more });
const problems = async (more?: Parameters<typeof check>[0]) => (await check(more)).problems;

const TABLES = ['audit_event', 'audit_head', 'audit_checkpoint', 'bucket_entry', 'bucket_version', 'review_round'];
/** With every right over the database: no trigger refuses anything. */
const asOwner = (statements: string) =>
  execute(server.database.config, `set session_replication_role = replica; ${statements}`);

/** Runs the check after tampering, then undoes it. */
async function tampered<T>(tamper: string | (() => Promise<unknown>), look: () => Promise<T>): Promise<T> {
  await asOwner(TABLES.map((table) => `create table kept_${table} as table ${table}`).join(';'));
  const [sequence] = await execute(server.database.config, 'select last_value as last from audit_event_seq_seq');
  try {
    await (typeof tamper === 'string' ? asOwner(tamper) : tamper());
    return await look();
  } finally {
    const restore = TABLES.map(
      (table) =>
        `delete from ${table}; insert into ${table} overriding system value select * from kept_${table}; drop table kept_${table}`,
    );
    await asOwner(`${restore.join(';')}; select setval('audit_event_seq_seq', ${String(sequence?.['last'])})`);
  }
}

/** Deletes the records after that one, leaving a consistent chain. */
const cutAfter = (seq: string) => `
  delete from audit_event where seq > ${seq};
  update audit_head set (hash, seq, at, count) =
    (select hash, seq, at, (select count(*) from audit_event) from audit_event where seq = ${seq})`;

/** Changes a record, and recomputes every later hash, as the product would. */
async function rewriteFrom(seq: string, change: string): Promise<void> {
  await asOwner(`update audit_event set ${change} where seq = ${seq}`);
  let previous = CHAIN_START;
  for (const row of await db().selectFrom('audit_event').selectAll().orderBy('seq').execute()) {
    const { at, actor_id: actorId, action, object_type: type, object_id: id, detail } = row;
    const hash = hashOfRecord(previous, { at: at.toISOString(), actorId, action, object: { type, id }, detail });
    await asOwner(`update audit_event set previous_hash = '${previous}', hash = '${hash}' where seq = ${row.seq}`);
    previous = hash;
  }
  await asOwner(`update audit_head set hash = '${previous}'`);
}

const seqOf = async (action: string): Promise<string> => {
  const rows = await db().selectFrom('audit_event').select('seq').where('action', '=', action).orderBy('seq').execute();
  return rows.at(-1)?.seq ?? '';
};

test('the audit verification of an intact database finds nothing, and reports how much matches', async () => {
  const { count } = await db()
    .selectFrom('audit_event')
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const [, newest] = await listCheckpoints(db());
  expect(await check()).toMatchObject({
    count: Number(count),
    checkpoints: { compared: 2, newest },
    versions: 4,
    problems: [],
    notes: [],
  });
  expect(await problems({ outside: await listCheckpoints(db()), page: 3 })).toEqual([]);
});

test('[A51] a cleanly truncated chain is detected by the checkpoint of the activation', async () => {
  const voted = await seqOf('bucket_voted');
  const found = await tampered(cutAfter(voted), check);
  expect(found.problems).toContainEqual(expect.stringMatching(/The end of the chain was cut off\.$/));
  expect(found.notes).toEqual([expect.stringMatching(/^There are 2 numbers that hold no record\./)]);
});

test('[A52] a truncated chain is detected by a checkpoint from the log if those in the table were deleted, too', async () => {
  const [, newest] = await listCheckpoints(db());
  if (newest === undefined) throw new Error('There is no checkpoint.');
  const cut = `${cutAfter(await seqOf('bucket_voted'))};
    delete from audit_checkpoint where seq = ${newest.seq};
    delete from bucket_entry where bucket_version_id in (select id from bucket_version where number = 2);
    delete from review_round; delete from bucket_version where number = 2;
    select setval('audit_event_seq_seq', ${newest.seq - 1})`;
  const look = async () => [await problems(), await problems({ outside: [newest], keys: [] })];
  const [within, compared] = await tampered(cut, look);
  expect(within?.filter((problem) => !problem.includes('was activated'))).toEqual([]);
  expect(compared).toContainEqual(
    `The checkpoint you gave of ${newest.at} (record ${newest.seq}) was signed when record ${newest.seq} was the ` +
      `last of ${newest.count}; now record ${newest.seq - 1} is the last. The end of the chain was cut off.`,
  );
});

test('records truncated after the last checkpoint leave numbers without a record', async () => {
  const found = await tampered(cutAfter(await seqOf('bucket_activated')), check);
  expect(found.problems).toEqual([]);
  expect(found.notes).toEqual([expect.stringMatching(/^There is 1 number that holds no record\./)]);
  const setBack = `${cutAfter(await seqOf('bucket_activated'))}; select setval('audit_event_seq_seq', 1)`;
  expect(await tampered(setBack, problems)).toEqual([expect.stringMatching(/^The numbers of records were set back/)]);
});

test('[A54] a completely rewritten chain is detected by the checkpoints after the change', async () => {
  const voted = await seqOf('bucket_voted');
  const rewrite = () => rewriteFrom(voted, `actor_id = 'demo|viewer'`);
  expect(await tampered(rewrite, problems)).toEqual([
    expect.stringMatching(/is not of the records that are there now/),
  ]);
  const [, outside] = await listCheckpoints(db());
  const withoutTable = async () => {
    await rewrite();
    await asOwner('delete from audit_checkpoint');
  };
  expect(await tampered(withoutTable, () => problems({ outside: outside ? [outside] : [] }))).toEqual([
    expect.stringMatching(/^The checkpoint you gave .* is not of the records that are there now/),
  ]);
});

test('a checkpoint with a foreign or broken signature is invalid', async () => {
  const [stored] = await listCheckpoints(db());
  if (stored === undefined) throw new Error('There is no checkpoint.');
  const other = signerOf(Buffer.alloc(32, 'x').toString('base64'));
  const { key, signature } = other.sign(stored);
  const forged = `update audit_checkpoint set key = '${key}', signature = '${signature}' where seq = ${stored.seq}`;
  expect(await tampered(forged, problems)).toEqual([
    expect.stringContaining(`was signed by an unknown key, ${key}. If it is one of yours`),
  ]);
  expect(await tampered(forged, () => problems({ keys: [own.key, key] }))).toEqual([]);
  const changed = `update audit_checkpoint set count = count - 1 where seq = ${stored.seq}`;
  expect(await tampered(changed, problems)).toEqual([expect.stringMatching(/has a signature that is not valid/)]);
});

const version = `(select v.id from bucket_version v join bucket b on b.id = v.bucket_id
  where v.number = 2 and b.cob = 'cargo')`;
test.each([
  ['an override', `update bucket_entry set overrides = '{"max_line": 9}' where bucket_version_id = ${version}`],
  ['the version of a dial', `update bucket_entry set dial_version = 2 where bucket_version_id = ${version}`],
  ['the order', `update bucket_entry set position = 5 - position where bucket_version_id = ${version}`],
  ['a dial, taken out', `delete from bucket_entry where bucket_version_id = ${version} and position = 1`],
])('[A56] a live version is not what was recorded once this of it was changed: %s', async (_what, change) => {
  expect(await tampered(change, problems)).toEqual([
    'Version 2 of the bucket 10000/cargo does not agree with what was recorded. ' +
      'Its content is not what its activation record names.',
  ]);
});

test('[A57] a version without its review, without its record, or with only a record is detected', async () => {
  const round = `where bucket_version_id = ${version}`;
  expect(await tampered(`update review_round set content_hash = 'x' ${round}`, problems)).toEqual([
    expect.stringMatching(/Its content is not what its review approved\.$/),
  ]);
  expect(await tampered(`update review_round set outcome = 'rejected' ${round}`, problems)).toEqual([
    expect.stringMatching(/There is no review that approved it\.$/),
  ]);
  expect(await tampered(`delete from bucket_version where id = ${version}`, problems)).toEqual([
    'Version 2 of the bucket 10000/cargo was activated, as its audit record says, and is missing.',
  ]);
  expect(await tampered(`update bucket_version set number = 3 where id = ${version}`, problems)).toContainEqual(
    'Version 3 of the bucket 10000/cargo does not agree with what was recorded. ' +
      'There is no audit record of its activation.',
  );
});

test('a rolled-back change leaves a note and no alarm', async () => {
  const broken = transaction(db(), async (trx) => {
    await recordAudit(
      trx,
      null,
      [{ action: 'partner_added', object: { type: 'partner', id: '1' }, detail: { name: '' } }],
      new Date(),
    );
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  const holdsNone = expect.stringMatching(/^There is 1 number that holds no record\. A change that was rolled back/);
  expect(await check()).toMatchObject({ problems: [], notes: [holdsNone] });
  await record('the next');
  expect(await check()).toMatchObject({ problems: [], notes: [holdsNone] });
});
