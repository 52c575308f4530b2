import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { CHAIN_START, chainText } from '#domain/audit/chain.ts';
import type { DomainEvent } from '#domain/event/event.ts';
import { transaction } from '#server/db/transaction.ts';
import { defineFlags } from '#server/flag/flag.service.ts';
import { useTestDatabase } from '#server/testing/database.ts';
import { addDemoPeople } from '#server/user/user.service.ts';
import { recordAudit } from './audit.service.ts';

const database = useTestDatabase();
beforeAll(async () => {
  await defineFlags(database.db, new Date());
  await addDemoPeople(database.db, new Date());
});

type Row = Awaited<ReturnType<typeof rows>>[number];
const rows = () => database.db.selectFrom('audit_event').selectAll().orderBy('seq').execute();
const head = async () => (await database.db.selectFrom('audit_head').select('hash').executeTakeFirstOrThrow()).hash;

/** What anyone with a copy of the table can do: the index of the first invalid row, or -1. */
function firstBreak(chain: readonly Row[]): number {
  let previous = CHAIN_START;
  return chain.findIndex((row) => {
    const event = {
      action: row.action,
      object: { type: row.object_type, id: row.object_id },
      detail: row.detail,
    } as unknown as DomainEvent;
    const text = chainText(row.previous_hash, { at: row.at.toISOString(), actorId: row.actor_id, event });
    const fits = row.previous_hash === previous && row.hash === createHash('sha256').update(text).digest('hex');
    previous = row.hash;
    return !fits;
  });
}

const signedIn = (id: string, name = 'Ada'): DomainEvent => ({
  action: 'signed_in',
  object: { type: 'person', id },
  detail: { name, email: `${id}@example.test` },
});

test('[A5] every hash can be recomputed from the rows, and the head is the last', async () => {
  const odd = 'Zoë "Q" \\ 𝄞 \u2028 é';
  await transaction(database.db, (trx) =>
    recordAudit(trx, 'demo|viewer', [signedIn('demo|viewer', odd), signedIn('b')], new Date()),
  );
  const chain = await rows();
  expect(chain.length).toBeGreaterThanOrEqual(11);
  expect(firstBreak(chain)).toBe(-1);
  expect(await head()).toBe(chain.at(-1)?.hash);
  expect(chain.at(-2)?.detail).toEqual({ name: odd, email: 'demo|viewer@example.test' });
});

test('twenty concurrent transactions give one unbroken chain', async () => {
  const before = (await rows()).length;
  await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      transaction(database.db, (trx) =>
        recordAudit(trx, null, [signedIn(`racer ${number}`), signedIn(`racer ${number}`, 'again')], new Date()),
      ),
    ),
  );
  const chain = await rows();
  expect(chain).toHaveLength(before + 40);
  expect(firstBreak(chain)).toBe(-1);
  expect(await head()).toBe(chain.at(-1)?.hash);
  const racers = chain.slice(before).map(({ object_id }) => object_id);
  expect(new Set(racers).size).toBe(20);
  // The records of one transaction are adjacent.
  for (let index = 0; index < 40; index += 2) expect(racers[index]).toBe(racers[index + 1]);
});

test('a rolled-back transaction leaves no record, and no gap in the chain', async () => {
  const before = await rows();
  const broken = transaction(database.db, async (trx) => {
    await recordAudit(trx, null, [signedIn('never')], new Date());
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  expect(await rows()).toEqual(before);
  await transaction(database.db, (trx) => recordAudit(trx, null, [signedIn('after')], new Date()));
  expect(firstBreak(await rows())).toBe(-1);
  expect((await rows()).at(-1)?.object_id).toBe('after');
});

test('[A30] a record is never older than the one before it, however late its writer was', async () => {
  const late = new Date('2030-01-01T10:00:00.500Z');
  const early = new Date('2030-01-01T10:00:00.000Z');
  const record = (id: string, at: Date) =>
    transaction(database.db, (trx) => recordAudit(trx, null, [signedIn(id), signedIn(id)], at));
  await record('late', late);
  await record('early', early);
  await record('later', new Date('2030-01-01T10:00:00.501Z'));
  const times = (await rows()).slice(-6).map(({ object_id, at }) => `${object_id} ${at.toISOString().slice(17)}`);
  expect(times).toEqual([
    'late 00.500Z',
    'late 00.500Z',
    'early 00.500Z',
    'early 00.500Z',
    'later 00.501Z',
    'later 00.501Z',
  ]);
  expect(firstBreak(await rows())).toBe(-1);
});

test('the end of the chain has the number and the time of the last record, and the number of records', async () => {
  await transaction(database.db, (trx) => recordAudit(trx, null, [signedIn('one')], new Date()));
  const chain = await rows();
  const end = await database.db.selectFrom('audit_head').select(['seq', 'count', 'at']).executeTakeFirstOrThrow();
  expect(end).toEqual({ seq: chain.at(-1)?.seq, count: String(chain.length), at: chain.at(-1)?.at });
});

test('recording nothing takes no lock and writes nothing', async () => {
  const before = await rows();
  await transaction(database.db, async (holder) => {
    await recordAudit(holder, null, [signedIn('holder')], new Date());
    // Would wait forever if it locked the end of the chain.
    await transaction(database.db, (trx) => recordAudit(trx, null, [], new Date()));
  });
  expect(await rows()).toHaveLength(before.length + 1);
});
