import { expect, test } from 'vitest';
import { auditChainTester } from '#server/testing/audit-chain.ts';
import { execute } from '#server/testing/execute.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { verifyChain } from './audit.verify.ts';

const { database, seqs, tampered, command } = auditChainTester();

test.each([1, 2, 3, 1000])('an unchanged chain is intact, in pages of %i', async (page) => {
  const [last] = await execute(database.config, 'select hash from audit_head');
  expect(await verifyChain(database.db, page)).toEqual({ whole: true, count: seqs.length, last: last?.['hash'] });
});

const flip = (column: string) =>
  `overlay(${column} placing (case when ${column} like '0%' then '1' else '0' end) from 1 for 1)`;
test.each([
  ['a letter of the detail', `detail = replace(detail::text, 'Demo', 'Dema')::jsonb`, /content was changed/],
  ['the time, by a millisecond', `at = at + interval '1 millisecond'`, /content was changed/],
  ['the time, by a microsecond', `at = at + interval '1 microsecond'`, /finer than records are written/],
  ['who did it', `actor_id = 'demo|viewer'`, /content was changed/],
  ['what was done', `action = 'person_addee'`, /content was changed/],
  ['the object', `object_id = 'demo|nobody'`, /content was changed/],
  ['its hash', `hash = ${flip('hash')}`, /Its hash was changed/],
  ['the hash before', `previous_hash = ${flip('previous_hash')}`, /previous_hash was changed/],
])('the audit verification names the row in which %s was changed', async (_what, change, message) => {
  const seq = seqs.at(4);
  const verdict = await tampered(`update audit_event set ${change} where seq = ${seq}`, () =>
    verifyChain(database.db, 2),
  );
  expect(verdict).toMatchObject({ whole: false, seq: String(seq), what: expect.stringMatching(message) });
});

test('[A13] a deleted row is detected at the next one, and at the end by the stored end', async () => {
  const without = (seq: number | undefined) =>
    tampered(`delete from audit_event where seq = ${seq}`, () => verifyChain(database.db));
  expect(await without(seqs[3])).toMatchObject({ seq: String(seqs[4]), what: expect.stringContaining('is missing') });
  expect(await without(seqs.at(-1))).toMatchObject({ seq: null, what: expect.stringContaining('missing there') });
});

test.each([
  ['count', 'count + 1'],
  ['count', 'count - 1'],
  ['seq', 'seq + 1'],
])('a changed %s at the end that was written down is reported', async (column, value) => {
  const [before] = await execute(database.config, `select ${column} as value from audit_head`);
  await execute(database.config, `update audit_head set ${column} = ${value}`);
  const verdict = await verifyChain(database.db).finally(() =>
    execute(database.config, `update audit_head set ${column} = ${String(before?.['value'])}`),
  );
  expect(verdict).toEqual({
    whole: false,
    seq: null,
    action: null,
    what: expect.stringMatching(/^The end that was written down counts \d+ records/),
  });
});

test('a permission written into the directory is reported with its person', async () => {
  const person = DEMO_PEOPLE.find(({ id }) => id === 'demo|viewer');
  const set = (permissions: readonly string[] = []) =>
    execute(database.config, `update person set permissions = '{${permissions.join(',')}}' where id = 'demo|viewer'`);
  await set([...(person?.permissions ?? []), 'user:edit']);
  const report = await command().finally(() => set(person?.permissions));
  expect(report).toMatchObject({ code: 1, out: '' });
  expect(report.err).toContain(`${person?.name} (demo|viewer) holds user:edit, which no audit record grants.`);
});

test('the command prints the number of records and the last hash; or names the row, and fails', async () => {
  const [last] = await execute(database.config, 'select hash from audit_head');
  expect(await command()).toEqual({
    code: 0,
    out:
      `${seqs.length} audit records, unbroken. The last hash is ${String(last?.['hash'])}\n` +
      'No signed checkpoint yet.\n' +
      '0 versions of buckets that ever went live: each has the content that was approved and recorded.\n' +
      `${DEMO_PEOPLE.length} people in the directory: each may do what was recorded.\n`,
    err: '',
  });
  const broken = await tampered(`update audit_event set object_id = 'x' where seq = ${seqs[5]}`, command);
  expect([broken.code, broken.out]).toEqual([1, '']);
  expect(broken.err).toContain(`The chain of audit records is broken at record ${seqs[5]} (person_added). Its content`);
});
