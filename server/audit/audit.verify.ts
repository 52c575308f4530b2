import { createHash } from 'node:crypto';
import { CHAIN_START, chainText } from '#domain/audit/chain.ts';
import type { AuditEvent } from '#domain/audit/event.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { type ChainRow, listAfter, readHead } from './audit.store.ts';

const PAGE = 1000;

export type Verdict =
  | Readonly<{ whole: true; count: number; last: string }>
  /** The first row that does not fit, or none where rows are missing at the end. */
  | Readonly<{ whole: false; seq: string | null; action: string | null; what: string }>;

/** Computes every hash of the chain again, page by page, on one snapshot. Changes nothing. */
export function verifyChain(db: Db, page: number = PAGE): Promise<Verdict> {
  return snapshot(db, async (trx) => {
    let before: ChainRow | undefined;
    let count = 0;
    for (let last = page; last === page;) {
      const rows = await listAfter(trx, before?.seq, page);
      for (const [index, row] of rows.entries()) {
        const next = rows[index + 1] ?? (await listAfter(trx, row.seq, 1))[0];
        const what = misfit(row, before, next);
        if (what !== undefined) return { whole: false, seq: row.seq, action: row.action, what };
        before = row;
      }
      last = rows.length;
      count += last;
    }
    const end = before?.hash ?? CHAIN_START;
    if ((await readHead(trx)).hash === end) return { whole: true, count, last: end };
    const what = `The chain ends with ${end}, and that is not the end that was written down: records are missing there.`;
    return { whole: false, seq: null, action: null, what };
  });
}

/** What is wrong with a record, as far as it and its neighbours tell. */
function misfit(row: ChainRow, before: ChainRow | undefined, next: ChainRow | undefined): string | undefined {
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
  const event = {
    action: row.action,
    object: { type: row.object_type, id: row.object_id },
    detail: row.detail,
  } as unknown as AuditEvent;
  const text = chainText(previous, { at: row.at.toISOString(), actorId: row.actor_id, event });
  return createHash('sha256').update(text).digest('hex');
}
