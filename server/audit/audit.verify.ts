import { CHAIN_START } from '#domain/audit/chain.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot, type Trx } from '#server/db/transaction.ts';
import { hashOfRecord } from './audit.service.ts';
import { type AuditHead, type ChainRow, listAfter, readHead } from './audit.store.ts';

const PAGE = 1000;

export type Verdict =
  | Readonly<{ whole: true; count: number; last: string }>
  /** The first row that does not fit; null if rows are missing at the end. */
  | Readonly<{ whole: false; seq: string | null; action: string | null; what: string }>;

/** Called for each valid record, in order, with the number of records up to it. */
export type Visit = (row: ChainRow, count: number) => void;

/** Recomputes every hash of the chain, page by page, on one snapshot. Changes nothing. */
export const verifyChain = (db: Db, page: number = PAGE): Promise<Verdict> =>
  snapshot(db, (trx) => walkChain(trx, () => undefined, page));

/** The same inside an open snapshot. */
export async function walkChain(trx: Trx, visit: Visit, page: number = PAGE): Promise<Verdict> {
  let before: ChainRow | undefined;
  let count = 0;
  for (let last = page; last === page;) {
    const rows = await listAfter(trx, before?.seq, page);
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1] ?? (await listAfter(trx, row.seq, 1))[0];
      const what = findMisfit(row, before, next);
      if (what !== undefined) return { whole: false, seq: row.seq, action: row.action, what };
      before = row;
      count += 1;
      visit(row, count);
    }
    last = rows.length;
  }
  const end = { seq: Number(before?.seq ?? 0), hash: before?.hash ?? CHAIN_START, count };
  const what = findEndMisfit(end, await readHead(trx));
  if (what !== undefined) return { whole: false, seq: null, action: null, what };
  return { whole: true, count, last: end.hash };
}

type End = Pick<AuditHead, 'seq' | 'hash' | 'count'>;

/** Compares the end of the chain with the end stored with the last record. */
function findEndMisfit(end: End, written: End): string | undefined {
  if (end.hash !== written.hash)
    return `The chain ends with ${end.hash}, and that is not the end that was written down: records are missing there.`;
  if (end.seq !== written.seq || end.count !== written.count)
    return (
      `The end that was written down counts ${written.count} records, the last of them ${written.seq}; ` +
      `there are ${end.count}, the last of them ${end.seq}.`
    );
  return undefined;
}

/** What is wrong with a record, judged by it and its neighbours. */
function findMisfit(row: ChainRow, before: ChainRow | undefined, next: ChainRow | undefined): string | undefined {
  const expected = before?.hash ?? CHAIN_START;
  if (row.previous_hash !== expected) {
    const place = before === undefined ? 'the start of the chain' : `record ${before.seq}`;
    return hashOf(row, expected) === row.hash
      ? `Its previous_hash was changed: it is not the hash of ${place}.`
      : `It does not follow ${place}: a record between them is missing, or they were put in another order.`;
  }
  if (row.finer_than_written) return 'Its time (at) was changed: it is finer than records are written.';
  const hash = hashOf(row, expected);
  if (row.hash === hash) return undefined;
  return next?.previous_hash === hash
    ? 'Its hash was changed: its content gives another, which the next record has.'
    : 'Its content was changed (at, actor_id, action, object_type, object_id or detail): it does not give its hash.';
}

function hashOf(row: ChainRow, previous: string): string {
  const { at, actor_id: actorId, action, object_type: type, object_id: id, detail } = row;
  return hashOfRecord(previous, { at: at.toISOString(), actorId, action, object: { type, id }, detail });
}
