import { sql } from 'kysely';
import { verifyChain } from '#server/audit/audit.verify.ts';
import type { Db } from '#server/db/connect.ts';
import { brokenDials, brokenRules } from '#server/testing/review-rules.ts';
import type { Ledger } from './ledger.ts';

type Present = Readonly<{
  saved: Set<number>;
  submitted: Set<string>;
  approved: Set<string>;
  said: Set<string>;
  recorded: Set<string>;
}>;

async function readPresent(db: Db): Promise<Present> {
  const numbers = await sql<{ number: number }>`
    select (jsonb_path_query(detail, '$.**.max_line'))::int as number from audit_event
    where action = 'bucket_draft_saved'`.execute(db);
  const rounds = await db.selectFrom('review_round').select(['description', 'outcome']).execute();
  const comments = await db.selectFrom('review_comment').select('text').execute();
  const words = await sql<{ text: string }>`
    select detail->>'comment' as text from audit_event where action = 'bucket_voted'
    union all select detail->>'text' from audit_event where action = 'bucket_commented'`.execute(db);
  const approved = rounds.filter(({ outcome }) => outcome === 'approved');
  return {
    saved: new Set(numbers.rows.map(({ number }) => number)),
    submitted: new Set(rounds.map(({ description }) => description)),
    approved: new Set(approved.map(({ description }) => description)),
    said: new Set(comments.map(({ text }) => text)),
    recorded: new Set(words.rows.map(({ text }) => text)),
  };
}

/** A sentence for everything that was acknowledged and is not there, and for every rule that does not hold. */
export async function findLosses(db: Db, ledger: Ledger, partner: number): Promise<string[]> {
  const present = await readPresent(db);
  const missing = <T>(what: string, promised: ReadonlySet<T>, there: ReadonlySet<T>) =>
    [...promised]
      .filter((one) => !there.has(one))
      .map((one) => `${what} ${String(one)} was acknowledged and is not there.`);
  const buckets = await db.selectFrom('bucket').select('id').where('partner_number', '=', partner).execute();
  const chain = await verifyChain(db);
  return [
    ...missing('The save of', ledger.saved, present.saved),
    ...missing('The submit of', ledger.submitted, present.submitted),
    ...missing('The activation of', ledger.approved, present.approved),
    ...missing('What was said as', ledger.said, present.said),
    ...missing('The record of', ledger.said, present.recorded),
    ...(await brokenRules(
      db,
      buckets.map(({ id }) => id),
    )),
    ...(await brokenDials(db)),
    ...(chain.whole ? [] : [`The audit chain is broken at ${chain.seq}: ${chain.what}`]),
  ];
}

/** A sentence for every change that was made, and whose sender was cut off without an answer. */
export async function findUnanswered(db: Db, { unanswered }: Ledger): Promise<string[]> {
  const { saved, submitted, said } = await readPresent(db);
  const made = new Set<number | string>([...saved, ...submitted, ...said]);
  return [...unanswered]
    .filter((one) => made.has(one))
    .map((one) => `${String(one)} was saved, and its sender had no answer.`);
}
